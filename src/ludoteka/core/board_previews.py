"""The previews of a game with a board: a mapping, which cannot be compiled."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, starmap
from typing import TypeAlias

from ludoteka.core.scene import Path, Stack

DrawStack: TypeAlias = Callable[[int, int], Stack]  # the function `stack` of a board (`core.board`)
Numbers: TypeAlias = tuple[tuple[int, int], ...]  # some slots of a board, in order, and what is in them


class BoardPreviews(Mapping[Path, Stack]):
    """By path, what would be in some slots of a board; drawn only for those who look into it."""

    def __init__(self, stack: DrawStack, numbers: Mapping[Path, Numbers]) -> None:
        self.stack = stack
        self.numbers = numbers

    def __getitem__(self, path: Path) -> Stack:
        return tuple(chain.from_iterable(starmap(self.stack, self.numbers[path])))

    def __iter__(self) -> Iterator[Path]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)
