"""Paths that depend on the action alone: made once for all matches of a game, with their texts and their JSON."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ludoteka.core.derived import Derived
from ludoteka.core.scene import Path

DASH = "-"  # between the names of a path


class FixedPaths:
    """The paths of all actions of a game that declares them (`core.notation.Notation`): each has two names."""

    def __init__(self, paths: Mapping[int, Path]) -> None:
        self.paths = paths
        self.actions = {path: action for action, path in paths.items()}
        self._parts: dict[int, tuple[bytes, bytes]] = {}  # by action: the JSON of its first name, and of what follows

    def encode(self, actions: Sequence[int]) -> bytes:
        """Return the trie of these actions as JSON."""
        parts = self._parts
        branches: dict[bytes, list[bytes]] = defaultdict(list)
        for action in actions:
            if action not in parts:
                parts[action] = self._encode_parts(action)
            first, rest = parts[action]
            branches[first].append(rest)
        return b"{%s}" % b",".join([b"%s:{%s}" % (first, b",".join(rests)) for first, rests in branches.items()])

    def _encode_parts(self, action: int) -> tuple[bytes, bytes]:
        first, second, text = (
            json.dumps(name, ensure_ascii=False).encode()
            for name in (*self.paths[action], DASH.join(self.paths[action]))
        )
        return first, b'%s:{"":%s}' % (second, text)


class LegalPaths(Mapping[Path, str]):
    """The paths of the legal actions of one position and their texts; listed only for those who look into them."""

    def __init__(self, fixed: FixedPaths, actions: Sequence[int]) -> None:
        self._fixed = fixed
        self._actions = actions

    def encode(self) -> bytes:
        """Return the trie of the paths as JSON."""
        return self._fixed.encode(self._actions)

    @Derived
    def _texts(self) -> dict[Path, str]:
        paths = [self._fixed.paths[action] for action in self._actions]
        return {path: DASH.join(path) for path in paths}

    def __getitem__(self, path: Path) -> str:
        return self._texts[path]

    def __iter__(self) -> Iterator[Path]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._actions)
