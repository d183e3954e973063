"""Paths that depend on the action alone: made once for all matches of a game, with their texts and their JSON."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ludoteka.core.derived import Derived
from ludoteka.core.scene import Path

DASH: Final = "-"  # between the names of a path


class FixedPaths:
    """The paths of all actions of a game that declares them (`core.notation.Notation`): each has two names."""

    def __init__(self, paths: Mapping[int, Path]) -> None:
        self.paths = paths
        self.actions = {path: action for action, path in paths.items()}
        self._parts = _EncodedParts(paths)

    def encode(self, actions: Sequence[int]) -> bytes:
        """Return the trie of these actions as JSON."""
        parts = self._parts
        branches: dict[bytes, list[bytes]] = defaultdict(list)
        for action in actions:
            first, rest = parts[action]
            branches[first].append(rest)
        return b"{%s}" % b",".join([b"%s:{%s}" % (first, b",".join(rests)) for first, rests in branches.items()])


class _EncodedParts(dict[int, tuple[bytes, bytes]]):
    """By action: the JSON of the first name of its path, and of what follows; made when it is first needed."""

    def __init__(self, paths: Mapping[int, Path]) -> None:
        super().__init__()
        self._paths = paths

    def __missing__(self, action: int) -> tuple[bytes, bytes]:
        names = (*self._paths[action], DASH.join(self._paths[action]))
        first, second, text = (json.dumps(name, ensure_ascii=False).encode() for name in names)
        self[action] = first, b'%s:{"":%s}' % (second, text)
        return self[action]


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
