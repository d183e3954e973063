"""The plain map of the log with what each player has done in vain: the check that a careful player makes before a step."""

from typing import Any, NamedTuple

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.notes.chart import MOVES, OPEN, WALL, Chart, Spot


class Trail(Chart):
    """The map as drawn so far, and what was known when each player last left each cell, and how often with just that."""

    def __init__(self) -> None:
        super().__init__()
        self.left: dict[tuple[str, Spot], tuple[tuple[Any, ...], int]] = {}
        self.known: tuple[Any, ...] = ()  # what differs as soon as anybody learns or gets something
        self.length = 0  # entries of the log so far
        self.latest = 0  # of them, up to the latest that was news

    def follow(self, entry: LogEntry) -> None:
        """Draw one entry of the log."""
        if entry.text in MOVES and entry.seat in self.at:
            times = self.times_left(entry.seat, self.at[entry.seat])
            self.left[entry.seat, self.at[entry.seat]] = self.known, times + 1
        super().follow(entry)
        self.length += 1
        known = self._known()
        if known != self.known:
            self.known, self.latest = known, self.length

    def _known(self) -> tuple[Any, ...]:
        hands = tuple((tuple(sorted(hand.items.items())), hand.keys) for hand in self.hands.values())
        return len(self.kinds), len(self.sides), len(self.tried), sum(self.tried.values()), len(self.at), hands

    def is_known_wall(self, player: str, spot: Spot, word: str) -> bool:
        """Tell whether a player has walked that way into a wall, or heard of one, and has got no other key since."""
        place = (spot, word)
        return self.sides.get(place) == WALL and self.tried.get((*place, player), 0) == self.hands[player].keys

    def times_left(self, player: str, spot: Spot) -> int:
        """Return how often a player has left a cell since anybody learned something."""
        known, times = self.left.get((player, spot), (None, 0))
        return times if known == self.known else 0


class Outlook(NamedTuple):
    """What a careful player foresees on the plain map, and which steps it accepts.

    A place is a cell of the plain map, or None as soon as something will have been learned on the way there: nothing is in vain then.
    """

    trail: Trail
    player: str
    most_returns: int  # how often a step may lead to a cell that the player has left since anybody learned something
    needs_news: bool  # whether something must be learned at the end of the way

    @property
    def here(self) -> Spot:
        """Where the player is on the plain map."""
        return self.trail.at[self.player]

    def foresee(self, place: Spot | None, word: str) -> Spot | None:
        """Return the place to which a step leads."""
        if place is None or self.trail.sides.get((place, word)) != OPEN:
            return None
        onto = place.beside(word)
        there = self.trail.carried.get(onto, onto)
        return there if there in self.trail.kinds else None

    def accepts(self, place: Spot | None, word: str, visit: int = 0) -> bool:
        """Tell whether a step leads neither into a known wall nor back too often; `visit` is when somebody was last there."""
        if place is None:
            return True
        there = self.foresee(place, word)
        returns = 0 if there is None else self.trail.times_left(self.player, there)
        if there is not None and visit >= self.trail.latest:
            returns = max(1, returns)
        return returns <= self.most_returns and not self.trail.is_known_wall(self.player, place, word)

    def accepts_last(self, place: Spot | None, word: str) -> bool:
        """Tell whether a step is good enough to end the way for the sake of what is behind it."""
        return self.accepts(place, word) and not (self.needs_news and self.foresee(place, word))
