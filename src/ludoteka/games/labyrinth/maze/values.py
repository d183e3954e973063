"""Readers for the parts of a scenario; a malformed value is refused as bad-scenario, with its place."""

from collections.abc import Mapping
from typing import Any

from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth.maze.graph import STEPS, Cell, Side
from ludoteka.games.labyrinth.play.state import FARTHEST

SHOWN = 40  # characters of a wrong value that a refusal quotes


def bad(place: str, reason: Message) -> Refused:
    """Return the refusal of a value at a place in a scenario."""
    return Refused("bad-scenario", Message("{place}: {reason}", place=place, reason=reason))


def mapping_of(value: Any, place: str, keys: tuple[str, ...]) -> dict[str, Any]:
    """Return a mapping with exactly these keys."""
    if not isinstance(value, dict):
        raise bad(place, Message("this must be a JSON object."))
    for key in keys:
        if key not in value:
            raise bad(place, Message("{key} is missing.", key=key))
    for key in value:
        if key not in keys:
            raise bad(place, Message("{key} is not known here.", key=str(key)[:SHOWN]))
    return value


def list_of(value: Any, place: str, most: int) -> list[Any]:
    """Return a list with at most `most` entries."""
    if not isinstance(value, list):
        raise bad(place, Message("this must be a list."))
    if len(value) > most:
        raise bad(place, Message("this list is too long; the maximum length is {count}.", count=most))
    return value


def whole_number(value: Any, place: str, least: int, most: int) -> int:
    """Return an integer within bounds; neither true nor 1.0 counts as 1."""
    if type(value) is not int or not least <= value <= most:
        raise bad(place, Message("this must be a whole number from {least} to {most}.", least=least, most=most))
    return value


def word_of(value: Any, place: str, words: tuple[str, ...]) -> str:
    """Return one of these words."""
    if type(value) is not str or value not in words:
        raise bad(place, Message("this must be one of: {words}.", words=", ".join(words)))
    return value


def point_of(value: Any, place: str) -> Cell:
    """Return the coordinates of a cell that may or may not exist."""
    if not isinstance(value, list) or len(value) != 3:
        raise bad(place, Message("a cell is three numbers: x, y and floor."))
    x, y, floor = (whole_number(value[index], f"{place}[{index}]", -FARTHEST, FARTHEST) for index in range(3))
    return (x, y, floor)


def cell_of(value: Any, place: str, cells: Mapping[Cell, int]) -> Cell:
    """Return a cell of the maze."""
    cell = point_of(value, place)
    if cell not in cells:
        raise bad(place, Message("there is no such cell."))
    return cell


def side_of(value: Any, place: str, cells: Mapping[Cell, int], ways: tuple[str, ...] = tuple(STEPS)) -> Side:
    """Return a side of a cell of the maze."""
    if not isinstance(value, list) or len(value) != 2:
        raise bad(place, Message("a side is a cell and a direction."))
    return cell_of(value[0], f"{place}[0]", cells), word_of(value[1], f"{place}[1]", ways)
