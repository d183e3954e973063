"""From what is stored of a tournament to what pairings and standings are made from."""

from ludoteka.core.game import Game
from ludoteka.store.tournaments.models import StoredPairing, StoredTournament, TournamentState
from ludoteka.tournaments.model import DRAW, LOSS, WIN, Entry, RoundPairing, TournamentProgress
from ludoteka.tournaments.rounds import usual_rounds


def progress_of(state: TournamentState) -> TournamentProgress:
    """Return the entries and pairings of a tournament; the seeds follow the ratings with which people joined."""
    entries = [Entry(one.holder, seed, one.is_in) for seed, one in enumerate(state.entries, 1)]
    return TournamentProgress(entries, [_pairing(one) for one in state.pairings])


def _pairing(one: StoredPairing) -> RoundPairing:
    if not one.second:
        return RoundPairing(one.round, (one.first,), (one.first_score or LOSS,))
    if one.first_score is None or one.second_score is None:
        return RoundPairing(one.round, (one.first, one.second))
    return RoundPairing(one.round, (one.first, one.second), (one.first_score, one.second_score))


def scored(game: Game, state: TournamentState) -> list[StoredPairing]:
    """Return the pairings whose matches are over but whose scores have not been stored, with their scores."""
    letters = [seat.letter for seat in game.seats(state.tournament.options)]
    return [
        one._replace(first_score=_score(one.result, *letters), second_score=_score(one.result, *letters[::-1]))
        for one in state.pairings
        if one.first_score is None and one.result is not None
    ]


def _score(result: dict[str, int], own: str, other: str) -> float:
    """Return the score of a seat; in a match that was called off, nobody has one."""
    if not result:
        return LOSS
    return DRAW if result[own] == result[other] else WIN if result[own] > result[other] else LOSS


def usual_round_count(state: TournamentState) -> int:
    """Return how many rounds a Swiss tournament has unless its host has chosen a number."""
    return usual_rounds(len(state.entries))


def ends_at(tournament: StoredTournament) -> float:
    """Return when an arena that has started is over, in seconds since 1970."""
    return (tournament.started_at or tournament.made_at) + 60.0 * tournament.minutes
