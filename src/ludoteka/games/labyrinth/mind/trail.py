"""The plain map of the log with what each player has done in vain: the check that a careful player makes before a step."""

from typing import Any

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.notes.chart import MOVES, WALL, Chart, Spot


class Trail(Chart):
    """The map as drawn so far, and how much was known when each player last left each cell."""

    def __init__(self) -> None:
        super().__init__()
        self.left: dict[tuple[str, Spot], tuple[Any, ...]] = {}

    def follow(self, entry: LogEntry) -> None:
        """Draw one entry of the log."""
        if entry.text in MOVES and entry.seat in self.at:
            self.left[entry.seat, self.at[entry.seat]] = self._known()
        super().follow(entry)

    def _known(self) -> tuple[Any, ...]:
        """Return what differs as soon as anybody learns or gets something."""
        hands = tuple((tuple(sorted(hand.items.items())), hand.keys) for hand in self.hands.values())
        return len(self.kinds), len(self.sides), len(self.tried), sum(self.tried.values()), len(self.at), hands

    def is_known_wall(self, player: str, word: str) -> bool:
        """Tell whether a player has walked that way into a wall, or heard of one, and has got no other key since."""
        place = (self.at[player], word)
        return self.sides.get(place) == WALL and self.tried.get((*place, player), 0) == self.hands[player].keys

    def is_way_back(self, player: str, word: str) -> bool:
        """Tell whether a step leads back to where the player has been since anybody learned something."""
        onto = self.at[player].beside(word)
        before = self.left.get((player, self.carried.get(onto, onto)))
        return before is not None and before == self._known()
