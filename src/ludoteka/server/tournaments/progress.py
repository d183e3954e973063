"""From what is stored of a tournament to what pairings and standings are made from."""

from collections.abc import Collection, Sequence
from functools import lru_cache

from ludoteka.core.game import Game
from ludoteka.store.tournaments.models import StoredPairing, StoredTournament, TournamentState
from ludoteka.tournaments.model import LOSS, Entry, RoundPairing, TournamentProgress, table_scores
from ludoteka.tournaments.rounds import usual_rounds
from ludoteka.tournaments.standings import StandingsLine, standings
from ludoteka.tournaments.tables import options_at

KEPT = 8  # standings: as long as no match ends, every request for a tournament needs the same ones


def progress_of(state: TournamentState) -> TournamentProgress:
    """Return the entries and pairings of a tournament."""
    return TournamentProgress(*_entries_and_pairings(state))


def standings_of(state: TournamentState) -> Sequence[StandingsLine]:
    """Return the standings of a tournament, best first."""
    return _standings(state.tournament.kind, *_entries_and_pairings(state))


@lru_cache(KEPT)
def _standings(kind: str, entries: tuple[Entry, ...], pairings: tuple[RoundPairing, ...]) -> Sequence[StandingsLine]:
    return standings(kind, TournamentProgress(entries, pairings))


def _entries_and_pairings(state: TournamentState) -> tuple[tuple[Entry, ...], tuple[RoundPairing, ...]]:
    """Return what progress consists of; the seeds follow the ratings with which people joined."""
    entries = tuple(Entry(one.holder, seed, one.is_in) for seed, one in enumerate(state.entries, 1))
    return entries, tuple(RoundPairing(one.round, one.players, one.scores) for one in state.pairings)


def scored(game: Game, state: TournamentState) -> list[StoredPairing]:
    """Return the pairings whose matches are over but whose scores have not been stored, with their scores."""
    tournament = state.tournament
    return [
        one._replace(scores=_scores(seat_letters(game, tournament, len(one.players)), one.result, one.forfeits))
        for one in state.pairings
        if one.scores is None and one.result is not None
    ]


def seat_letters(game: Game, tournament: StoredTournament, size: int) -> list[str]:
    """Return the letters of the seats at a table of this size."""
    return [seat.letter for seat in game.seats(options_at(game, tournament.options, size))]


def _scores(letters: Sequence[str], result: dict[str, int], forfeits: Collection[str]) -> tuple[float, ...]:
    """Return the scores of a table: those who gave up come last; in a match that was called off, nobody has one."""
    if not result:
        return (LOSS,) * len(letters)
    return table_scores([(letter not in forfeits, result[letter]) for letter in letters])


def usual_round_count(state: TournamentState) -> int:
    """Return how many rounds a Swiss tournament has unless its host has chosen a number."""
    return usual_rounds(len(state.entries), state.tournament.table_size)


def ends_at(tournament: StoredTournament) -> float:
    """Return when an arena that has started is over, in seconds since 1970."""
    return (tournament.started_at or tournament.made_at) + 60.0 * tournament.minutes
