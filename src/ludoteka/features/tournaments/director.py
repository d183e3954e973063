"""The director of the tournaments of a house: starts them, stores the results, pairs, and ends them.

Every server has one.  They need no coordination: the next step follows from the database alone, and each step is one
transaction that fails if another server was faster.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from ludoteka.core.message import Refused
from ludoteka.features.tournaments.model import StoredEntry, StoredPairing, TournamentRecord
from ludoteka.features.tournaments.pairings import options_at
from ludoteka.features.tournaments.standings import ends_at, is_large, next_pairings, scored, seat_letters, waiting
from ludoteka.features.tournaments.store import NewMatch, TournamentStore
from ludoteka.games import games
from ludoteka.referee.events import Occupant
from ludoteka.referee.match_creation import create_setup
from ludoteka.server.matches import TWO
from ludoteka.server.operations.repetition import repeat
from ludoteka.server.operations.work_queue import WorkQueue
from ludoteka.server.rooms.room import match_status
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.whole_matches import begin_referee
from ludoteka.store import NotStored, StoreRefused

logger = logging.getLogger(__name__)
PAUSE_SECONDS = 1.0  # between two checks of the tournaments
STEPS = 5  # of one tournament at a time


@dataclass
class Director:
    """Keeps the tournaments of a house going, together with the other servers."""

    store: TournamentStore
    now: Callable[[], float]
    work: WorkQueue  # for work that would block the event loop
    tell: Callable[[Iterable[str]], None]  # signals that something has happened to these holders

    async def run(self) -> None:
        """Keep the tournaments going, until cancelled."""
        await repeat(self._advance_all, PAUSE_SECONDS, "tournaments could not be read")

    async def _advance_all(self) -> None:
        for name in await self.store.to_advance(self.now()):
            await self._advance(name)

    async def _advance(self, name: str) -> None:
        """Take all due steps in a tournament; an error in it doesn't hold up the others."""
        try:
            for _ in range(STEPS):
                state = await self.store.load(name)
                if state is None or state.tournament.game not in games() or not await self._step(state):
                    return
        except NotStored as error:
            if not error.is_conflict:  # otherwise another server was faster
                logger.warning("tournament %s could not go on yet: %s", name, str(error).partition("\n")[0])
        except StoreRefused as refused:
            logger.warning("tournament %s could not be read: %s", name, refused.code)
        except Exception:
            logger.exception("tournament %s could not go on", name)

    async def _step(self, state: TournamentRecord) -> bool:
        """Take the next step in a tournament; return whether there was one."""
        tournament, now = state.tournament, self.now()
        if tournament.ended_at is not None:
            return False
        if tournament.started_at is None:
            is_wanted = sum(entry.is_in for entry in state.entries) >= TWO
            await (self.store.start if is_wanted else self.store.end)(tournament.id, now)
            return True
        if found := scored(games()[tournament.game], state):
            await self.store.score(tournament.id, found)
            return True
        if tournament.kind == "arena":
            return await self._go_on_with_arena(state, now)
        if any(pairing.scores is None for pairing in state.pairings):
            return False  # the round is not over
        if not await self._pair(state, now):
            await self.store.end(tournament.id, now)
        return True

    async def _go_on_with_arena(self, state: TournamentRecord, now: float) -> bool:
        """End an arena whose time is up, or pair its waiting players; return whether anything was done."""
        if now >= ends_at(state.tournament):
            await self.store.end(state.tournament.id, now)
            return True
        levels = {entry.holder: entry.level for entry in state.entries}
        if all(levels[one] for one in waiting(state, now)):  # computers wait for people
            return False
        return await self._pair(state, now)

    async def _pair(self, state: TournamentRecord, now: float) -> bool:
        """Store the pairings that are due, and create their matches; return whether there are any."""
        if is_large(state) or state.tournament.table_size > TWO:
            paired = await self.work.run("", next_pairings, state, now)
        else:
            paired = next_pairings(state, now)
        if not paired:
            return False
        entries = {entry.holder: entry for entry in state.entries}
        stored, made = [], []
        for board, one in enumerate(paired, 1):
            if one.is_bye:
                stored.append(StoredPairing(one.round, board, "", one.players, one.scores))
                continue
            new = await self._create_match(state, [entries[player] for player in one.players], now)
            made.append(new)
            stored.append(StoredPairing(one.round, board, new.setup.id, one.players))
            await asyncio.sleep(0)  # other requests are served meanwhile
        is_told = state.tournament.kind != "arena"  # players paired there have just said that they are ready
        await self.store.pair(state.tournament.id, stored, made, is_told=is_told)
        self.tell(seat.holder for one in made for seat in one.setup.seats.values() if seat.holder)
        return True

    async def _create_match(self, state: TournamentRecord, players: list[StoredEntry], now: float) -> NewMatch:
        """Return a match of these players, in seat order."""
        tournament = state.tournament
        game = games()[tournament.game]
        options = dict(options_at(game, tournament.options, len(players)))
        letters = seat_letters(game, tournament, len(players))
        seats = {letter: _occupant(one) for letter, one in zip(letters, players, strict=True)}
        match, host = secrets.token_urlsafe(9), next(player.holder for player in players if not player.level)
        rest = (host, None, tournament.clock, tournament.visibility, now, tournament.rated, tournament.id)
        begin = partial(begin_referee, game, partial(create_setup, game, options, seats, match, "", *rest))
        referee = await self.work.run("", begin) if game.generate else begin()
        return NewMatch(referee.setup, referee.events, match_status(referee))


def _occupant(one: StoredEntry) -> Occupant:
    if one.level:
        return Occupant("computer", one.level)
    return Occupant(
        "person", 0, one.holder, one.name or "", "former" if one.name is None else "bot" if one.is_bot else "resident"
    )


EMPTY_TABLES_SECONDS = 5.0  # between two checks
AT_ONCE = 20  # more matches in each check


async def keep_tables_going(store: TournamentStore, rooms: Rooms) -> None:
    """Advance tournament matches that nobody has open until a person has to act; repeat until cancelled."""
    stuck: set[str] = set()  # matches that this server can't open

    async def look() -> None:
        found = [match for match in await store.left_alone() if match not in stuck and not rooms.find(match)]
        for match in found[:AT_ONCE]:
            rooms.spawn(_play_on, rooms, match, stuck)

    await repeat(look, EMPTY_TABLES_SECONDS, "the tables of tournaments could not be looked after")


async def _play_on(rooms: Rooms, match: str, stuck: set[str]) -> None:
    try:
        await rooms.play_on(match)
    except StoreRefused:  # retried at the next check
        raise
    except Refused as refused:
        stuck.add(match)
        logger.warning("match %s of a tournament could not go on: %s", match, refused.code)
