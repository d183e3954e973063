"""Reasons why an action of Quagmire is refused: the first that applies, with its clause."""

from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Path
from ludoteka.games.quagmire.places import PASSING, PLACES, TEXTS, name_of
from ludoteka.games.quagmire.rules import (
    FACES,
    NOWHERE,
    PAWNS,
    QUAGMIRE,
    SEATS,
    START,
    TUSSOCK,
    Observation,
    edge,
    is_open,
    key,
    landing,
    obstacle,
    pushed_to,
    walk_end,
)

NAMES = {place.name for place in PLACES}
THROWS = tuple(f"r{face}" for face in range(1, FACES + 1))


def refusal(seen: Observation, path: Path) -> Refused:
    """Return the first reason that applies; places are named as on the board or in the seat's numbers."""
    name = path[0] if len(path) == 1 else ""
    if name not in {*NAMES, *TEXTS, PASSING, *THROWS}:
        return Refused("bad-text", Message("Pick the place of the pawn that you want to move."))
    if name in THROWS and seen.die:
        return Refused(
            "not-your-turn",
            Message("The die is already thrown and shows {die}. Now move a pawn (clause 1).", die=seen.die),
        )
    if seen.die == 0:
        return Refused("roll-first", Message("The die must be thrown first (clause 1)."))
    if name == PASSING:
        return Refused("must-move", Message("You can't pass while a pawn can move (clause 1)."))
    places = [place for place in pawns(seen, seen.turn) if name_of(seen.turn, place) == name]
    if places:
        place = places[0]
        return _refuse_number(seen, place) if place >= TUSSOCK and seen.die != key(place) else _refuse_walk(seen, place)
    if name in TEXTS:
        text = Message("None of your pawns is on {place} (clause 1).", place=name)
        return Refused("no-such-pawn", text, (name_of(seen.turn, TEXTS.index(name)),))
    if any(name_of(seat, place) == name for seat in range(SEATS) if seen.playing[seat] for place in pawns(seen, seat)):
        return Refused("no-such-pawn", Message("The pawn on {cell} is not yours.", cell=name), path)
    return Refused("no-such-pawn", Message("There is no pawn on {cell}.", cell=name), path)


def pawns(seen: Observation, seat: int) -> list[int]:
    """Return the places of the pawns of a seat."""
    return seen.pawns[seat * PAWNS : (seat + 1) * PAWNS]


def _refuse_number(seen: Observation, place: int) -> Refused:
    """Say which throw the pawn needs."""
    names = (name_of(seen.turn, place),)
    if place == START:
        return Refused("needs-six", Message("A pawn leaves the start only with a six (clause 2)."), names)
    if place == QUAGMIRE:
        return Refused("needs-six", Message("A pawn leaves the quagmire only with a six (clause 2)."), names)
    if key(place) == FACES:
        return Refused("needs-six", Message("A pawn leaves the third tussock only with a six (clause 7)."), names)
    if key(place) == 1:
        return Refused("needs-one", Message("A pawn leaves the first tussock only with a one (clause 7)."), names)
    return Refused("needs-three", Message("A pawn leaves the second tussock only with a three (clause 7)."), names)


def _refuse_walk(seen: Observation, place: int) -> Refused:
    """Say what keeps a pawn from moving by the number thrown."""
    outermost = edge(seen)
    if outermost < place < TUSSOCK:
        text = Message("The pawn on {place} is fixed and never moves again (clause 5).", place=TEXTS[place])
        return Refused("fixed-at-home", text, (name_of(seen.turn, place),))
    blocked = obstacle(seen, place, outermost) if place < TUSSOCK else NOWHERE
    if blocked != NOWHERE:
        cell = name_of(seen.turn, blocked)
        text = Message(
            "A pawn stands in the way on {place}, {cell} on the board (clause 3).", place=TEXTS[blocked], cell=cell
        )
        return Refused("path-blocked", text, (cell,))
    return _refuse_own_pawn(seen, place, walk_end(seen, place, outermost))


def _refuse_own_pawn(seen: Observation, place: int, end: int) -> Refused:
    """Say which pawn of the seat occupies the end of a move."""
    rest = landing(end)
    first = end if not is_open(seen, end, place) else rest
    corner = pushed_to(seen, first)
    names = {"place": TEXTS[corner], "cell": name_of(seen.turn, corner)}
    if corner != first:
        text = Message("The push would reach your own pawn on {place}, {cell} on the board (clause 7).", **names)
    elif rest < TUSSOCK and rest != end:
        text = Message("The cut leads to your own pawn on {place}, {cell} on the board (clause 6).", **names)
    else:
        text = Message("Your own pawn stands on {place}, {cell} on the board (clause 3).", **names)
    return Refused("own-pawn-there", text, (names["cell"],))
