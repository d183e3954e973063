"""A scene: what one seat sees, said once for every surface.

Places lie on a lattice of unit squares; `x` runs right and `y` down.  A scene
holds no colour, no pixel and no rule of a game.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ludoteka.core.message import Message, Value

MOST_PIECES = 10_000  # kept for all matches
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
    arrows: tuple[int, ...] = ()  # the ways it can go, in eighths of a turn clockwise from where it faces
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


class PanelEntry(NamedTuple):
    """A line of the side panel."""

    label: Message
    value: Value


class Scene(NamedTuple):
    """Everything a surface draws, plus the ways to act as paths of names.

    A game gives all but `paths` and `prompts`, which follow from its notation.
    """

    status: Message  # whose turn it is, or how it ended
    places: tuple[Place, ...]
    pieces: tuple[Piece, ...]
    paths: Mapping[Path, str] = MappingProxyType({})  # ("e2", "f2") -> the action text "e2-f2"
    marks: tuple[Mark, ...] = ()
    choices: tuple[Choice, ...] = ()
    dice: tuple[int, ...] = ()
    panel: tuple[PanelEntry, ...] = ()
    lines: tuple[Line, ...] = ()
    previews: Mapping[Path, tuple[Piece, ...]] = MappingProxyType({})  # a path -> what stands then on those places
    shortcuts: Mapping[Path, Path] = MappingProxyType({})  # further picks -> the path of the action they stand for
    prompts: Mapping[Path, Message] = MappingProxyType({})  # the names picked so far -> what is asked for next


def trie(paths: Mapping[Path, Any]) -> dict[str, Any]:
    """Fold paths into nested mappings: a name leads on, "" ends a path with what it leads to."""
    root: dict[str, Any] = {}
    for path, action in paths.items():
        node = root
        for name in path:
            node = node.setdefault(name, {})
        node[""] = action
    return root


@lru_cache(MOST_PIECES)
def with_id(piece: Piece, name: str) -> Piece:
    """Return a piece with an id; kept, as all matches of a game show the same few thousand."""
    return piece._replace(id=name)


def track_pieces(before: Scene | None, after: Scene) -> Scene:
    """Return `after` with piece ids carried on from `before` and marks for what moved or vanished.

    A piece that stands where its like stood is the same; of the rest, likes are paired in order;
    then one of the same seat on the same place (it changed its kind), or elsewhere (it moved as well).
    """
    unmoved, old = _unmoved(before.pieces if before else (), after.pieces)
    pieces = [known or piece for known, piece in zip(unmoved, after.pieces, strict=True)]
    new = [index for index, known in enumerate(unmoved) if known is None]  # the few that are not where they were
    was: dict[int, Piece] = {}  # index in after.pieces -> the piece of old it continues
    for same in (_alike, _changed, _changed_elsewhere):
        for index in new:
            match = next((one for one in old if same(one, pieces[index])), None) if index not in was else None
            if match:
                was[index] = match
                old.remove(match)
    fresh = _unused_ids(before)
    marks = [Mark("captured", piece.place) for piece in old]
    for index in new:
        one, piece = was.get(index), pieces[index]
        pieces[index] = with_id(piece, one.id if one else next(fresh))
        if one and one.place != piece.place:
            marks += [Mark("from", one.place), Mark("to", piece.place)]
        elif before and (one is None or one.kind != piece.kind):
            marks.append(Mark("to", piece.place))
    return after._replace(pieces=tuple(pieces), marks=(*after.marks, *marks))


def _unmoved(before: tuple[Piece, ...], after: tuple[Piece, ...]) -> tuple[list[Piece | None], list[Piece]]:
    """Return those of `after` that stand as they stood, with their ids, and what is left of `before`."""
    stood: dict[str, list[Piece]] = {}
    for piece in before:
        stood.setdefault(piece.place, []).append(piece)
    known: list[Piece | None] = []
    for piece in after:
        here = stood.get(piece.place)
        if here and here[0][:-1] == piece[:-1]:  # all but the id: quickly told, and nearly always so
            known.append(here.pop(0))
        else:
            known.append(_known(piece, here) if here else None)
    return known, [piece for left in stood.values() for piece in left]


def _known(piece: Piece, stood: list[Piece]) -> Piece | None:
    """Return a piece as it is known, if its like stood on its place; then it is taken from there."""
    for index, one in enumerate(stood):
        is_same = one[:-1] == piece[:-1]
        if is_same or (one.kind == piece.kind and one.seat == piece.seat and one.facing == piece.facing):
            del stood[index]
            return one if is_same else with_id(piece, one.id)
    return None


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
