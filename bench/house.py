"""Memory, startup time and response times of a house."""

import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

from ludoteka.core.match import Match
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.players.computer import warm_search
from ludoteka.referee.commands import Act
from ludoteka.referee.context import RefereeContext
from ludoteka.referee.events import Occupant
from ludoteka.referee.match_creation import create_setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import EVERYBODY_PRESENT
from ludoteka.server.rooms.subscribers import Subscriber, Subscribers
from strength import play

MATCHES, PLIES = 30, 100  # to measure the memory of a match; many, as the allocator reuses freed memory
STARTS = 5
OPENING = 100  # random plies before response times are measured in games with throws


class House(NamedTuple):
    """The measurements of a running house."""

    megabytes: float  # of the idle process
    seconds_to_open: float  # median, from the command until the address is printed, with warm files


class Answers(NamedTuple):
    """How long a level thinks about a position."""

    level: int
    median: float  # seconds
    longest: float


def house() -> House:
    """Open a house several times, and measure it after its first response."""
    seconds, megabytes = [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STARTS + 1):
            started = time.perf_counter()
            command = [sys.executable, "-m", "ludoteka", "serve", "--port", "0", "--data", folder]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own
                address = process.stdout.readline().split()[-1] if process.stdout else ""
                seconds.append(time.perf_counter() - started)
                urllib.request.urlopen(f"{address}api/health").close()  # noqa: S310 - our own
                megabytes = _resident(process.pid)
                process.terminate()
    return House(megabytes, statistics.median(seconds[1:]))


def _resident(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def kilobytes_of_a_match(name: str) -> tuple[float, float]:
    """Return how many kilobytes an open match with a spectator takes, and its mean number of plies."""
    chance = random.Random(1)
    for _ in range(MATCHES):  # which fill what all matches share
        _watched(name, chance)
    tracemalloc.start()
    matches = [_watched(name, chance) for _ in range(MATCHES)]
    taken = tracemalloc.get_traced_memory()[0] / MATCHES / 1024
    tracemalloc.stop()
    return taken, statistics.mean(len(one.moves) for one, _ in matches)


MOMENT = RefereeContext(0.0)


def _watched(name: str, chance: random.Random) -> tuple[Referee, Subscribers]:
    game = games()[name]
    options = game.check_options({})
    people = {one.letter: Occupant("person", 0, "guest") for one in game.seats(options)}
    referee = Referee(game, create_setup(game, options, people, "m"))
    subscribers = Subscribers(referee)
    for one in ("guest", "spectator"):
        subscribers.all.add(Subscriber(one, lambda message: None))
    for _ in range(PLIES):
        if referee.seat == NOBODY:
            break
        referee.accept(referee.decide_automatically(0.0) or referee.decide("guest", _act(referee, chance), MOMENT))
        subscribers.show(MOMENT, EVERYBODY_PRESENT)
    return referee, subscribers


def _act(referee: Referee, chance: random.Random) -> Act:
    """Return a legal command for the seat to act."""
    match = referee.match
    offers = match.offers()
    chance.shuffle(offers)
    action = next(one for one in offers if match.accepts(one))
    text = match.text_of(action)
    return Act(f"command-{referee.number}", referee.number, text)


def answers(name: str, levels: tuple[int, ...], plies: int = 12) -> list[Answers]:
    """Measure how long each level thinks in a match against itself, after the search is compiled."""
    game: Any = games()[name]
    search, measured = warm_search(game), []
    for level in levels:
        seconds: dict[int, list[float]] = {}
        match, chance = Match(game), random.Random(level)
        seats = [seat.number for seat in game.seats(match.options)]
        begun = OPENING if game.throw else 0
        play(match, search, dict.fromkeys(seats, 1), chance, {}, begun)
        play(match, search, dict.fromkeys(seats, level), chance, seconds, begun + plies)
        measured.append(Answers(level, statistics.median(seconds[level]), max(seconds[level])))
    return measured
