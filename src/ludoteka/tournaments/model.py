"""What pairings and standings are made from."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

Kind = Literal["arena", "swiss", "round-robin", "knockout"]
KINDS: tuple[str, ...] = get_args(Kind)
WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class Entry(NamedTuple):
    """Somebody who takes part."""

    player: str
    seed: int  # 1 for the strongest; no two entries have the same one
    is_in: bool = True  # False once they have withdrawn


class RoundPairing(NamedTuple):
    """Who meets in a round, in the order of the seats; somebody alone has a bye."""

    round: int  # 1, 2, …
    players: tuple[str, ...]
    scores: tuple[float, ...] | None = None  # None until the match is over

    @property
    def is_bye(self) -> bool:
        """Whether nobody plays against the only player."""
        return len(self.players) == 1


class Result(NamedTuple):
    """A pairing that is over, as one of its players sees it."""

    opponent: str  # "" for a bye
    score: float
    is_first: bool  # whether they had the first seat


class TournamentProgress:
    """The entries and pairings of a tournament so far."""

    def __init__(self, entries: Iterable[Entry], pairings: Sequence[RoundPairing]) -> None:
        self.entries = {one.player: one for one in sorted(entries, key=lambda one: one.seed)}
        self.pairings = pairings
        self.results: dict[str, list[Result]] = defaultdict(list)  # by player, oldest first
        for pairing in pairings:
            for result, player in _results(pairing):
                self.results[player].append(result)
        self._points = {player: sum(one.score for one in results) for player, results in self.results.items()}

    def points(self, player: str) -> float:
        """Return the sum of somebody's scores."""
        return self._points.get(player, 0.0)

    def ranked(self) -> list[str]:
        """Return those who have not withdrawn, by points and then by seed."""
        left = [one for one in self.entries.values() if one.is_in]
        return [one.player for one in sorted(left, key=lambda one: (-self.points(one.player), one.seed))]

    @property
    def last_round(self) -> int:
        """The number of the last round that was paired, or 0."""
        return max((one.round for one in self.pairings), default=0)

    @property
    def is_round_over(self) -> bool:
        """Whether all matches that were paired are over."""
        return all(one.scores is not None for one in self.pairings)


def _results(pairing: RoundPairing) -> Iterable[tuple[Result, str]]:
    if pairing.scores is None:
        return
    if pairing.is_bye:
        yield Result("", pairing.scores[0], is_first=False), pairing.players[0]
        return
    (first, second), (one, other) = pairing.players, pairing.scores
    yield Result(second, one, is_first=True), first
    yield Result(first, other, is_first=False), second
