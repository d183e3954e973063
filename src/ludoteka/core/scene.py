"""A scene: what one seat sees, described once for every surface.

Places are on a lattice of unit squares; `x` increases to the right and `y` downwards.  A scene contains no colours, no
pixels and no rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count
from types import MappingProxyType
from typing import Final, NamedTuple

from ludoteka.core.message import Message, Value

MOST_PIECES: Final = 10_000  # cached for all matches
Path = tuple[str, ...]  # the names picked for an action, in order: places and choices


class Place(NamedTuple):
    """Somewhere a piece can stand or a player can point."""

    name: str  # unique in the scene, and shown to people: "e4"
    x: float  # of the centre, in units
    y: float
    kind: str = "plain"
    label: Message | None = None  # what it is, if the name does not say so: "throne"
    sheet: str = ""  # the sheet that the place is part of; "" for one that readers can't move


class Piece(NamedTuple):
    """Something on a place."""

    kind: str
    seat: int
    place: str
    symbol: str  # one character, for the terminal
    label: Message
    facing: int = 0  # quarter turns clockwise, which turn with the board; 4 is upwards, 0 nowhere
    arrows: tuple[int, ...] = ()  # directions in which it can move, in eighths of a turn clockwise from where it faces
    numeral: str = ""  # how a terminal counts such pieces on one place: "1" for 1, 2, 3 …, "A" for A, B, C …
    id: str = ""  # the same in all scenes of one seat; assigned by `track_pieces`; the last field, so [:-1] is the rest


# Whether one piece may continue as another, in order of preference
SAME: Final[tuple[Callable[[Piece, Piece], bool], ...]] = (
    lambda one, other: one.kind == other.kind and one.seat == other.seat,
    lambda one, other: one.seat == other.seat and one.place == other.place,  # it changed its kind
    lambda one, other: one.seat == other.seat and one.seat >= 0,  # it also moved
)


class Mark(NamedTuple):
    """A highlight on a place, or an arrow to another: "from", "to", "captured", or a kind of the game's own."""

    kind: str
    place: str
    to: str = ""  # the place that an arrow points to; "" for a highlight


mark: Final = lru_cache(MOST_PIECES)(Mark)  # the same object for equal marks, which all matches show again and again


class Line(NamedTuple):
    """A line drawn between places: a wall, a passage, a road."""

    kind: str
    points: tuple[tuple[float, float], ...]  # two or more, in units
    sheet: str = ""


class Ornament(NamedTuple):
    """A picture below the places, which nobody can pick: the frog of a pond, a pattern of tiles."""

    kind: str
    x: float  # of its centre, in units
    y: float


class Choice(NamedTuple):
    """A name in a path that is not a place; shown as a button."""

    name: str
    label: Message
    words: Message | None = None  # what can be typed instead of the label, separated by commas
    kind: str = ""  # of the picture on the button, if it has one
    cell: tuple[int, int] | None = None  # column and row in a group of buttons, such as those of a compass
    beside: tuple[float, float] | None = None  # units from the place picked last, if the button stands there
    facing: int = 0  # if it does no more than turn the piece on the place picked last: where that piece then faces


class PanelEntry(NamedTuple):
    """A labelled value in the side panel."""

    label: Message
    value: Value


class LegendEntry(NamedTuple):
    """A kind of piece, and what there is to know about it."""

    kind: str
    seat: int
    symbol: str
    label: Message
    value: Value = ""


class Legend(NamedTuple):
    """Kinds of pieces in the order that matters in the game, and a sentence on it; shown beside the board."""

    title: Message
    entries: tuple[LegendEntry, ...]
    text: Message


class Captured(NamedTuple):
    """Pieces of one kind that have left the board."""

    kind: str
    seat: int  # whose they were
    symbol: str
    label: Message
    number: int  # at least one


class Scene(NamedTuple):
    """Everything that a surface draws, and the paths of the legal actions.

    A game fills in everything except `paths` and `prompts`, which the house derives from its notation.
    """

    status: Message  # whose turn it is, or how the game ended
    places: tuple[Place, ...]
    pieces: tuple[Piece, ...] = ()  # left to the house in a game with a board (`core.board`)
    paths: Mapping[Path, str] = MappingProxyType({})  # ("e2", "f2") -> the action text "e2-f2"
    marks: tuple[Mark, ...] = ()
    choices: tuple[Choice, ...] = ()
    dice: tuple[int, ...] = ()
    panel: tuple[PanelEntry, ...] = ()
    lines: tuple[Line, ...] = ()
    ornaments: tuple[Ornament, ...] = ()
    courses: tuple[tuple[str, ...], ...] = ()  # names of places in the order in which pieces walk, or backwards
    focus: str = ""  # the place where the reader is, whose sheet is drawn larger than the others
    dice_at: tuple[float, float] | None = None  # the centre of where the dice lie on the board, if they do, in units
    legend: Legend | None = None
    previews: Mapping[Path, tuple[Piece, ...]] = MappingProxyType({})  # a path -> pieces as it would place them
    foreseen: Mapping[Path, tuple[Mark, ...]] = MappingProxyType({})  # picks -> marks of what they would do
    shortcuts: Mapping[Path, Path] = MappingProxyType({})  # additional picks -> the path that they stand for
    prompts: Mapping[Path, Message] = MappingProxyType({})  # the names picked so far -> what to ask for next
    captured: tuple[Captured, ...] = ()  # in a game in which captured pieces don't stay on the board


@lru_cache(MOST_PIECES)
def with_id(piece: Piece, name: str) -> Piece:
    """Return a piece with an id.  Cached, because all matches of a game show the same few thousand pieces."""
    return piece._replace(id=name)


Stack = tuple[Piece, ...]  # pieces that belong together, from the bottom up


class TrackedPieces(NamedTuple):
    """The pieces of a scene with the ids of an earlier one, marks on what they did, and all pieces on the places that differ."""

    stacks: Sequence[Stack]  # the pieces of each slot of a board (`core.board`), or all pieces together
    marks: Sequence[Mark]
    old: Sequence[Piece]  # the pieces that were on these places
    new: Sequence[Piece]  # the pieces that are there now
    slots: Sequence[int] = ()  # of a board: what is in each slot

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces; put together each time, as few need them."""
        return tuple(chain.from_iterable(self.stacks))


def track_pieces(before: Scene | None, after: Scene) -> Scene:
    """Return `after` with the piece ids of `before`, and marks for pieces that moved or vanished.

    A piece keeps its id if one of the same kind, seat and facing stood on its place.  The others are paired in three
    rounds: equal kind and seat; then equal seat and place (the piece changed its kind); then equal seat (it also moved).
    """
    tracked = follow_pieces(before and before.pieces, after.pieces)
    return after._replace(pieces=tracked.pieces, marks=(*after.marks, *tracked.marks))


def follow_pieces(before: Sequence[Piece] | None, after: Sequence[Piece]) -> TrackedPieces:
    """Do for all pieces of a scene what `track_pieces` does, and tell where they differ from those `before`."""
    known = before or ()
    pieces, marks = continue_pieces(known, after, before)
    different = {*map(id, known)} ^ {*map(id, pieces)}
    places = {piece.place for piece in (*known, *pieces) if id(piece) in different}
    return TrackedPieces([tuple(pieces)], marks, _on_places(places, known), _on_places(places, pieces))


def continue_pieces(
    was: Sequence[Piece], now: Sequence[Piece], before: Iterable[Piece] | None
) -> tuple[list[Piece], list[Mark]]:
    """Return the pieces `now` with the ids of those that `was` on some places, and marks on what they did.

    `before` are all pieces of the earlier scene, also on other places; None if there is no such scene.
    """
    unmoved, old = _unmoved(was, now)
    pieces = [one or piece for one, piece in zip(unmoved, now, strict=True)]
    new = [index for index, one in enumerate(unmoved) if one is None]
    return pieces, _give_ids(before, pieces, new, old)


def _on_places(places: set[str], pieces: Sequence[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.place in places]


def _give_ids(before: Iterable[Piece] | None, pieces: list[Piece], new: list[int], old: list[Piece]) -> list[Mark]:
    """Give ids to the pieces at the indices `new`, which continue `old` ones where possible; return the marks."""
    was = _continued(pieces, new, old)
    fresh = _unused_ids(before or ()) if len(was) < len(new) else iter(())
    marks = [mark("captured", piece.place) for piece in old]
    for index in new:
        one, piece = was.get(index), pieces[index]
        pieces[index] = with_id(piece, one.id if one else next(fresh))
        if one and one.place != piece.place:
            marks += mark("from", one.place), mark("to", piece.place)
        elif before is not None and (one is None or one.kind != piece.kind):
            marks.append(mark("to", piece.place))
    return marks


def _unused_ids(before: Iterable[Piece]) -> Iterator[str]:
    """Yield ids that no piece has; a function, as a compiled generator expression is a list, which would never end."""
    used = {piece.id for piece in before}
    for number in count(1):
        if f"p{number}" not in used:
            yield f"p{number}"


def _continued(pieces: list[Piece], new: list[int], old: list[Piece]) -> dict[int, Piece]:
    """Remove from `old` the pieces that those at the indices `new` continue, and return them by index."""
    was: dict[int, Piece] = {}
    for same in SAME:
        for index in new if len(was) < len(new) else ():
            if index in was:
                continue
            for place, one in enumerate(old):
                if same(one, pieces[index]):
                    was[index] = old.pop(place)
                    break
    return was


def _unmoved(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[list[Piece | None], list[Piece]]:
    """Return the pieces of `after` that did not move, with their ids, and the unmatched pieces of `before`."""
    stood: dict[str, list[Piece]] = {}
    for piece in before:
        stood.setdefault(piece.place, []).append(piece)
    known: list[Piece | None] = []
    for piece in after:
        here = stood.get(piece.place)
        if here and here[0][:-1] == piece[:-1]:  # everything but the id; the common case, and quick to check
            known.append(here.pop(0))
        else:
            known.append(_known(piece, here) if here else None)
    return known, [piece for left in stood.values() for piece in left]


def _known(piece: Piece, stood: list[Piece]) -> Piece | None:
    """Return a piece with the id of a matching one that stood on the same place, and remove that one from `stood`."""
    for index, one in enumerate(stood):
        is_same = one[:-1] == piece[:-1]
        if is_same or (one.kind == piece.kind and one.seat == piece.seat and one.facing == piece.facing):
            del stood[index]
            return one if is_same else with_id(piece, one.id)
    return None
