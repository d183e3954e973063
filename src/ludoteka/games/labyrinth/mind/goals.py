"""What is worth going to: sides whose other side is unknown, walls that may be exits, keys, and people to shoot.

The value of a goal is the probability that it brings what the player looks for.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ludoteka.games.labyrinth.maze.graph import OPPOSITE
from ludoteka.games.labyrinth.mind.survey import Survey
from ludoteka.games.labyrinth.mind.ways import sides_of, step_end
from ludoteka.games.labyrinth.notes.chart import OPEN, WALL, WORDS, Spot

EXISTS = (0.4, 0.5, 0.75, 0.9, 0.97)  # a cell beside so many known ones, of its four neighbours
FLOORS = 0.3  # a cell above or below a ladder
PASSAGE = 0.6  # between two cells, if neither side was seen
NEWS = 1.0  # the value of a new cell
SHORTCUT = 0.03  # of a passage between two cells that are known
FRONTIER = 0.6  # of a new cell for a player with a key, compared with an exit that is certainly there
EXIT = 1.0
KEY = 12.0  # of a key that lies somewhere
LAST = 1e-4  # of what is tried only when nothing else is left


class Goal(NamedTuple):
    """Something worth doing on a cell."""

    spot: Spot
    way: str  # the side to try there; "" if it is enough to be there
    value: float


def exists(survey: Survey, spot: Spot, way: str) -> float:
    """Return the probability that there is a cell behind a side."""
    beyond = spot.beside(way)
    if beyond in survey.kinds:
        return 1.0
    if way not in WORDS:
        return FLOORS
    return EXISTS[sum(beyond.beside(one) in survey.kinds for one in WORDS)]


def goals(survey: Survey, key: int | None, *, guesses: bool) -> Iterator[Goal]:
    """Yield the goals of a player with this key, or without one."""
    for spot in survey.kinds:
        for way in sides_of(survey, spot):
            value = _value(survey, spot, way, key, guesses)
            if value:
                yield Goal(spot, way, value)
        if any(isinstance(thing, int) and thing != key for thing in survey.lying.get(spot, ())):
            yield Goal(spot, "", KEY if key is None else LAST)


def _value(survey: Survey, spot: Spot, way: str, key: int | None, guesses: bool) -> float:
    """Return the value of trying one side."""
    side = survey.sides.get((spot, way))
    beyond = spot.beside(way)
    back = survey.sides.get((beyond, OPPOSITE[way]))
    if side == OPEN or (side is None and back == OPEN):
        return NEWS if step_end(survey, beyond) is None else 0.0
    chance = exists(survey, spot, way) if guesses or beyond in survey.kinds else 0.5
    value = 0.0
    if side is None:
        passes = PASSAGE if back is None else LAST
        value = passes * (chance * (NEWS if key is None else FRONTIER) if beyond not in survey.kinds else SHORTCUT)
    is_exit = key is not None and beyond not in survey.kinds and key not in survey.tried.get((spot, way), ())
    if is_exit:
        outer = 1.0 - chance
        value += EXIT * (outer / (outer + chance * (1.0 - PASSAGE)) if side == WALL else outer)
    return value
