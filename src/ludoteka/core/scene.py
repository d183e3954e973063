"""A scene: what one seat sees, said once for every surface.

Places lie on a lattice of unit squares; `x` runs right and `y` down.  A scene
holds no colour, no pixel and no rule of a game.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ludoteka.core.message import Message, Value

Path = tuple[str, ...]  # the names one picks, in order: places, piece ids, choices


class Place(NamedTuple):
    """Somewhere a piece can stand or a player can point."""

    name: str  # unique in the scene and shown to people: "e4"
    x: float  # the centre, in units
    y: float
    kind: str = "plain"
    label: Message | None = None  # what it is, where that is more than its name: "throne"
    sheet: str = ""  # the part of the board that a person may shift against the others; "" is fixed


class Piece(NamedTuple):
    """Something standing on a place."""

    kind: str
    seat: int
    place: str
    symbol: str  # one character, for the terminal
    label: Message
    facing: int = 0  # quarter turns clockwise, which turn with the board; 4 is upwards, 0 nowhere
    id: str = ""  # the same from scene to scene of one seat; given by `continued`


class Mark(NamedTuple):
    """Something to notice about a place: kind "from", "to", "captured", or a game's own."""

    kind: str
    place: str


class Line(NamedTuple):
    """Something drawn between places: a wall, a passage, a way to go."""

    kind: str
    points: tuple[tuple[float, float], ...]  # two or more, in units
    sheet: str = ""


class Choice(NamedTuple):
    """A name in a path that is no place: shown as a button."""

    name: str
    label: Message


class Entry(NamedTuple):
    """A line of the side panel."""

    label: Message
    value: Value


class Scene(NamedTuple):
    """Everything a surface draws, plus the ways to act as paths of names."""

    status: Message  # whose turn it is, or how it ended
    places: tuple[Place, ...]
    pieces: tuple[Piece, ...]
    paths: Mapping[Path, str]  # ("e2", "f2") -> the action text "e2-f2"
    marks: tuple[Mark, ...] = ()
    choices: tuple[Choice, ...] = ()
    dice: tuple[int, ...] = ()
    panel: tuple[Entry, ...] = ()
    lines: tuple[Line, ...] = ()
    previews: Mapping[Path, tuple[Piece, ...]] = MappingProxyType({})  # a path -> what stands then on those places


def trie(paths: Mapping[Path, Any]) -> dict[str, Any]:
    """Fold paths into nested mappings: a name leads on, "" ends a path with what it leads to."""
    root: dict[str, Any] = {}
    for path, action in paths.items():
        node = root
        for name in path:
            node = node.setdefault(name, {})
        node[""] = action
    return root


def continued(before: Scene | None, after: Scene) -> Scene:
    """Return `after` with piece ids carried on from `before` and marks for what moved or vanished.

    A piece that stands where its like stood is the same; of the rest, likes are paired in order;
    then one of the same seat on the same place (it changed its kind), or elsewhere (it moved as well).
    """
    left, ids = _unmoved(before.pieces if before else (), after.pieces)
    old = [piece for pieces in left.values() for piece in pieces]
    for same in (_alike, _changed, _changed_elsewhere):
        for index, piece in enumerate(after.pieces):
            if old and index not in ids:
                match = next((one for one in old if same(one, piece)), None)
                if match:
                    ids[index] = match
                    old.remove(match)
    fresh = _unused_ids(before)
    pieces = tuple(
        _named(piece, ids[index]) if index in ids else piece._replace(id=next(fresh))
        for index, piece in enumerate(after.pieces)
    )
    marks = [Mark("captured", piece.place) for piece in old]
    for index, piece in enumerate(pieces):
        if index in ids and ids[index].place != piece.place:
            marks += [Mark("from", ids[index].place), Mark("to", piece.place)]
        elif before and (index not in ids or ids[index].kind != piece.kind):
            marks.append(Mark("to", piece.place))
    return after._replace(pieces=pieces, marks=(*after.marks, *marks))


def _unmoved(
    before: tuple[Piece, ...], after: tuple[Piece, ...]
) -> tuple[dict[str, list[Piece]], dict[int, Piece]]:
    """Return by place the pieces of before that no longer stand, and by index in `after` those that do: most of them."""
    left: dict[str, list[Piece]] = {}
    for piece in before:
        left.setdefault(piece.place, []).append(piece)
    stands: dict[int, Piece] = {}
    for index, piece in enumerate(after):
        for one in left.get(piece.place, ()):
            if one.facing == piece.facing and _alike(one, piece):
                stands[index] = one
                left[piece.place].remove(one)
                break
    return left, stands


def _named(piece: Piece, known: Piece) -> Piece:
    """Return a piece under the id by which it is known; the very same where nothing else has changed."""
    return known if known[:-1] == piece[:-1] else piece._replace(id=known.id)


def _alike(one: Piece, other: Piece) -> bool:
    return one.kind == other.kind and one.seat == other.seat


def _changed(one: Piece, other: Piece) -> bool:
    return one.seat == other.seat and one.place == other.place


def _changed_elsewhere(one: Piece, other: Piece) -> bool:
    return one.seat == other.seat and one.seat >= 0


def _unused_ids(before: Scene | None) -> Any:
    used = {piece.id for piece in before.pieces} if before else set()
    number = 0
    while True:
        number += 1
        if f"p{number}" not in used:
            yield f"p{number}"
