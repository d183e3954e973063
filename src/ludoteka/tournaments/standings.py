"""Standings: points, and tie-breaks named as in the FIDE handbook (C.07)."""

from collections.abc import Callable
from typing import NamedTuple

from ludoteka.tournaments.arena import arena_points, is_on_streak
from ludoteka.tournaments.knockout import placings
from ludoteka.tournaments.model import TournamentProgress, exact

Measure = Callable[[TournamentProgress, str], float]


class StandingsLine(NamedTuple):
    """A line of the standings."""

    rank: int  # shared by players whom no tie-break separates
    player: str
    points: float
    tie_breaks: tuple[float, ...]  # in the order of `TIE_BREAKS`
    won: int
    drawn: int
    lost: int
    is_on_streak: bool
    is_in: bool


def buchholz(progress: TournamentProgress, player: str) -> float:
    """Return the sum of the points of a player's opponents, averaged per table.

    A bye counts as an opponent with the player's own points.
    """
    return exact(sum(progress.opponents_points(player)))


def buchholz_cut_1(progress: TournamentProgress, player: str) -> float:
    """Return Buchholz without the weakest opponent or table."""
    points = progress.opponents_points(player)
    return exact(sum(points) - min(points, default=0.0))


def sonneborn_berger(progress: TournamentProgress, player: str) -> float:
    """Return the points of beaten opponents plus half the points of opponents drawn with.

    At a table of more than two, it is the mean over the opponents.
    """
    total = 0.0
    for one in progress.results[player]:
        met = one.opponents or (player,)
        scores = one.against or (one.score,)
        total += sum([score * progress.points(other) for score, other in zip(scores, met, strict=True)]) / len(met)
    return exact(total)


def wins(progress: TournamentProgress, player: str) -> float:
    """Return the number of a player's wins at the board."""
    return float(sum([one.is_win and not one.is_bye for one in progress.results[player]]))


def direct_encounter(progress: TournamentProgress, player: str) -> float:
    """Return a player's points against players with equal points."""
    mine = progress.points(player)
    equals = {one for one in progress.entries if one != player and progress.points(one) == mine}
    return sum(one.score for one in progress.results[player] if not equals.isdisjoint(one.opponents))


TIE_BREAKS: dict[str, dict[str, Measure]] = {
    "arena": {"wins": wins},
    "swiss": {
        "buchholz-cut-1": buchholz_cut_1,
        "buchholz": buchholz,
        "sonneborn-berger": sonneborn_berger,
        "wins": wins,
    },
    "round-robin": {"direct-encounter": direct_encounter, "sonneborn-berger": sonneborn_berger, "wins": wins},
    "knockout": {},
}


def standings(kind: str, progress: TournamentProgress) -> list[StandingsLine]:
    """Return the standings, best first; players still tied share a rank and are listed by seed."""
    placed = placings(progress) if kind == "knockout" else {}

    def points(player: str) -> float:
        if kind == "arena":
            return arena_points(progress.results[player])
        return placed[player] if kind == "knockout" else progress.points(player)

    keys = {
        player: (points(player), *(measure(progress, player) for measure in TIE_BREAKS[kind].values()))
        for player in progress.entries
    }
    order = sorted(progress.entries, key=lambda player: tuple(-number for number in keys[player]))
    lines: list[StandingsLine] = []
    for place, player in enumerate(order, 1):
        rank = lines[-1].rank if lines and keys[lines[-1].player] == keys[player] else place
        lines.append(_line(progress, rank, player, keys[player]))
    return lines


def _line(progress: TournamentProgress, rank: int, player: str, key: tuple[float, ...]) -> StandingsLine:
    results = progress.results[player]
    won, lost = sum([one.is_win for one in results]), sum([one.is_loss for one in results])
    drawn = len(results) - won - lost
    streak, entry = is_on_streak(results), progress.entries[player]
    return StandingsLine(rank, player, key[0], key[1:], won, drawn, lost, streak, entry.is_in)
