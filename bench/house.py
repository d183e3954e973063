"""Memory, startup time and response times of a house."""

import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

from ludoteka.arena.players import choose_at_random, level_player
from ludoteka.arena.tournament import SeatDice, clocked, play_on
from ludoteka.core.match import Match
from ludoteka.games import games

sys.path.append(str(Path(__file__).parent / "network"))  # which has more that is shared with the tests
from support import support

MATCHES, PLIES = 5, 100  # to measure the memory of a match
STARTS = 5
IMPORTS = 21
OPENING = 100  # random plies before response times are measured in games with throws


class House(NamedTuple):
    """The measurements of a running house."""

    megabytes: float  # of the idle process
    seconds_to_open: float  # median, from the command until the address is printed, with warm files


class Answers(NamedTuple):
    """How long a level thinks about a position."""

    level: int
    mean: float  # seconds
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


def seconds_to_import(statement: str) -> float:
    """Return how long an import takes in a new Python; the median with warm files."""
    timed = f"from time import perf_counter as now; began = now(); {statement}; print(now() - began)"

    def once() -> float:
        return float(subprocess.run([sys.executable, "-c", timed], check=True, stdout=subprocess.PIPE).stdout)  # noqa: S603 - our own

    return statistics.median(once() for _ in range(IMPORTS))


def _resident(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def kilobytes_of_a_match(name: str) -> tuple[float, float]:
    """Return how many kilobytes an open match with its players and a spectator takes, and its mean number of plies.

    What all matches share, such as cached pieces, does not count: the first match has filled the caches.
    """
    weighing = support("houses.weighing")
    weighing.watched_match(games()[name], PLIES)
    matches = [weighing.watched_match(games()[name], PLIES, seed) for seed in range(MATCHES)]
    kilobytes = [held / 1024 for held in weighing.bytes_held_by_each(matches)]
    return statistics.mean(kilobytes), statistics.mean(len(referee.actors) for referee, _ in matches)


def answers(name: str, levels: tuple[int, ...], plies: int = 12) -> list[Answers]:
    """Measure how long each level thinks in a match against itself, after the search is compiled."""
    game: Any = games()[name]
    measured = []
    for level in levels:
        seconds = [0, 0.0, 0.0]  # the number of decisions, their sum, the longest
        match, chance, dice = Match(game), random.Random(level), SeatDice("fair", str(level))
        seats = [seat.number for seat in game.seats(match.options)]
        begun = OPENING if game.throw else 0
        play_on(match, dict.fromkeys(seats, choose_at_random), dice, chance, begun)
        play_on(match, dict.fromkeys(seats, clocked(level_player(game, level), seconds)), dice, chance, begun + plies)
        measured.append(Answers(level, seconds[1] / max(1, seconds[0]), seconds[2]))
    return measured
