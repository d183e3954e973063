"""Ways on a survey: how far the cells are, and which word begins the way there."""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from ludoteka.games.labyrinth.maze.graph import COMPASS, OPPOSITE
from ludoteka.games.labyrinth.mind.survey import Survey
from ludoteka.games.labyrinth.mind.trail import Outlook
from ludoteka.games.labyrinth.notes.chart import CARRIERS, OPEN, PLAIN, WORDS, Spot

SWAMP = 1.0  # turns that a swamp costs
DOUBT = 0.3  # turns that are added for a passage that is known from behind only


class Way(NamedTuple):
    """The shortest way to a cell."""

    turns: float
    word: str  # the first step; "" if the player is there
    place: Spot | None  # where it ends on the plain map; None if the player will have learned something by then


def word_for(survey: Survey, spot: Spot, way: str, *, has_compass: bool) -> str:
    """Return the word that leads in a true direction from a cell."""
    turn = 0 if has_compass or way not in WORDS else survey.turns.get(spot, 0)
    return COMPASS[(COMPASS.index(way) - turn) % len(COMPASS)] if turn else way


def sides_of(survey: Survey, spot: Spot) -> tuple[str, ...]:
    """Return the directions in which a player may try to leave a cell."""
    return (*WORDS, "up", "down") if survey.kinds.get(spot, PLAIN) == "ladder" else WORDS


def step_end(survey: Survey, onto: Spot) -> Spot | None:
    """Return where a step onto a cell ends; None if that is not known."""
    kind = survey.kinds.get(onto)
    return None if kind is None or (kind in CARRIERS and onto not in survey.carried) else survey.carried.get(onto, onto)


def ways_from(survey: Survey, start: Spot, *, has_compass: bool, outlook: Outlook | None = None) -> dict[Spot, Way]:
    """Return the shortest known way to every cell that can be reached, the nearest first; `outlook` must accept each step."""
    found: dict[Spot, Way] = {}
    waiting: list[tuple[float, int, Spot, str, Spot | None]] = [(0.0, 0, start, "", outlook and outlook.here)]
    count = 0
    while waiting:
        turns, _, spot, first, place = heappop(waiting)
        if spot in found:
            continue
        found[spot] = Way(turns, first, place)
        for way, there, more in _steps(survey, spot):
            word = word_for(survey, spot, way, has_compass=has_compass)
            if there not in found and (outlook is None or outlook.accepts(place, word, survey.visits.get(there, 0))):
                count += 1
                onto = outlook and outlook.foresee(place, word)
                heappush(waiting, (turns + more, count, there, first or word, onto))
    return found


def _steps(survey: Survey, spot: Spot) -> Iterator[tuple[str, Spot, float]]:
    """Yield the known steps from a cell: direction, where it ends, turns."""
    for way in sides_of(survey, spot):
        onto = spot.beside(way)
        side = survey.sides.get((spot, way))
        if side == OPEN or (side is None and survey.sides.get((onto, OPPOSITE[way])) == OPEN):
            there = step_end(survey, onto)
            if there is not None:
                swamp = SWAMP if survey.kinds.get(there) == "swamp" else 0.0
                yield way, there, 1.0 + swamp + (0.0 if side else DOUBT)
