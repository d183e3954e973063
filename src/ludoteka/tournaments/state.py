"""What is known of a tournament: how it was created, who takes part, and its pairings."""

from typing import Any, NamedTuple


class StoredTournament(NamedTuple):
    """How a tournament was created, and how far it is.  Times are in seconds since 1970, UTC."""

    id: str
    name: str
    host: str  # the holder who created it
    kind: str  # one of `tournaments.model.KINDS`
    game: str
    options: dict[str, Any]
    clock: str
    rated: bool
    visibility: str  # "public" if it is listed, or "private": for those who have the link
    rounds: int  # of a Swiss tournament; 0 for as many as are usual
    minutes: int  # of an arena
    made_at: float
    starts_at: float | None = None  # None if its host starts it
    started_at: float | None = None
    ended_at: float | None = None
    table_size: int = 2  # the most people at a table


class StoredEntry(NamedTuple):
    """Somebody who takes part."""

    holder: str
    level: int  # of a computer, or 0
    rating: float
    joined_at: float
    seen_at: float  # when they last said that they are ready
    is_in: bool
    name: str | None = None  # None for computers, and for those whose account was deleted
    is_bot: bool = False


class StoredPairing(NamedTuple):
    """A pairing, and the result of its match if that is over but the scores have not been stored yet."""

    round: int
    board: int
    match: str  # "" for a bye
    players: tuple[str, ...]  # the holders in the order of the seats; one: a bye
    scores: tuple[float, ...] | None = None
    result: dict[str, int] | None = None
    forfeits: frozenset[str] = frozenset()  # the letters of the seats that gave up, at a table of several


class TournamentState(NamedTuple):
    """Everything that is known of a tournament."""

    tournament: StoredTournament
    entries: list[StoredEntry]  # in the order of their seeds
    pairings: list[StoredPairing]  # by round and board
