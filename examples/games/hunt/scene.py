"""The scene of the hunt: the town and its ways, the hunters, and where the fugitive is or may be."""

from collections.abc import Iterator, Sequence

from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Choice, Line, Mark, PanelEntry, Piece, Place, Scene
from ludoteka.games.hunt import rules
from ludoteka.games.hunt.deduction import KINDS, Knowledge
from ludoteka.games.hunt.notation import HOW, MOVERS, SIDES, path

# In units: the distance between places, the distance between rows, and the radius of a place, at whose edge lines end.
SIDE, DOWN, RADIUS = 1.6, 1.35, 0.44
AT = tuple(complex(SIDE * (x + y % 2 / 2), DOWN * y) for y in range(6) for x in range(5 - y % 2))  # in rows of 5 and 4


def _line(way: int) -> Line:
    """Return the line of a way, from the edge of one place to the edge of the other."""
    kind, one, other = rules.WAYS[way : way + rules.WIDTH]
    start, end = AT[one - 1], AT[other - 1]
    rim = RADIUS * (end - start) / abs(end - start)
    return Line(KINDS[kind], tuple((point.real, point.imag) for point in (start + rim, end - rim)))


PLACES = tuple(Place(str(number), at.real, at.imag) for number, at in enumerate(AT, 1))
LINES = tuple(map(_line, range(0, len(rules.WAYS), rules.WIDTH)))


def scene(seen: Knowledge, actions: Sequence[int]) -> Scene:
    """Describe the town as one seat sees it.  A move can also be picked by its target alone."""
    town, paths = seen.town, [path(seen, action) for action in actions]
    return Scene(
        _status(town),
        PLACES,
        tuple(_piece(*one) for one in enumerate((town.place, *town.hunters)) if one[1] != rules.NOWHERE),
        marks=tuple(_marks(seen)),
        choices=tuple(Choice(name, how) for name, how in HOW.items() if name in {first for first, *_ in paths}),
        panel=tuple(_panel(town)),
        lines=LINES,
        shortcuts={one[1:]: one for one in paths if len(one) > 1},
    )


def _piece(number: int, place: int) -> Piece:
    return Piece("hunter" if number else "fugitive", min(number, 1), str(place), "F123"[number], MOVERS[number])


def _marks(seen: Knowledge) -> Iterator[Mark]:
    """Mark the places where the fugitive may be, as far as the hunters know, and the hunter to move."""
    if seen.town.winner == NOBODY:
        yield from (Mark("possible", str(place)) for place in sorted(seen.possible))
        if seen.town.mover > 0:
            yield Mark("mover", str(rules.standing(seen.town)))


def _panel(town: rules.Observation) -> Iterator[PanelEntry]:
    yield PanelEntry(Message("Rounds to go"), town.rounds)
    for title, (trams, boats) in zip(SIDES, (town.tickets[1:3], town.tickets[4:]), strict=True):
        yield PanelEntry(title, Message("{trams} by tram, {boats} by boat", trams=trams, boats=boats))


def _status(town: rules.Observation) -> Message:
    if town.winner == NOBODY:
        return Message("{mover} to move", mover=MOVERS[town.mover])
    return Message("The hunters win") if town.winner else Message("The fugitive wins")
