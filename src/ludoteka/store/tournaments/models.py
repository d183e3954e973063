"""Data of the tournament store besides `TournamentState`."""

from typing import NamedTuple

from ludoteka.referee.events import Event, Setup
from ludoteka.store.models import MatchStatus
from ludoteka.tournaments.state import StoredTournament


class NewMatch(NamedTuple):
    """A match to be created together with its pairing."""

    setup: Setup
    log: list[Event]
    status: MatchStatus


class Listed(NamedTuple):
    """A tournament in a list."""

    tournament: StoredTournament
    number: int  # the number of players
