"""The benchmark report: `make bench` prints it and writes it to docs/bench.md."""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

from compiling import compiling
from house import answers, house, kilobytes_of_a_match, seconds_to_import
from installing import installing
from ludoteka.arena.tournament import MOST_PLIES, create_terms, play_duel
from ludoteka.core.game import Game
from ludoteka.games import games
from ludoteka.players.levels import LEVELS
from machine import machine
from playouts import Speed, speeds
from searching import searching

TARGETS = {  # plies per second, by game and by how its rules run
    ("tavlei", "compiled"): 10_000_000,
    ("tavlei", "interpreted"): 20_000,
    ("moksha", "compiled"): 500_000,
    ("quagmire", "compiled"): 5_000_000,
    ("scripta", "compiled"): 10_000_000,
}
SEARCH_TARGETS = {"tavlei": 3_000_000}  # positions per second
SIMULATION_TARGET = 60_000  # simulations per second, with the evaluation at the leaves
OURS = ("compiled", "interpreted")
BESIDE = {"board": "Boards of a similar size", "race": "Races with dice"}
LOWEST = (1, 2, 3)  # levels that play against random players
PAIRS = 20  # of games, to measure the strength of a level
SIZES = {"seats": ("bltr", "bt"), "pieces": (15, 3)}  # options that change the size of a game, and the values to try


def main() -> None:
    """Measure, print the report, and write it to a file if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    text = (
        "\n".join(
            [
                *heading(),
                *house_table(),
                *installing(),
                *network_tables(),
                *compiler_table(),
                *search_table(arguments.rounds),
                *strength_table(),
                *environment_tables(arguments.rounds),
                *playout_tables(arguments.rounds),
            ]
        )
        + "\n"
    )
    print(text)
    if arguments.write:
        arguments.write.write_text(text, "utf-8")


def heading() -> Iterator[str]:
    """Yield the title, the method and the machine."""
    yield "# Speed and size"
    yield ""
    yield "`make bench` measures these figures and writes this page. Machines differ and are rarely idle, so ratios are more reliable than"
    yield "absolute figures. All playouts ran alternately on one core within a few minutes; each figure is the median of several rounds."
    yield ""
    yield f"- {machine()}"
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "open_spiel"))
    yield f"- Python {platform.python_version()}, {packages}"
    yield ""


def house_table() -> Iterator[str]:
    """Measure memory and response times of a house, before this process loads the compiler."""
    opened = house()
    yield "## The house"
    yield ""
    yield "| what | measured | target |"
    yield "|---|---|---|"
    yield f"| memory of an idle server | {opened.megabytes:.0f} MB | under 150 MB |"
    yield f"| time from the command to the first page, on the second start | {opened.seconds_to_open:.2f} s | under 2 s |"
    for statement in ("import ludoteka", "from ludoteka import Match"):
        yield f"| time of `{statement}` | {seconds_to_import(statement) * 1000:.0f} ms | under 60 ms |"
    for name, game in games().items():
        size, plies = kilobytes_of_a_match(name)
        yield f"| memory of an open match of {game.title.text} with {plies:.0f} plies and a spectator | {size:.0f} kB | under 50 kB |"
    for name, game in games().items():
        if game.evaluation:
            for answer in answers(name, tuple(range(1, len(LEVELS) + 1))):
                target = "under 0.3 s" if answer.level <= 4 else "at most about 3 s"
                measured = f"mean {answer.mean:.3f} s, maximum {answer.longest:.3f} s"
                yield f"| {game.title.text}: response time of level {answer.level} | {measured} | {target} |"
    yield ""


def network_tables() -> Iterator[str]:
    """Measure moves over the network, in a separate process."""
    command = [sys.executable, str(Path(__file__).parent / "network" / "network.py")]
    yield subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603 - our own


def compiler_table() -> Iterator[str]:
    """Measure how long the searches take to compile."""
    measured = compiling()
    yield "## Compiling"
    yield ""
    yield "The searches are compiled one after the other in the background, as in a house. The table shows the processor time that each takes;"
    yield "the figure of the first game includes loading the compiler. A game without a search is never compiled in a house."
    yield ""
    yield "| game | cache miss | cache hit |"
    yield "|---|---|---|"
    for one in measured:
        yield f"| {one.game} | {one.cold:.1f} s | {one.from_cache:.2f} s |"
    cold, from_cache = sum(one.cold for one in measured), sum(one.from_cache for one in measured)
    yield f"| all | {cold:.1f} s (under 60 s) | {from_cache:.2f} s (under 2 s) |"
    yield ""


def search_table(rounds: int) -> Iterator[str]:
    """Measure how many positions or simulations a second the searches manage."""
    yield "## Searches, positions or simulations per second"
    yield ""
    yield "Each search thinks for two seconds about positions after some random plies. The last column says how many times as many two threads of one process manage together."
    yield "Monte Carlo tree search (mcts) counts simulations, each of which ends with an evaluation."
    yield ""
    yield "| game | search | per second | target | two threads (target 1.9×) |"
    yield "|---|---|---|---|---|"
    for one in searching(rounds):
        wanted = SIMULATION_TARGET if one.search == "mcts" else SEARCH_TARGETS.get(one.game)
        target = f"{wanted:,}" if wanted else ""
        ratio = one.in_two_threads / one.nodes_a_second
        yield f"| {one.game} | {one.search} | {one.nodes_a_second:,.0f} | {target} | {ratio:.2f}× |"
    yield ""


def strength_table() -> Iterator[str]:
    """Measure the lowest levels against random players."""
    yield "## The lowest levels against random players"
    yield ""
    yield f"Each row counts {PAIRS} pairs of games with sides swapped; with four seats, each player has two. [`ludoteka arena`](arena.md) compares any players."
    yield f"A game is drawn after {MOST_PLIES:,} plies."
    yield ""
    yield "| game | options | level | won | drawn | lost |"
    yield "|---|---|---|---|---|---|"
    for name, game in games().items():
        for options in _sizes(game) if game.evaluation else []:
            for level in LOWEST:
                terms = create_terms(game, options, 1, None, None)
                duels = [play_duel(terms, (f"level:{level}", "random"), number) for number in range(PAIRS)]
                scores = [one.score for duel in duels for one in duel.games]
                counts = " | ".join(str(scores.count(score)) for score in (1, 0.5, 0))
                named = ", ".join(f"{option} {value}" for option, value in options.items())
                yield f"| {name} | {named or 'defaults'} | {level} | {counts} |"
    yield ""


def _sizes(game: Game) -> list[dict[str, Any]]:
    """Return the options to measure a game with: the defaults, and those of its smallest and its two-player form."""
    sized = [
        {option.name: value}
        for option in game.options
        for value, _ in option.choices
        if value in SIZES.get(option.name, ())
    ]
    return sized or [{}]


def playout_tables(rounds: int) -> Iterator[str]:
    """Measure random playouts, ours and OpenSpiel's."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    measured = speeds(rounds)
    ours = [one for one in measured if one.how in OURS]
    peers = [one for one in measured if one.how not in OURS]
    yield "## Random playouts, plies per second"
    yield ""
    yield "Throws count as plies, in our games and in OpenSpiel's."
    yield ""
    yield "| game | rules | plies/s | target |"
    yield "|---|---|---|---|"
    for our in ours:
        target = TARGETS.get((our.game, our.how))
        yield f"| {our.game} | {our.how} | {our.plies_a_second:,.0f} | {f'{target:,}' if target else ''} |"
    yield ""
    yield "## Comparison with OpenSpiel"
    yield ""
    yield "*C++* stands for OpenSpiel's own random playouts, which never enter Python; *Python* for the same games driven from Python, as most"
    yield "users do. The other columns say how many times as fast our games are."
    for kind, title in BESIDE.items():
        yield ""
        yield f"### {title}"
        yield ""
        yield from _beside([our for our in ours if our.kind == kind], [peer for peer in peers if peer.kind == kind])


def environment_tables(rounds: int) -> Iterator[str]:
    """Measure environments for programs that learn, in a separate process."""
    command = [sys.executable, str(Path(__file__).parent / "research.py"), f"--rounds={rounds}"]
    yield subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603 - our own


def _beside(ours: list[Speed], peers: list[Speed]) -> Iterator[str]:
    yield "| OpenSpiel game | driven from | plies/s | " + " | ".join(f"{our.game}, {our.how}" for our in ours) + " |"
    yield "|---|---|---|" + "---|" * len(ours)
    for peer in peers:
        yield f"| {peer.game} | {peer.how} | {peer.plies_a_second:,.0f} | {_ratios(ours, peer)} |"


def _ratios(ours: list[Speed], peer: Speed) -> str:
    ratios = (our.plies_a_second / peer.plies_a_second for our in ours)
    return " | ".join(f"{ratio:.2g}×" if ratio < 100 else f"{ratio:.0f}×" for ratio in ratios)


if __name__ == "__main__":
    main()
