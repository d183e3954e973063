"""Play matches of computers against each other, and write them as data."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteka.commands import reader, say
from ludoteka.commands._game_command import GameCommand, game_option
from ludoteka.commands._options import PATH, default_option, require_extra
from ludoteka.core.message import Message

if TYPE_CHECKING:
    from ludoteka.research.selfplay import Plan


@click.command("selfplay", cls=GameCommand)
@click.argument("game")
@default_option("--games", default=100, type=click.IntRange(1), help="How many games the folder shall hold.")
@click.option(
    "--level",
    "levels",
    multiple=True,
    type=int,
    help="A level of the computer that plays. Give several, and they take the seats in turn.",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="PLAYER",
    help="Another player, as in ludoteka arena: random, search:depth=N, and so on.",
)
@game_option(help="Set an option of the game; ludoteka selfplay GAME --help lists them.")
@click.option(
    "--out", required=True, type=PATH, help="The folder for the data; in the same folder, the command goes on."
)
@default_option("--seed", default=1, type=int, help="The number from which all throws and choices follow.")
@click.option(
    "--opening", type=click.IntRange(0), help="The number of random plies at the start; by default 4, or 0 with dice."
)
@click.option("--plies", type=click.IntRange(1), help="Break a longer game off; by default after 10000 plies.")
@default_option("--go", default="movetime 1000", help="How long engines think: what follows `go` in UGI.")
@click.option("--tensors", is_flag=True, help="Also write what each seat sees as numbers, for programs that learn.")
@default_option("--part", default=1000, type=click.IntRange(1), help="How many games are written into one file.")
@default_option("--processes", default=1, type=click.IntRange(1, 256), help="How many processes play at once.")
@click.option(
    "--cluster",
    default="",
    metavar="ADDRESS",
    help="Let the machines of a Ray cluster play, such as 192.168.0.5:6379. Needs the extra `ray`.",
)
def command(
    game: str,
    games: int,
    levels: tuple[int, ...],
    players: tuple[str, ...],
    options: tuple[str, ...],
    out: Path,
    processes: int,
    cluster: str,
    **wishes: Any,
) -> None:
    """Play matches of computers in GAME, and write them as Parquet files (docs/research/data.md).

    The players are those of ludoteka arena. Without any, the usual level plays against itself.
    """
    require_extra("ludoteka selfplay")
    from ludoteka.core.twins import require_compiler

    require_compiler()
    from ludoteka.games import find_game
    from ludoteka.players.levels import usual_level
    from ludoteka.research.selfplay import create_plan
    from ludoteka.terminal.tables.setups import parse_options

    known = find_game(game)
    names = [*(f"level:{level}" for level in levels), *players] or [f"level:{usual_level(known)}"]
    chosen = parse_options(known, options, between_computers=True)
    plan = create_plan(known, names, options=chosen, **wishes)
    _produce(plan, games, out, processes=processes, cluster=cluster)


def _produce(plan: "Plan", count: int, folder: Path, **wishes: Any) -> None:
    """Play with a progress bar, and say how to go on if somebody interrupts it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ludoteka.research.selfplay import produce

    columns = TextColumn(reader().say(Message("games"))), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=count)

        def report(done: int, part: str) -> None:
            bar.update(task, completed=done)
            if part:
                bar.console.print(part, markup=False, highlight=False)

        try:
            produce(plan, count, folder, report, **wishes)
        except KeyboardInterrupt:
            done = int(bar.tasks[task].completed)
            text = Message(
                "Interrupted. Games in the folder: {done} of {count}. Run the same command again to go on.",
                done=done,
                count=count,
            )
            bar.stop()
            say(text, err=True)
            raise
    say(
        Message("{folder} holds {count} game.", plural="{folder} holds {count} games.", folder=str(folder), count=count)
    )
