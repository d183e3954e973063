"""Paths that depend on the action alone: made once for all matches of a game, with their texts and their JSON."""

import json
from collections.abc import Mapping

from ludoteka.core.paths import DASH, path_entry
from ludoteka.core.scene import Path


class FixedPaths:
    """The paths of all actions of a game that declares them (`core.notation.Notation`)."""

    def __init__(self, paths: Mapping[int, Path]) -> None:
        self.paths = paths
        self.actions = {path: action for action, path in paths.items()}
        self._entries: list[bytes] = [b""] * (max(paths) + 1)  # by action: its path as JSON, once it was needed

    def encode(self, actions: list[int]) -> bytes:
        """Return the paths of these actions as JSON (`core.paths`)."""
        entries = self._entries
        return b"[%s]" % b",".join([entries[action] or self._encode_path(action) for action in actions])

    def _encode_path(self, action: int) -> bytes:
        path = self.paths[action]
        entry = json.dumps(path_entry(path, DASH.join(path)), ensure_ascii=False, separators=(",", ":")).encode()
        self._entries[action] = entry
        return entry
