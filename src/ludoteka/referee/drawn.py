"""A scene as it is sent: every part encoded once, for all who see the same."""

from functools import lru_cache
from typing import Any

import msgspec

from ludoteka.core.message import Message
from ludoteka.core.scene import MOST_PIECES, Path, Piece, Scene, trie

encoded = msgspec.json.Encoder().encode
NO_WAYS = msgspec.Raw(b"{}")
Parts = dict[str, msgspec.Raw]


class Drawn:
    """One scene, its parts and pieces as JSON.  Of an earlier one only what a change is told from is kept."""

    def __init__(self, scene: Scene, status: Message) -> None:
        self._scene: Scene | None = scene  # until the next is drawn
        self.parts: Parts = {
            "status": _raw(status.plain()),
            "marks": _raw([mark._asdict() for mark in scene.marks]),
            "choices": _raw([{"name": one.name, "label": one.label.plain()} for one in scene.choices]),
            "dice": _raw(scene.dice),
            "panel": _raw([{"label": one.label.plain(), "value": _plain(one.value)} for one in scene.panel]),
        }
        self.pieces = scene.pieces
        self._stands_on = scene.places, scene.lines
        self._ways: Parts = {}
        self._changed: tuple[Drawn | None, dict[str, Any]] = None, {}  # since the scene that was asked about last

    def pass_on(self) -> None:
        """Forget what only the last scene needs."""
        self._scene, self._ways, self._changed = None, {}, (None, {})

    @property
    def ways(self) -> Parts:
        """The ways to act, for who may."""
        if self._scene and not self._ways:
            prompts = {path: message.plain() for path, message in self._scene.prompts.items()}
            self._ways = {
                "paths": _raw(trie(self._scene.paths)),
                "previews": _raw(trie(_previews(self._scene))),
                "prompts": _raw(trie(prompts)),
            }
        return self._ways

    def _board(self) -> Parts:
        """Return what the pieces stand on."""
        places = [
            place._asdict() | {"label": place.label.plain() if place.label else None} for place in self._stands_on[0]
        ]
        return {"places": _raw(places), "lines": _raw([line._asdict() for line in self._stands_on[1]])}

    def whole(self, acts: bool) -> dict[str, Any]:
        """Return all of it."""
        pieces = [_drawn(piece) for piece in self.pieces]
        return {**self.parts, **(self.ways if acts else NOTHING), **self._board(), "pieces": pieces}

    def change(self, before: "Drawn", acts: bool, acted: bool) -> dict[str, Any]:
        """Return what is other than in `before`; `acts`, `acted`: whether the ways to act are, and were, shown."""
        change = self._change(before)
        if acts and (not acted or before is not self):
            return change | self.ways
        return change | NOTHING if acted and not acts else change

    def _change(self, before: "Drawn") -> dict[str, Any]:
        """Return what is other for whoever acts: for all who saw the same before it is worked out once."""
        if self._changed[0] is not before:
            change: dict[str, Any] = {name: raw for name, raw in self.parts.items() if raw != before.parts[name]}
            if self._stands_on != before._stands_on:
                change |= self._board()
            old = {piece.id: piece for piece in before.pieces}
            moved = [_drawn(piece) for piece in self.pieces if old.pop(piece.id, None) != piece]
            gone = list(old)
            if moved or gone:
                change["pieces"] = {"set": moved, "gone": gone}
            self._changed = before, change
        return self._changed[1]


NOTHING: Parts = {"paths": NO_WAYS, "previews": NO_WAYS, "prompts": NO_WAYS}


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(encoded(value))


def _previews(scene: Scene) -> dict[Path, list[dict[str, Any]]]:
    return {path: [_piece(piece) for piece in pieces] for path, pieces in scene.previews.items()}


@lru_cache(MOST_PIECES)
def _drawn(piece: Piece) -> msgspec.Raw:
    """Return a piece as JSON; kept, as all matches of a game show the same few thousand."""
    return _raw(_piece(piece))


def _piece(piece: Piece) -> dict[str, Any]:
    return piece._asdict() | {"label": piece.label.plain()}


def _plain(value: Any) -> Any:
    return value.plain() if isinstance(value, Message) else value
