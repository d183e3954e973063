"""Train the network of a game."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteka.commands import data_folder, reader
from ludoteka.commands._options import PATH, default_option
from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from ludoteka.core.game import Game
    from ludoteka.learning.trainer import Report, TrainingPlan


@click.command("train")
@click.argument("game")
@default_option("--games", default=40_000, type=click.IntRange(1), help="How many games to learn from.")
@default_option("--seed", default=1, help="The number from which all throws and first weights follow.")
@default_option("--processes", default=1, type=click.IntRange(1, 256), help="How many processes play at once.")
@default_option("--rate", default=0.2, type=click.FloatRange(0, 10, min_open=True), help="The size of the first steps.")
@default_option("--trace", default=0.7, type=click.FloatRange(0, 1), help="λ: how much of a result reaches back.")
@default_option("--measure-every", default=50, type=click.IntRange(1), help="Rounds between measurements.")
@default_option("--pairs", default=100, type=click.IntRange(1), help="Pairs of games in a measurement.")
@click.option(
    "--folder", type=PATH, help="Where the training is kept; in the same folder it goes on after an interruption."
)
@click.option(
    "--cluster",
    default="",
    metavar="ADDRESS",
    help="Let the machines of a Ray cluster play, such as 192.168.0.5:6379. Needs the extra `ray`.",
)
@click.option("--ship", is_flag=True, help="In the end, write the weights into the folder of the game too.")
def command(
    game: str, folder: Path | None, ship: bool, measure_every: int, pairs: int, cluster: str, **plan: Any
) -> Iterator[str]:
    """Train the network of GAME by play against itself, and measure it against the evaluation made by hand."""
    from ludoteka.core.twins import require_compiler

    require_compiler()
    from ludoteka.games import find_game
    from ludoteka.learning.trainer import TrainingPlan, write_network

    known = find_game(game)
    if known.training is None:
        raise Refused("no-training", Message("There is nothing to train in this game."))
    home, whole = folder or data_folder() / "training" / game, TrainingPlan(**plan)
    home.mkdir(parents=True, exist_ok=True)
    weights = _train(known, whole, home, measure_every=measure_every, pairs=pairs, cluster=cluster)
    origin = {"game": game, **whole._asdict(), "commit": _commit()}
    for file in [home / "network.json", *([known.training.file] if ship else [])]:
        write_network(file, weights, known.training.features.GROUPS, origin)
        yield str(file)


def _train(game: "Game", plan: "TrainingPlan", home: Path, **wishes: Any) -> Any:
    """Carry out a plan with a progress bar and a journal, and return the weights."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ludoteka.learning.journal import Journal
    from ludoteka.learning.scored_trainer import EPOCHS, train_on_scores
    from ludoteka.learning.trainer import train, training_of

    training = training_of(game)
    journal = Journal(home, training.options)
    columns = TextColumn(reader().say(Message("rounds"))), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=plan.rounds + (EPOCHS if training.scored else 0))

        def report(one: "Report") -> None:
            journal.write(one)
            bar.update(task, completed=one.rounds)
            if one.shares:  # of games won with each of the options
                won = journal.entries[-1]["won"].items()
                bar.console.print(f"{one.rounds}: " + ", ".join(f"{name} {share:.3f}" for name, share in won))
            if one.error is not None:
                bar.console.print(f"{one.rounds}: {one.error:.5f}")

        if training.scored:
            return train_on_scores(game, plan, home, report, cluster=wishes["cluster"]).weights
        return train(game, plan, home, report, **wishes).weights


def _commit() -> str:
    """Return the commit of the sources, with a plus if they were changed; the version outside a checkout."""
    from ludoteka import __version__

    git = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"]
    try:
        return subprocess.check_output(git, text=True, stderr=subprocess.DEVNULL).strip()  # noqa: S603 - a fixed command
    except (OSError, subprocess.CalledProcessError):
        return __version__
