"""Standings: points, and tie-breaks named as in the FIDE handbook (C.07)."""

import csv
import io
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ludoteka.core.game import Game
from ludoteka.features.tournaments import pairings
from ludoteka.features.tournaments.model import (
    LOSS,
    Entry,
    RoundPairing,
    StoredEntry,
    StoredPairing,
    StoredTournament,
    TournamentProgress,
    TournamentRecord,
    exact,
    table_scores,
)
from ludoteka.server.matches import TWO


class StandingsLine(NamedTuple):
    """A line of the standings."""

    rank: int  # shared by players whom no tie-break separates
    player: str
    points: float
    tie_breaks: tuple[float, ...]  # in the order of `TIE_BREAKS`
    won: int
    drawn: int
    lost: int  # at tables where somebody placed above them
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
    equals = {entry for entry in progress.entries if entry != player and progress.points(entry) == mine}
    return sum(one.score for one in progress.results[player] if not equals.isdisjoint(one.opponents))


TIE_BREAKS: dict[str, dict[str, Callable[[TournamentProgress, str], float]]] = {
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
    placed = pairings.placings(progress) if kind == "knockout" else {}

    def points(player: str) -> float:
        if kind == "arena":
            return pairings.arena_points(progress.results[player])
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
    won, lost = sum([result.is_win for result in results]), sum([LOSS in result.against for result in results])
    drawn = len(results) - won - lost
    streak, entry = pairings.is_on_streak(results), progress.entries[player]
    return StandingsLine(rank, player, key[0], key[1:], won, drawn, lost, streak, entry.is_in)


READY_SECONDS = 45.0  # for which a player in an arena counts as ready after saying so
LARGE_ENTRIES, LARGE_PAIRINGS = 100, 500  # up to which pairing a round takes milliseconds


def is_large(state: TournamentRecord) -> bool:
    """Tell whether a tournament's pairings should be computed outside the event loop."""
    return len(state.entries) > LARGE_ENTRIES or len(state.pairings) > LARGE_PAIRINGS


def progress_of(state: TournamentRecord) -> TournamentProgress:
    """Return the entries and pairings of a tournament, seeded by the ratings with which players joined."""
    entries = [Entry(one.holder, seed, one.is_in) for seed, one in enumerate(state.entries, 1)]
    return TournamentProgress(
        entries, [RoundPairing(pairing.round, pairing.players, pairing.scores) for pairing in state.pairings]
    )


def standings_of(state: TournamentRecord) -> list[StandingsLine]:
    """Return the standings of a tournament, best first."""
    return standings(state.tournament.kind, progress_of(state))


def next_pairings(state: TournamentRecord, now: float) -> list[RoundPairing]:
    """Return the pairings that are due now; none if the tournament is over or, in an arena, nobody can be paired.

    A round is due when all matches of the previous one are over.
    """
    tournament, progress = state.tournament, progress_of(state)
    if tournament.kind != "arena":
        return pairings.next_round(tournament.kind, progress, round_count(state) or 0, tournament.table_size)
    ready, computers = waiting(state, now), {entry.holder for entry in state.entries if entry.level}
    if tournament.table_size == TWO:
        return pairings.pair_arena(progress, ready, computers)
    is_beginning = now < (tournament.started_at or now) + READY_SECONDS
    return pairings.pair_arena_tables(progress, ready, tournament.table_size, computers, is_beginning=is_beginning)


def waiting(state: TournamentRecord, now: float) -> list[str]:
    """Return the players who can be paired in an arena: computers and ready people without a match."""
    playing = {player for pairing in state.pairings if pairing.scores is None for player in pairing.players}
    ready = [entry for entry in state.entries if entry.is_in and (entry.level or entry.seen_at >= now - READY_SECONDS)]
    return [one.holder for one in ready if one.holder not in playing]


def scored(game: Game, state: TournamentRecord) -> list[StoredPairing]:
    """Return the finished pairings whose scores have not been stored, with their scores."""
    tournament = state.tournament
    return [
        pairing._replace(
            scores=_scores(seat_letters(game, tournament, len(pairing.players)), pairing.result, pairing.forfeits)
        )
        for pairing in state.pairings
        if pairing.scores is None and pairing.result is not None
    ]


def seat_letters(game: Game, tournament: StoredTournament, size: int) -> list[str]:
    """Return the letters of the seats at a table of this size."""
    return [seat.letter for seat in game.seats(pairings.options_at(game, tournament.options, size))]


def _scores(letters: Sequence[str], result: dict[str, int], forfeits: Collection[str]) -> tuple[float, ...]:
    """Return the scores of a table: players who gave up come last; a match that was called off has none."""
    if not result:
        return (LOSS,) * len(letters)
    return table_scores([(letter not in forfeits, result[letter]) for letter in letters])


def round_count(state: TournamentRecord) -> int | None:
    """Return the number of rounds of a tournament, if it is known."""
    tournament, count = state.tournament, len(state.entries)
    if tournament.kind == "swiss":
        return tournament.rounds or pairings.usual_rounds(count, tournament.table_size)
    return count - 1 + count % 2 if tournament.kind == "round-robin" and count > 1 else None


def ends_at(tournament: StoredTournament) -> float:
    """Return when a started arena ends, in seconds since 1970."""
    return (tournament.started_at or tournament.made_at) + 60.0 * tournament.minutes


FORMULA_SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # including full-width forms


def results_csv(kind: str, entries: dict[str, StoredEntry], lines: list[StandingsLine]) -> str:
    """Return the standings as CSV with a header; names can't act as spreadsheet formulas."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(["rank", "name", "level", "points", *TIE_BREAKS[kind], "won", "drawn", "lost"])
    for line in lines:
        entry = entries[line.player]
        who = (_cell(entry.name or ""), entry.level or "")
        table.writerow([line.rank, *who, line.points, *line.tie_breaks, line.won, line.drawn, line.lost])
    return written.getvalue()


def _cell(name: str) -> str:
    """Return a name in a form that spreadsheet programs treat as text."""
    return f"'{name}" if name.lstrip().startswith(FORMULA_SIGNS) else name
