"""Standings: points, and tie-breaks named as in the FIDE handbook (C.07)."""

import csv
import io
from collections.abc import Callable
from typing import NamedTuple

from ludoteka.tournaments.model import StoredEntry, TournamentProgress, exact
from ludoteka.tournaments.pairings import arena_points, is_on_streak, placings

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
        results, (points_of, *tie_breaks) = progress.results[player], keys[player]
        won, lost = sum([one.is_win for one in results]), sum([one.is_loss for one in results])
        lines.append(
            StandingsLine(
                rank,
                player,
                points_of,
                tuple(tie_breaks),
                won,
                len(results) - won - lost,
                lost,
                is_on_streak(results),
                progress.entries[player].is_in,
            )
        )
    return lines


FORMULA_SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # including full-width forms


def results_csv(kind: str, entries: dict[str, StoredEntry], lines: list[StandingsLine]) -> str:
    """Return the standings as CSV with a header; names can't act as spreadsheet formulas."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(["rank", "name", "level", "points", *TIE_BREAKS[kind], "won", "drawn", "lost"])
    for one in lines:
        entry = entries[one.player]
        name = entry.name or ""
        if name.lstrip().startswith(FORMULA_SIGNS):
            name = f"'{name}"  # which spreadsheet programs treat as text
        table.writerow([one.rank, name, entry.level or "", one.points, *one.tie_breaks, one.won, one.drawn, one.lost])
    return written.getvalue()
