"""The actions at the root of a search in the order of their values."""

from collections.abc import Iterator, Mapping, Sequence

from ludoteka.search.analysis import Variation

NOTHING = -(1 << 40)  # less than any value


class Ranking:
    """The actions at the root, the best first, with what the search has found for each."""

    def __init__(
        self, legal: Sequence[int], offsets: Mapping[int, int], lines: int, repeated: Mapping[int, int]
    ) -> None:
        self.order = list(legal)
        self.repeated = repeated  # the values of the actions that repeat an earlier position
        self._offsets = offsets  # added to values when they are compared
        self._lines = lines  # how many of the best actions need an exact value
        self._found: dict[int, Variation] = {}
        self._worths: dict[int, int] = {}  # of the current depth: values with offsets, or bounds of those
        self._best: list[int] = []  # the highest of them, in descending order

    def begin(self) -> Iterator[int]:
        """Begin a new depth, and yield the actions in their order."""
        self._worths, self._best = {}, []
        yield from self.order

    def least(self, action: int) -> int:
        """Return the value above which the search must find the exact value of an action."""
        return (self._best[-1] if len(self._best) == self._lines else NOTHING) - self._offsets.get(action, 0)

    def enter(self, found: Variation) -> None:
        """Enter what the search has found for an action."""
        action = found.actions[0]
        self._found[action] = found
        self._worths[action] = found.value + self._offsets.get(action, 0)
        self._best = sorted([*self._best, self._worths[action]], reverse=True)[: self._lines]

    def sort(self) -> None:
        """Sort the actions by the values of this depth; those that were not searched come last, in their order."""
        self.order.sort(key=lambda action: -self._worths.get(action, NOTHING))

    @property
    def best_worth(self) -> int:
        """The value of the best action, with its offset."""
        return self._worths[self.order[0]]

    def best_lines(self) -> tuple[Variation, ...]:
        """Return what was found for the best actions."""
        return tuple(self._found[action] for action in self.order[: self._lines])
