"""The legal paths of a position in a game with fixed paths: a mapping, which cannot be compiled."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from ludoteka.core.fixed_paths import FixedPaths
from ludoteka.core.scene import Path


class LegalPaths(Mapping[Path, str]):
    """The paths of the legal actions of one position and their texts; listed only for those who look into them."""

    def __init__(self, fixed: FixedPaths, actions: list[int]) -> None:
        self._fixed = fixed
        self._actions = actions

    def encode(self) -> bytes:
        return self._fixed.encode(self._actions)

    @cached_property
    def _texts(self) -> dict[Path, str]:
        paths = [self._fixed.paths[action] for action in self._actions]
        return {path: self._fixed.text(path) for path in paths}

    def __getitem__(self, path: Path) -> str:
        return self._texts[path]

    def __iter__(self) -> Iterator[Path]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._actions)
