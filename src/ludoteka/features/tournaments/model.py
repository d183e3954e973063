"""The data from which pairings and standings are computed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

Kind = Literal["arena", "swiss", "round-robin", "knockout"]
AT_TABLES: tuple[Kind, ...] = ("arena", "swiss")  # kinds that can have more than two players at a table
WIN, DRAW, LOSS = 1.0, 0.5, 0.0


class Entry(NamedTuple):
    """A player in a tournament."""

    player: str
    seed: int  # 1 for the strongest; unique
    is_in: bool = True  # False once they have withdrawn


class RoundPairing(NamedTuple):
    """The players at a table in a round, in seat order; a single player has a bye."""

    round: int  # 1, 2, …
    players: tuple[str, ...]
    scores: tuple[float, ...] | None = None  # None until the match is over

    @property
    def is_bye(self) -> bool:
        return len(self.players) == 1


class Result(NamedTuple):
    """A finished pairing, as one of its players sees it."""

    opponents: tuple[str, ...]  # none for a bye
    score: float
    seat: int = 0  # their seat, from 0
    against: tuple[float, ...] = ()  # the score against each opponent

    @property
    def is_bye(self) -> bool:
        return not self.opponents

    @property
    def is_win(self) -> bool:
        """Whether they placed above everybody else at the table."""
        return self.score == WIN


class TournamentProgress:
    """The entries and pairings of a tournament so far."""

    def __init__(self, entries: Iterable[Entry], pairings: Sequence[RoundPairing]) -> None:
        self.entries = {entry.player: entry for entry in sorted(entries, key=lambda one: one.seed)}
        self.pairings = pairings
        self.results: dict[str, list[Result]] = defaultdict(list)  # by player, oldest first
        for pairing in pairings:
            for result, player in _results(pairing):
                self.results[player].append(result)
        self._points = {player: exact(sum(one.score for one in found)) for player, found in self.results.items()}
        self._opponents_points: dict[str, list[float]] = {}  # a cache

    def points(self, player: str) -> float:
        """Return a player's total score."""
        return self._points.get(player, 0.0)

    def opponents_points(self, player: str) -> list[float]:
        """Return the points of a player's opponents, averaged per table.  For a bye, the player counts as their own opponent."""
        if player not in self._opponents_points:
            tables = [one.opponents or (player,) for one in self.results[player]]
            found = [sum([self.points(other) for other in table]) / len(table) for table in tables]
            self._opponents_points[player] = found
        return self._opponents_points[player]

    def ranked(self) -> list[str]:
        """Return the players who have not withdrawn, by points and then by seed."""
        left = [entry for entry in self.entries.values() if entry.is_in]
        return [one.player for one in sorted(left, key=lambda one: (-self.points(one.player), one.seed))]

    @property
    def last_round(self) -> int:
        """The number of the last round that was paired, or 0."""
        return max((pairing.round for pairing in self.pairings), default=0)


def exact(number: float) -> float:
    """Return a sum of fractions without floating-point error, so that equal sums compare equal."""
    return round(number, 6)


def table_scores(places: Sequence[Any]) -> tuple[float, ...]:
    """Return the scores at a table: the fraction of opponents beaten, with ties as half.

    `places` ranks the players; a greater value is better.
    """
    beaten = [sum(WIN * (mine > theirs) + DRAW * (mine == theirs) for theirs in places) - DRAW for mine in places]
    return tuple(one / (len(places) - 1) for one in beaten)


def _results(pairing: RoundPairing) -> Iterable[tuple[Result, str]]:
    players, scores = pairing.players, pairing.scores
    if scores is None:
        return
    for seat, (player, mine) in enumerate(zip(players, scores, strict=True)):
        opponents, theirs = players[:seat] + players[seat + 1 :], scores[:seat] + scores[seat + 1 :]
        yield Result(opponents, mine, seat, tuple([_against(mine, one) for one in theirs])), player


def _against(mine: float, theirs: float) -> float:
    """Return the score against one opponent; without scores, the match was called off."""
    if mine == theirs and mine > LOSS:
        return DRAW
    return WIN if mine > theirs else LOSS


class StoredTournament(NamedTuple):
    """The settings and progress of a tournament.  Times are in seconds since 1970, UTC."""

    id: str
    name: str
    host: str  # the holder who created it
    kind: str  # a `Kind`
    game: str
    options: dict[str, Any]
    clock: str
    rated: bool
    visibility: str  # "public" if it is listed, or "private" for people with the link
    rounds: int  # of a Swiss tournament; 0 for the default
    minutes: int  # of an arena
    made_at: float
    starts_at: float | None = None  # None if its host starts it
    started_at: float | None = None
    ended_at: float | None = None
    table_size: int = 2  # the most players at a table


class StoredEntry(NamedTuple):
    """A player in a tournament."""

    holder: str
    level: int  # of a computer, or 0
    rating: float
    joined_at: float
    seen_at: float  # when they last said that they are ready
    is_in: bool
    name: str | None = None  # None for computers and deleted accounts
    is_bot: bool = False


class StoredPairing(NamedTuple):
    """A pairing, with its match's result if that is over but the scores have not been stored yet."""

    round: int
    board: int
    match: str  # "" for a bye
    players: tuple[str, ...]  # the holders in seat order; a single one has a bye
    scores: tuple[float, ...] | None = None
    result: dict[str, int] | None = None
    forfeits: frozenset[str] = frozenset()  # the letters of seats that gave up, at a table of more than two


class TournamentRecord(NamedTuple):
    """A tournament with its entries and pairings."""

    tournament: StoredTournament
    entries: list[StoredEntry]  # in the order of their seeds
    pairings: list[StoredPairing]  # by round and board
