"""How long the pages of a house with 100,000 accounts and a million matches wait for the database.

Run it with `nice python bench/large_house/reads.py FOLDER`.  The first time, it fills a SQLite file in the folder, which
takes some minutes and 3 GB.  For each question of a page, a new process opens the file and asks it once, and then thirty times.  On a busy machine, look at
the processor times.
"""

import asyncio
import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

from filling import fill
from rows import BUSY, CURIOUS, DAY, GAMES, POPULAR, SPEEDS, TOKENS, account_id, holder, match_id

from ludoteka.features.accounts.roles import ROLES
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.challenges.store import ChallengeStore
from ludoteka.features.moderation.store import BlockStore, ModerationStore
from ludoteka.features.profiles.calls import SHOWN
from ludoteka.features.profiles.store import MatchFilter, ProfileStore
from ludoteka.features.ratings.store import RatingStore
from ludoteka.features.settings.calls import house_facts
from ludoteka.features.tournaments.calls import view_tournament
from ludoteka.features.tournaments.scoreboards import Scoreboard
from ludoteka.features.tournaments.standings import standings_of
from ludoteka.features.tournaments.store import TournamentStore
from ludoteka.server.broker.broker import Broker
from ludoteka.server.settings import Settings
from ludoteka.store import Store
from ludoteka.store.backends.dispatch import open_beside
from ludoteka.store.people import Account

FILE = "ludoteka.sqlite"
TIMES = 30
ORDINARY = 60_001  # the number of an ordinary resident
Question = Callable[[], Awaitable[Any]]


def main() -> None:
    """Print the first read and the median of the later ones for each question, in milliseconds."""
    folder = Path(sys.argv[1])
    if len(sys.argv) > 2:
        print(asyncio.run(measure(folder / FILE, sys.argv[2])))
        return
    asyncio.run(Store.open(folder / FILE).close())
    fill(folder / FILE)
    print("first ms (processor)  then ms (processor)  question")
    for name in asyncio.run(names(folder / FILE)):
        subprocess.run([sys.executable, __file__, str(folder), name], check=True)  # noqa: S603 - this program


async def names(path: Path) -> list[str]:
    """Return the names of all questions."""
    store = Store(open_beside(path))
    found = list(questions(path, store))
    await store.close()
    return found


async def measure(path: Path, name: str) -> str:
    """Ask one question in this process; return the line to print."""
    store = Store(open_beside(path))
    ask = questions(path, store)[name]
    gc.freeze()
    gc.disable()  # as in a house
    first, *later = [await times(ask) for _ in range(1 + TIMES)]
    await store.close()
    then = [statistics.median(one) for one in zip(*later, strict=True)]
    return f"{first[0]:8.1f} ({first[1]:9.1f})  {then[0]:7.1f} ({then[1]:9.1f})  {name}"


async def times(ask: Question) -> tuple[float, float]:
    """Return how long an answer takes, and the processor time for it, in milliseconds."""
    begun, used = time.perf_counter(), time.process_time()
    await ask()
    return 1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - used)


def questions(path: Path, store: Store) -> dict[str, Question]:
    """Return what the pages ask, by a name to print."""
    return residents_questions(store) | accounts_questions(store) | order_questions(store) | others(path, store)


def residents_questions(store: Store) -> dict[str, Question]:
    """Return what profiles, leaderboards and the page of matches to watch ask."""
    residents, rated, now = ProfileStore(store), RatingStore(store), time.time()
    busy, every = holder(BUSY), MatchFilter()
    against = MatchFilter(opponent=holder(ORDINARY))
    recent = now - 90 * DAY
    return {
        "profile: ratings": partial(rated.states, holder(ORDINARY)),
        "profile: matches": partial(residents.matches, holder(ORDINARY), every, SHOWN),
        "profile: score": partial(residents.scores, holder(ORDINARY), every),
        "profile: how they played": partial(residents.played, holder(ORDINARY), every),
        "profile of 10,000 matches: matches": partial(residents.matches, busy, every, SHOWN),
        "profile of 10,000 matches: against somebody": partial(residents.matches, busy, against, SHOWN),
        "profile of 10,000 matches: score": partial(residents.scores, busy, every),
        "profile of 10,000 matches: how they played": partial(residents.played, busy, every),
        "profile of 10,000 matches: chart": partial(rated.history, busy, GAMES[0], SPEEDS[0]),
        "profile: 5,000 followers": partial(residents.follower_count, account_id(POPULAR)),
        "leaderboard": partial(rated.leaders, GAMES[0], SPEEDS[1], recent, 50),
        "leaderboard without recent matches": partial(rated.leaders, GAMES[-1], SPEEDS[-1], recent, 50),
        "watch: matches in progress": partial(store.lobby, now),
        "watch: 300 followed": partial(residents.followed, account_id(CURIOUS), now),
    }


def accounts_questions(store: Store) -> dict[str, Question]:
    """Return what the start page and the page of the account ask."""
    accounts, busy = AccountStore(store), holder(BUSY)
    return {
        "start: own matches": partial(store.matches_of, holder(ORDINARY)),
        "start: own matches of 10,000": partial(store.matches_of, busy),
        "start: 50 challenges": partial(ChallengeStore(store).open, busy),
        "start: running matches, of 10,000": partial(ChallengeStore(store).current, busy),
        "account": partial(accounts.account, account_id(ORDINARY)),
        "account: by name": partial(accounts.named, f"resident{ORDINARY}"),
        "account: session": partial(accounts.session, holder(-ORDINARY - 1)),
        "account: sessions": partial(accounts.sessions, account_id(ORDINARY)),
        "account: recovery codes": partial(accounts.code_count, account_id(ORDINARY)),
        "account: programs": partial(accounts.tokens, account_id(TOKENS - 1)),
        "account: 300 blocked": partial(BlockStore(store).blocked, account_id(CURIOUS)),
    }


def order_questions(store: Store) -> dict[str, Question]:
    """Return what the page of those who keep order asks."""
    order, now, owner = ModerationStore(store), time.time(), Account("", "", "", ROLES[-1], "", 0.0)
    return {
        "order: open reports": partial(order.open_reports, owner, 50),
        "order: somebody": partial(order.reports_about, holder(ORDINARY), owner, 50),
        "order: somebody with 500 reports": partial(order.reports_about, holder(BUSY), owner, 50),
        "order: log": partial(order.log, 1e12, 51),
        "order: 1,000 who are shut out": partial(shut_out, order, now),
        "order: rated play": partial(order.rated_play, GAMES[0], SPEEDS[1], now - 90 * DAY),
    }


async def shut_out(order: ModerationStore, now: float) -> None:
    """Ask for those who are shut out and the acts by which it was decided."""
    await order.acts([ban.act for ban in await order.shut_outs(now)])


def others(path: Path, store: Store) -> dict[str, Question]:
    """Return what the pages of tournaments and of settings, and that of a match, ask."""
    tournaments = TournamentStore(store)
    return {
        "tournaments": partial(tournaments.all, 50),
        "tournament of 500 after 9 rounds": partial(tournaments.load, "t0"),
        "tournament of 500, with its standings": partial(show_tournament, tournaments),
        "settings: facts": partial(house_facts, store, Settings("", 0, path), cast(Broker, None)),
        "match": partial(store.header, match_id(500_000)),
        "match: its rating": partial(RatingStore(store).changes, match_id(500_000)),
        "match: chat": partial(store.chat_lines, match_id(1_000)),
    }


async def show_tournament(tournaments: TournamentStore) -> None:
    """Ask for a tournament, and compute its standings."""
    if state := await tournaments.load("t0"):
        view_tournament(Scoreboard(state, standings_of(state), {}, 0.0), "")


if __name__ == "__main__":
    main()
