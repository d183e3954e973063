"""Paths that depend on the action alone: made once for all matches of a game, with their texts and their JSON."""

import json
from collections.abc import Mapping
from typing import Final

from ludoteka.core.scene import Path

DASH: Final = "-"  # between the names of a path


class FixedPaths:
    """The paths of all actions of a game that declares them (`core.notation.Notation`): each has two names."""

    def __init__(self, paths: Mapping[int, Path]) -> None:
        self.paths = paths
        self.actions = {path: action for action, path in paths.items()}
        # By action, as soon as it is needed: the JSON of the first name of its path, and of what follows
        self._parts: list[tuple[bytes, bytes] | None] = [None] * (max(paths) + 1)

    def encode(self, actions: list[int]) -> bytes:
        """Return the trie of these actions as JSON."""
        parts = self._parts
        branches: dict[bytes, list[bytes]] = {}
        for action in actions:
            pair = parts[action]
            if pair is None:
                pair = parts[action] = self._encode_path(action)
            first, rest = pair
            rests = branches.get(first)
            if rests is None:
                branches[first] = [rest]
            else:
                rests.append(rest)
        return b"{%s}" % b",".join([b"%s:{%s}" % (first, b",".join(rests)) for first, rests in branches.items()])

    def _encode_path(self, action: int) -> tuple[bytes, bytes]:
        names = (*self.paths[action], DASH.join(self.paths[action]))
        first, second, text = [json.dumps(name, ensure_ascii=False).encode() for name in names]
        return first, b'%s:{"":%s}' % (second, text)
