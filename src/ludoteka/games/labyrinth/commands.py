"""The command `maze`, which makes, checks and draws scenario files."""

import json
import secrets
from pathlib import Path
from typing import Any, BinaryIO

import click

from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth.generator import SIZES, Shape, scenario
from ludoteka.games.labyrinth.maze import OPPOSITE, Cell, Maze, beside, checked, climbs
from ludoteka.games.labyrinth.scene import SYMBOLS
from ludoteka.games.labyrinth.speech import ITEMS

LARGEST = 1 << 20  # bytes of a file; the largest maze needs about twenty thousand
WIDE, HIGH = 4, 2  # characters and lines between two corners of a drawing
MARKS = {"bank": "B", "shop": "S", "pit": "o", "river": "~", "swamp": "%", "spinner": "@", "mirror": "/", "cow": "W"}
ONE_WAY = {"north": "^", "south": "v", "west": "<", "east": ">"}
ITEM_MARKS = SYMBOLS | {"false-key": "f"}
THINGS = ITEMS | {
    "false-key": Message("false key"),
    "ladder": Message("ladder"),
    "exit": Message("exit"),
    "bank": Message("bank"),
    "shop": Message("shop"),
    "pit": Message("pit"),
    "river": Message("river"),
    "swamp": Message("swamp"),
    "spinner": Message("spinner"),
    "mirror": Message("mirror"),
    "cow": Message("cow"),
}


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
    "--surprises/--no-surprises", default=True, show_default=True, help="Whether there may be false keys and spinners."
)
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path), required=False)
def new(size: str, seed: str | None, surprises: bool, file: Path | None, **wishes: int | None) -> None:
    """Write a new labyrinth to FILE; without FILE, print it."""
    shape = SIZES[size]._replace(
        surprises=surprises, **{name: value for name, value in wishes.items() if value is not None}
    )
    if wishes["cells"] is not None and wishes["objects"] is None:
        shape = shape._replace(objects=shape.cells // Shape._field_defaults["objects"])
    maze = scenario(shape, (seed or secrets.token_hex(8)).encode())
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in maze.items())
    text = f"{{\n{lines}\n}}\n"
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
    maze = checked(read(file), players)
    return [
        Message(
            "This labyrinth can be played: {count} cell.",
            plural="This labyrinth can be played: {count} cells.",
            count=len(maze.cells),
        )
    ]


@COMMAND.command()
@click.argument("file", type=click.File("rb"))
def show(file: BinaryIO) -> list[Message | str]:
    """Draw the labyrinth in FILE.  The drawing shows everything: it is for moderators."""
    return plan(checked(read(file), 0))


def read(file: BinaryIO) -> Any:
    """Return the content of a scenario file.  Raises Refused: "too-large", "bad-json"."""
    content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise Refused("too-large", Message("The file is too large: a labyrinth takes at most a million bytes."))
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Refused("bad-json", Message("The file is not JSON.")) from error


def plan(maze: Maze) -> list[Message | str]:
    """Return the drawing of a maze line by line, floor by floor, with a legend at the end."""
    lines: list[Message | str] = []
    for floor in sorted({floor for _, _, floor in maze.cells}):
        lines += [Message("Floor {number}", number=floor), *_floor(maze, floor), ""]
    return [*lines, *_legend(maze)]


def _floor(maze: Maze, floor: int) -> list[str]:
    here = sorted(cell for cell in maze.cells if cell[2] == floor)
    left, top = min(x for x, _, _ in here), min(y for _, y, _ in here)
    wide, high = max(x for x, _, _ in here) - left + 1, max(y for _, y, _ in here) - top + 1
    page = [[" "] * (wide * WIDE + 1) for _ in range(high * HIGH + 1)]
    for cell in here:
        column, row = (cell[0] - left) * WIDE, (cell[1] - top) * HIGH
        for side in ONE_WAY:
            _draw_side(page, column, row, side, _side(maze, cell, side))
        for index, mark in enumerate(_marks(maze, cell)[: WIDE - 1]):
            page[row + 1][column + 1 + index] = mark
    return ["".join(line).rstrip() for line in page]


def _side(maze: Maze, cell: Cell, side: str) -> str:
    """Return the character of a side: "#" an exit, "|" a wall, an arrow for a one-way wall, " " a passage."""
    other = beside(cell, side)
    if (cell, side) in maze.exits:
        return "#"
    if other not in maze.cells or (cell, side) in maze.walls:
        return "|"
    if (cell, side) in maze.one_way:
        return ONE_WAY[side]
    return ONE_WAY[OPPOSITE[side]] if (other, OPPOSITE[side]) in maze.one_way else " "


def _draw_side(page: list[list[str]], column: int, row: int, side: str, mark: str) -> None:
    for line, place in ((row, column), (row, column + WIDE), (row + HIGH, column), (row + HIGH, column + WIDE)):
        page[line][place] = "+"
    if side in ("north", "south"):
        line = row if side == "north" else row + HIGH
        for index in range(column + 1, column + WIDE):
            page[line][index] = "-" if mark == "|" else mark
    else:
        page[row + 1][column if side == "west" else column + WIDE] = mark


def _marks(maze: Maze, cell: Cell) -> str:
    """Return the letters in a cell: its ladder and hatches, or its object, and then the items on the floor."""
    if cell in climbs(maze):
        mark = "H" + "#" * sum((cell, side) in maze.exits for side in ("up", "down"))
    else:
        thing = maze.things.get(cell)
        mark = (thing.face or MARKS[thing.kind]) if thing else ""
    return mark + "".join(ITEM_MARKS[item] for place, item, _ in maze.items if place == cell)


def _legend(maze: Maze) -> list[Message]:
    kinds = {thing.kind for thing in maze.things.values()}
    named = {"/": "mirror"} if "mirror" in kinds else {}
    named |= {"#": "exit"} | ({"H": "ladder"} if maze.ladders else {})
    named |= {MARKS[kind]: kind for kind in sorted(kinds)} | {ITEM_MARKS[item]: item for _, item, _ in maze.items}
    ways = Message("{marks}  can be passed in this direction only", marks=" ".join(ONE_WAY.values()))
    return [ways, *(Message("{mark}  {thing}", mark=mark, thing=THINGS[thing]) for mark, thing in named.items())]
