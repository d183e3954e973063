"""The plain map of the log with what each player has done in vain: the check that a careful player makes before a step."""

from typing import Any

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.notes.chart import MOVES, WALL, Chart, Spot


class Trail(Chart):
    """The map as drawn so far, and what was known when each player last left each cell, and how often with just that."""

    def __init__(self) -> None:
        super().__init__()
        self.left: dict[tuple[str, Spot], tuple[tuple[Any, ...], int]] = {}

    def follow(self, entry: LogEntry) -> None:
        """Draw one entry of the log."""
        if entry.text in MOVES and entry.seat in self.at:
            known, times = self._known(), self.times_left(entry.seat, self.at[entry.seat])
            self.left[entry.seat, self.at[entry.seat]] = known, times + 1
        super().follow(entry)

    def _known(self) -> tuple[Any, ...]:
        """Return what differs as soon as anybody learns or gets something."""
        hands = tuple((tuple(sorted(hand.items.items())), hand.keys) for hand in self.hands.values())
        return len(self.kinds), len(self.sides), len(self.tried), sum(self.tried.values()), len(self.at), hands

    def is_known_wall(self, player: str, word: str) -> bool:
        """Tell whether a player has walked that way into a wall, or heard of one, and has got no other key since."""
        place = (self.at[player], word)
        return self.sides.get(place) == WALL and self.tried.get((*place, player), 0) == self.hands[player].keys

    def times_left(self, player: str, spot: Spot) -> int:
        """Return how often a player has left a cell since anybody learned something."""
        known, times = self.left.get((player, spot), (None, 0))
        return times if known == self._known() else 0

    def times_back(self, player: str, word: str) -> int:
        """Return how often a player has left the cell to which a step leads, since anybody learned something."""
        onto = self.at[player].beside(word)
        return self.times_left(player, self.carried.get(onto, onto))
