"""Two weeks of a small house: what is abandoned goes, and the house stays as small and as quick to open as it was.

A campaign simulates a hundred thousand matches, the suite a hundredth of them.  The figures in docs/operating/keeping.md
come from here:
LUDOTEKA_CAMPAIGN=1 pytest tests/scale/test_two_weeks.py --log-cli-level=WARNING
"""

import asyncio
import logging
import time
from pathlib import Path
from random import Random

from houses import RunningHouse
from houses.stores import opened
from plugins.campaign import IS_CAMPAIGN

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.referee.events import FREE, Event, Occupant, Setup
from ludoteka.server.operations.retention import DAY, UNBEGUN_DAYS, Retention
from ludoteka.store import MatchStatus

logger = logging.getLogger(__name__)
MATCHES = 100_000 if IS_CAMPAIGN else 1000
LATER = UNBEGUN_DAYS + 2  # days after the last match, when all that never began is old enough to go
KEEP = 14.0  # days, the shortest sensible setting: everything that was left in the middle goes as well
AT_ONCE = 500  # matches stored side by side
KINDS = ("finished", "abandoned before the first move", "abandoned in the middle")
OVER = MatchStatus({"a": 1, "d": -1})
GUESTS = [f"{number:064}" for number in range(200)]


def played(chance, most=60):
    """The actions of a match of Tavlei at random, at most so many."""
    match = Match(games()["tavlei"], {})
    while len(match.actions) < most and match.legal():
        match.play(chance.choice(match.legal_texts()))
    return match.actions


class Weeks:
    """The matches of two weeks, of which a third each are finished, never begun, and left in the middle."""

    def __init__(self, now, seed=0):
        self._chance = Random(seed)
        self._scripts = [played(self._chance) for _ in range(20)]
        self._begin = now - (LATER + 14) * DAY

    def match(self, number):
        """The match of this number, its log and its status."""
        kind = KINDS[number % len(KINDS)]
        made_at = self._begin + 14 * DAY * number / MATCHES
        host, guest = self._chance.sample(GUESTS, 2)
        opponent = Occupant("person", 0, guest) if kind != KINDS[1] else FREE
        seats = {"a": Occupant("person", 0, host), "d": opponent}
        setup = Setup(f"m{number:011}", "tavlei", 1, {"repetition": "draw"}, b"seed", seats, made_at, host=host)
        script = self._chance.choice(self._scripts)
        length = {KINDS[0]: len(script), KINDS[1]: 0, KINDS[2]: 9}[kind]
        log = [
            Event(ply, "act", "ad"[1 - ply % 2], text, f"{number}-{ply}", made_at + ply)
            for ply, text in enumerate(script[:length], 1)
        ]
        public = setup._replace(visibility="public")
        return public, log, OVER if kind == KINDS[0] else MatchStatus(awaited="a")


async def lived(place, now):
    """Store two weeks of matches, and delete what is abandoned; return the number of matches that are gone."""
    weeks, gone = Weeks(now), 0
    async with opened(place) as store:
        for first in range(0, MATCHES, AT_ONCE):
            numbers = range(first, min(MATCHES, first + AT_ONCE))
            await asyncio.gather(*(store.create(*weeks.match(number)) for number in numbers))
        retention = Retention(store, lambda: now, lambda: (), KEEP)
        while deleted := await retention.delete_abandoned():
            gone += deleted
    return gone


def measured(folder):
    """Open a house; return the seconds to open it and to list the lobby, and its memory in bytes."""
    begun = time.monotonic()
    with RunningHouse(folder) as house, house.guest() as guest:
        opening = time.monotonic() - begun
        begun = time.monotonic()
        lobby = guest.get("/api/lobby").json()
        listing = time.monotonic() - begun
        lines = Path(f"/proc/{house.process.pid}/status").read_text().splitlines()
        memory = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS"))
    return lobby, opening, listing, memory


def test_after_two_weeks_a_house_holds_only_what_is_finished(tmp_path):
    now = time.time()
    (tmp_path / "empty").mkdir()
    _, *before = measured(tmp_path / "empty")

    gone = asyncio.run(lived(tmp_path / "ludoteka.sqlite", now))
    size = (tmp_path / "ludoteka.sqlite").stat().st_size
    lobby, *after = measured(tmp_path)

    finished = -(-MATCHES // len(KINDS))
    assert gone == MATCHES - finished
    assert lobby == {"open": [], "playing": []}
    logger.warning(
        "%d matches, %d finished ones stay; file %.1f MB, %.1f kB a finished match",
        *(MATCHES, finished, size / 1e6, size / 1e3 / finished),
    )
    for name, old, new in zip(("opening", "lobby", "memory"), before, after, strict=True):
        logger.warning("%s: %.3f in an empty house, %.3f now", name, old, new)
    assert after[2] < before[2] + (16 << 20), "the memory of a house does not grow with what it has stored"
