"""Conversion of a stored tournament into the data for pairings and standings."""

from collections.abc import Collection, Sequence

from ludoteka.core.game import Game
from ludoteka.tournaments.arena import pair_arena
from ludoteka.tournaments.model import LOSS, Entry, RoundPairing, TournamentProgress, table_scores
from ludoteka.tournaments.rounds import next_round, usual_rounds
from ludoteka.tournaments.standings import StandingsLine, standings
from ludoteka.tournaments.state import StoredPairing, StoredTournament, TournamentState
from ludoteka.tournaments.tables import TWO, options_at, pair_arena_tables

READY_SECONDS = 45.0  # for which a player in an arena counts as ready after saying so
LARGE_ENTRIES, LARGE_PAIRINGS = 100, 500  # up to which pairing a round takes milliseconds


def is_large(state: TournamentState) -> bool:
    """Tell whether a tournament's pairings should be computed outside the event loop."""
    return len(state.entries) > LARGE_ENTRIES or len(state.pairings) > LARGE_PAIRINGS


def progress_of(state: TournamentState) -> TournamentProgress:
    """Return the entries and pairings of a tournament, seeded by the ratings with which players joined."""
    entries = [Entry(one.holder, seed, one.is_in) for seed, one in enumerate(state.entries, 1)]
    return TournamentProgress(entries, [RoundPairing(one.round, one.players, one.scores) for one in state.pairings])


def standings_of(state: TournamentState) -> list[StandingsLine]:
    """Return the standings of a tournament, best first."""
    return standings(state.tournament.kind, progress_of(state))


def next_pairings(state: TournamentState, now: float) -> list[RoundPairing]:
    """Return the pairings that are due now; none if the tournament is over or, in an arena, nobody can be paired.

    A round is due when all matches of the previous one are over.
    """
    tournament, progress = state.tournament, progress_of(state)
    if tournament.kind != "arena":
        rounds = tournament.rounds or usual_round_count(state)
        return next_round(tournament.kind, progress, rounds, tournament.table_size)
    ready, computers = waiting(state, now), {one.holder for one in state.entries if one.level}
    if tournament.table_size == TWO:
        return pair_arena(progress, ready, computers)
    is_beginning = now < (tournament.started_at or now) + READY_SECONDS
    return pair_arena_tables(progress, ready, tournament.table_size, computers, is_beginning=is_beginning)


def waiting(state: TournamentState, now: float) -> list[str]:
    """Return the players who can be paired in an arena: computers and ready people without a match."""
    playing = {player for one in state.pairings if one.scores is None for player in one.players}
    ready = [one for one in state.entries if one.is_in and (one.level or one.seen_at >= now - READY_SECONDS)]
    return [one.holder for one in ready if one.holder not in playing]


def scored(game: Game, state: TournamentState) -> list[StoredPairing]:
    """Return the finished pairings whose scores have not been stored, with their scores."""
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
    """Return the scores of a table: players who gave up come last; a match that was called off has none."""
    if not result:
        return (LOSS,) * len(letters)
    return table_scores([(letter not in forfeits, result[letter]) for letter in letters])


def usual_round_count(state: TournamentState) -> int:
    """Return the default number of rounds of a Swiss tournament."""
    return usual_rounds(len(state.entries), state.tournament.table_size)


def ends_at(tournament: StoredTournament) -> float:
    """Return when a started arena ends, in seconds since 1970."""
    return (tournament.started_at or tournament.made_at) + 60.0 * tournament.minutes
