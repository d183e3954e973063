"""A house that is expensive to read: a user with very many matches, and large tournaments."""

import asyncio
import random

from houses.stores import opened, setup

from ludoteka.features.accounts import passwords
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.tournaments.model import StoredEntry, StoredPairing, StoredTournament
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.server.people.names import skeleton
from ludoteka.store import MatchStatus
from ludoteka.store.people import Account

NAME, PASSWORD = "Busy Badger", "seven green herons wade"
HOLDER, RIVAL = "5" * 64, "6" * 64
SWISS, ARENA = "swiss", "arena"  # the ids of the tournaments
RESULTS = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))
AT_ONCE = 200  # matches that are stored in a few transactions


def fill(place, share):
    """Add this share of 5,400 matches of one user, 400 of them unfinished, and of tournaments of 300."""
    asyncio.run(_fill(place, share))


async def _fill(place, share):
    async with opened(place) as store:
        accounts = AccountStore(store)
        account = Account("busy", HOLDER, NAME, "resident", passwords.hash_password(PASSWORD), 1.0)
        await accounts.register(account, skeleton(NAME), [])
        count = int(5400 * share)
        for begin in range(0, count, AT_ONCE):
            made = range(begin, min(begin + AT_ONCE, count))
            await asyncio.gather(*(_create_match(store, number, number < 400 * share) for number in made))
        kept, players = TournamentStore(store), [f"{number:064d}" for number in range(int(300 * share) + 2)]
        for name, rounds in ((SWISS, 10), (ARENA, int(3000 * share))):
            await _create_tournament(kept, name, players, rounds)


async def _create_match(store, number, is_running):
    made = setup(f"busy{number:08d}", float(number), a=HOLDER, d=RIVAL)
    status = MatchStatus(awaited="a") if is_running else MatchStatus({"a": 1, "d": -1})
    await store.create(made._replace(visibility="public"), (), status)


async def _create_tournament(kept, kind, players, rounds):
    entries = [StoredEntry(player, 0, 1500.0, 2.0, 2.0, is_in=True) for player in players]
    terms = ("nobody", kind, "tavlei", {}, "5+3", False, "public", rounds, 60, 1.0)
    await kept.create(StoredTournament(kind, f"A large {kind}", *terms, started_at=2.0, ended_at=3.0), entries)
    chance = random.Random(1)
    for number in range(1, rounds + 1):
        chance.shuffle(players)
        tables = zip(players[::2], players[1::2], strict=False)
        made = [StoredPairing(number, board, "", pair, chance.choice(RESULTS)) for board, pair in enumerate(tables, 1)]
        await kept.pair(kind, made if kind == SWISS else made[:1], [])
