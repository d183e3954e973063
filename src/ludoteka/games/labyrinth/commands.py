"""The command `maze`, which makes, checks and draws scenario files."""

import json
import secrets
from pathlib import Path
from typing import Any, BinaryIO

import click

from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth.maze.drawing import plan
from ludoteka.games.labyrinth.maze.generator import SIZES, Shape, scenario
from ludoteka.games.labyrinth.maze.scenario import checked

LARGEST = 1 << 20  # bytes of a file; the largest maze needs about twenty thousand


@click.group("maze")
def COMMAND() -> None:  # noqa: N802 - the house finds the command by this name
    """Make, check and draw labyrinths."""


@COMMAND.command()
@click.option(
    "--size",
    type=click.Choice(list(SIZES)),
    default="medium",
    show_default=True,
    help="A preset for --floors, --cells, --loops and --objects.",
)
@click.option("--seed", help="Any text; the same text gives the same labyrinth.  Random by default.")
@click.option("--floors", type=int, help="Number of floors.")
@click.option("--cells", type=int, help="Number of cells on all floors together.")
@click.option("--loops", type=int, help="Percentage of the inner walls to remove.")
@click.option(
    "--objects",
    type=int,
    help="Number of objects, such as banks, pits and mirrors; by default about one for every five cells.",
)
@click.option("--players", type=int, help="Number of players who must be able to start.")
@click.option(
    "--surprises/--no-surprises",
    default=True,
    show_default=True,
    help="Whether there may be false keys and spinners.",
)
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path), required=False)
def new(size: str, seed: str | None, surprises: bool, file: Path | None, **wishes: int | None) -> None:
    """Write a new labyrinth to FILE; without FILE, print it."""
    shape = SIZES[size]._replace(
        surprises=surprises, **{name: value for name, value in wishes.items() if value is not None}
    )
    if wishes["cells"] is not None and wishes["objects"] is None:
        shape = shape._replace(objects=shape.cells // Shape._field_defaults["objects"])
    text = scenario_text(scenario(shape, (seed or secrets.token_hex(8)).encode()))
    if file is None:
        click.echo(text, nl=False)
        return
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        fault = Message("Cannot write {file}: {reason}.", file=str(file), reason=str(error.strerror))
        raise Refused("no-file", fault) from error


@COMMAND.command()
@click.argument("file", type=click.File("rb"))
@click.option("--players", type=int, default=1, show_default=True, help="Number of players who must be able to start.")
def check(file: BinaryIO, players: int) -> list[Message]:
    """Check whether the labyrinth in FILE can be played, and say what is wrong if it can't.  Use - for standard input."""
    maze = read(file)
    checked(maze, players)
    return [
        Message(
            "This labyrinth can be played: {count} cell.",
            plural="This labyrinth can be played: {count} cells.",
            count=len(maze["cells"]),
        )
    ]


@COMMAND.command()
@click.argument("file", type=click.File("rb"))
def show(file: BinaryIO) -> list[Message | str]:
    """Draw the labyrinth in FILE.  The drawing shows everything: it is for moderators."""
    maze = read(file)
    checked(maze, 0)
    return plan(maze)


def read(file: BinaryIO) -> Any:
    """Return the content of a scenario file.

    Raises:
        Refused: "too-large", "bad-json".
    """
    content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise Refused("too-large", Message("The file is too large: a labyrinth takes at most a million bytes."))
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Refused("bad-json", Message("The file is not JSON.")) from error


def scenario_text(maze: dict[str, Any]) -> str:
    """Return the text of a scenario file, with one line for each part of the maze."""
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in maze.items())
    return f"{{\n{lines}\n}}\n"
