"""The legal paths of a position in a game with fixed paths, and their prompts: mappings, which cannot be compiled."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from ludoteka.core.fixed_paths import FixedPaths
from ludoteka.core.fixed_prompts import FixedPrompts
from ludoteka.core.message import Message
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


class LegalPrompts(Mapping[Path, Message]):
    """What to ask for on the way to the legal actions of one position; listed only for those who look into it."""

    def __init__(self, fixed: FixedPrompts, actions: list[int]) -> None:
        self._fixed = fixed
        self._actions = actions

    def encode(self) -> bytes:
        return self._fixed.encode(self._actions)

    @cached_property
    def _prompts(self) -> dict[Path, Message]:
        return self._fixed.by_picks(self._actions)

    def __getitem__(self, picks: Path) -> Message:
        return self._prompts[picks]

    def __iter__(self) -> Iterator[Path]:
        return iter(self._prompts)

    def __len__(self) -> int:
        return len(self._prompts)
