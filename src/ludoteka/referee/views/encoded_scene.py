"""A scene encoded as JSON, part by part, once for all clients that see the same scene."""

from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any, Final

import msgspec

from ludoteka.core.board_previews import BoardPreviews, DrawStack, Numbers
from ludoteka.core.legal_paths import LegalPaths, LegalPrompts
from ludoteka.core.message import Message, plain_value
from ludoteka.core.paths import list_paths
from ludoteka.core.scene import (
    MOST_PIECES,
    Captured,
    Choice,
    Legend,
    Line,
    Mark,
    PanelEntry,
    Path,
    Piece,
    Place,
    Scene,
    Stack,
)
from ludoteka.surfaces.lattice import CENTRE, PlacedPiece, arrange_pieces, bounds, coordinates

encode = msgspec.json.Encoder().encode
EMPTY_LIST: Final = msgspec.Raw(b"[]")
Parts = dict[str, msgspec.Raw]
DIGITS: Final = 4  # of offsets and sizes, after the point
NO_ACTIONS: Final[Parts] = dict.fromkeys(("paths", "previews", "foreseen", "prompts"), EMPTY_LIST)


class EncodedScene:
    """The parts of one scene with tracked pieces, in stacks, and marks, ready to be sent whole or as a change of an earlier scene.

    `redraw` returns the scene again with its paths; it is called only while the scene is the newest.
    """

    def __init__(
        self, scene: Scene, stacks: Sequence[Stack], marks: Sequence[Mark], status: Message, redraw: Callable[[], Scene]
    ) -> None:
        self._scene: Scene | None = scene  # None once `release` was called
        self._redraw = redraw
        self.parts: Parts = {
            "status": _raw(status.plain()),
            "marks": msgspec.Raw(_encode_marks(tuple(marks))),
            "focus": _raw(scene.focus),
            "choices": _encode_choices(scene.choices),
            "dice": _encode_list(scene.dice),
            "captured": _encode_captured(scene.captured),
            "panel": _encode_panel(scene.panel),
        }
        self.position = object()  # scenes whose actions are the same share it
        self._stacks = stacks
        # What the pieces stand on, in the order of BOARD
        self._board: Sequence[Any] = (
            scene.places,
            scene.lines,
            scene.ornaments,
            scene.courses,
            scene.dice_at,
            scene.legend,
        )
        self._actions: Parts = {}
        # The earlier scene from which the last change was built, and this change
        self._change: tuple[EncodedScene | None, dict[str, Any]] = None, {}

    def release(self) -> None:
        """Free what was only needed for the clients that were shown the scene at once."""
        self._scene, self._actions, self._change = None, {}, (None, {})

    @property
    def actions(self) -> Parts:
        """The paths with their previews, marks and prompts, for people who may act."""
        if not self._actions:
            scene = self._scene or self._redraw()
            self._actions = {
                "paths": _encode_paths(scene.paths),
                "previews": _encode_previews(scene.previews),
                "foreseen": _encode_by_path(scene.foreseen, _encode_marks),
                "prompts": _encode_prompts(scene.prompts),
            }
        return self._actions

    @property
    def _pieces(self) -> list[Piece]:
        return [*chain.from_iterable(self._stacks)]

    def _encode_board(self, names: Container[str]) -> Parts:
        """Return the named parts of what the pieces stand on; with the places comes the rim around them."""
        named = [(name, part) for name, part in zip(BOARD, self._board, strict=True) if name in names]
        parts = {name: BOARD[name](part) for name, part in named}
        if "places" in parts:
            places = self._board[0]
            columns, rows = coordinates(places)
            parts |= {
                "bounds": _raw(bounds(places)),
                "columns": _raw(list(columns.items())),
                "rows": _raw(list(rows.items())),
            }
        return parts

    def build_whole(self, shows_actions: bool) -> dict[str, Any]:
        pieces = [_encode_piece(piece) for piece in arrange_pieces(self._pieces)]
        actions = self.actions if shows_actions else NO_ACTIONS
        return {**self.parts, **actions, **self._encode_board(BOARD), "pieces": pieces}

    def build_change(self, before: "EncodedScene", shows_actions: bool, showed_actions: bool) -> dict[str, Any]:
        """Return what differs from the scene `before`; `showed_actions` tells whether it was sent with its actions."""
        if self._change[0] is not before:  # kept for other clients that saw the same scene before
            self.compare(before, before._pieces, self._pieces)
        change = self._change[1]
        if shows_actions and (not showed_actions or before.position is not self.position):
            return change | self.actions
        return change | NO_ACTIONS if showed_actions and not shows_actions else change

    def compare(self, before: "EncodedScene", was: Sequence[Piece], now: Sequence[Piece]) -> None:
        """Find and keep what differs from an earlier scene, whose pieces were `was` where they may differ from `now`.

        What does not differ is shared with the earlier scene.
        """
        change: dict[str, Any] = {}
        for name, raw in before.parts.items():
            if self.parts[name] == raw:
                self.parts[name] = raw
            else:
                change[name] = self.parts[name]
        if self._board != before._board:
            pairs = [*zip(BOARD, self._board, before._board, strict=True)]
            self._board = tuple([was if part == was else part for _, part, was in pairs])
            change |= self._encode_board({name for name, part, was in pairs if part != was})
        else:
            self._board = before._board
        old = {piece.piece.id: piece for piece in arrange_pieces(was)}
        moved = [_encode_piece(piece) for piece in arrange_pieces(now) if old.pop(piece.piece.id, None) != piece]
        if moved or old:
            change["pieces"] = {"set": moved, "gone": list(old)}
        self._change = before, change


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(encode(value))


def _encode_list(items: Sequence[Any]) -> msgspec.Raw:
    return _raw(items) if items else EMPTY_LIST


def _encode_paths(paths: Mapping[Path, str]) -> msgspec.Raw:
    return msgspec.Raw(paths.encode()) if isinstance(paths, LegalPaths) else _encode_list(list_paths(paths))


def _encode_previews(previews: Mapping[Path, Stack]) -> msgspec.Raw:
    if isinstance(previews, BoardPreviews):
        return _encode_by_path(previews.numbers, partial(_encode_numbers, previews.stack))
    return _encode_by_path(previews, _encode_stack)


def _encode_prompts(prompts: Mapping[Path, Message]) -> msgspec.Raw:
    if isinstance(prompts, LegalPrompts):
        return msgspec.Raw(prompts.encode())
    return _encode_by_path(prompts, lambda prompt: encode(prompt.plain()))


def _encode_by_path(values: Mapping[Path, Any], encode_value: Callable[[Any], bytes]) -> msgspec.Raw:
    """Return pairs of a value, which `encode_value` returns as JSON, and the paths that have it."""
    by_value: defaultdict[bytes, list[Path]] = defaultdict(list)
    for path, value in values.items():
        by_value[encode_value(value)].append(path)
    return _encode_list([(msgspec.Raw(json), paths) for json, paths in by_value.items()])


def _plain_mark(mark: Mark) -> dict[str, str]:
    plain = {"kind": mark.kind, "place": mark.place}
    return plain | {"to": mark.to} if mark.to else plain


def _plain_legend(legend: Legend) -> dict[str, Any]:
    entries = [
        entry._asdict() | {"label": entry.label.plain(), "value": plain_value(entry.value)} for entry in legend.entries
    ]
    return {"title": legend.title.plain(), "entries": entries, "text": legend.text.plain()}


# What follows is encoded once for all matches: they show the same few thousand choices, values and pieces


@lru_cache(MOST_PIECES)
def _encode_place(place: Place) -> msgspec.Raw:
    return _raw(place._asdict() | {"label": place.label and place.label.plain()})


@lru_cache(MOST_PIECES)
def _encode_line(line: Line) -> msgspec.Raw:
    return _raw(line._asdict())


@lru_cache(MOST_PIECES)
def _encode_marks(marks: tuple[Mark, ...]) -> bytes:
    return encode([*map(_plain_mark, marks)])


@lru_cache(MOST_PIECES)
def _encode_choices(choices: tuple[Choice, ...]) -> msgspec.Raw:
    return _encode_list([*map(_encode_choice, choices)])


@lru_cache(MOST_PIECES)
def _encode_choice(choice: Choice) -> msgspec.Raw:
    """Return a choice without what it does not have."""
    plain = choice._asdict() | {"label": choice.label.plain(), "words": choice.words and choice.words.plain()}
    return _raw({name: value for name, value in plain.items() if value})


@lru_cache(MOST_PIECES)
def _encode_captured(captured: tuple[Captured, ...]) -> msgspec.Raw:
    return _encode_list([one._asdict() | {"label": one.label.plain()} for one in captured])


@lru_cache(MOST_PIECES)
def _encode_panel(panel: tuple[PanelEntry, ...]) -> msgspec.Raw:
    return _encode_list([{"label": label.plain(), "value": plain_value(value)} for label, value in panel])


@lru_cache(MOST_PIECES)
def _encode_stack(pieces: Stack) -> bytes:
    return encode([*map(_encode_piece, arrange_pieces(pieces))])


@lru_cache(MOST_PIECES)
def _encode_numbers(draw: DrawStack, numbers: Numbers) -> bytes:
    """Return the pieces in some slots of a board as JSON."""
    return b"[%s]" % b",".join(filter(None, [_encode_slot(draw, slot, number) for slot, number in numbers]))


@lru_cache(MOST_PIECES)
def _encode_slot(draw: DrawStack, slot: int, number: int) -> bytes:
    """Return the pieces in a slot as JSON, without brackets around them."""
    return b",".join([encode(_encode_piece(piece)) for piece in arrange_pieces(draw(slot, number))])


@lru_cache(MOST_PIECES)
def _encode_piece(placed: PlacedPiece) -> msgspec.Raw:
    """Return a piece as JSON."""
    return _raw(_plain_piece(placed))


def _plain_piece(placed: PlacedPiece) -> dict[str, Any]:
    piece, stand, counter = placed
    plain = piece._asdict() | {"label": piece.label.plain()}
    if stand != CENTRE:
        plain["stand"] = _rounded(stand)
    if counter:
        plain["counter"] = _rounded(counter)
    if not piece.arrows:
        del plain["arrows"]
    if not piece.numeral:
        del plain["numeral"]
    return plain


def _rounded(numbers: Any) -> list[Any]:
    """Round offsets and sizes.  They are not declared as `float`, so that integers stay integers when this is compiled."""
    return [round(number, DIGITS) for number in numbers]


# How each part of what the pieces stand on is encoded
BOARD: Final[Mapping[str, Callable[[Any], msgspec.Raw]]] = {
    "places": lambda places: _encode_list([*map(_encode_place, places)]),
    "lines": lambda lines: _encode_list([*map(_encode_line, lines)]),
    "ornaments": lambda ornaments: _encode_list([ornament._asdict() for ornament in ornaments]),
    "courses": _encode_list,
    "dice_at": _raw,
    "legend": lambda legend: _raw(legend and _plain_legend(legend)),
}
