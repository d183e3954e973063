"""A stored tournament: its settings, entries and pairings."""

from typing import Any, NamedTuple


class StoredTournament(NamedTuple):
    """The settings and progress of a tournament.  Times are in seconds since 1970, UTC."""

    id: str
    name: str
    host: str  # the holder who created it
    kind: str  # one of `tournaments.model.KINDS`
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


class TournamentState(NamedTuple):
    """A tournament with its entries and pairings."""

    tournament: StoredTournament
    entries: list[StoredEntry]  # in the order of their seeds
    pairings: list[StoredPairing]  # by round and board
