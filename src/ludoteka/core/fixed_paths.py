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
        # By action, as soon as it is needed: how the JSON of all paths with its first name begins, and what follows
        self._parts: list[tuple[bytes, bytes] | None] = [None] * (max(paths) + 1)
        self._beginnings: dict[str, bytes] = {}  # by first name

    def encode(self, actions: list[int]) -> bytes:
        """Return the trie of these actions as JSON."""
        parts = self._parts
        branches: dict[bytes, list[bytes]] = {}
        branch: list[bytes] = []
        last = None
        for action in actions:
            first, rest = parts[action] or self._encode_path(action)
            if first is not last:  # most actions have the first name of the one before
                last, branch = first, branches.setdefault(first, [])
            branch.append(rest)
        return b"{%s}" % b",".join([first + b",".join(rests) + b"}" for first, rests in branches.items()])

    def _encode_path(self, action: int) -> tuple[bytes, bytes]:
        first, second = self.paths[action]
        beginning = self._beginnings.setdefault(first, b"%s:{" % _encode(first))
        parts = beginning, b'%s:{"":%s}' % (_encode(second), _encode(DASH.join(self.paths[action])))
        self._parts[action] = parts
        return parts


def _encode(name: str) -> bytes:
    return json.dumps(name, ensure_ascii=False).encode()
