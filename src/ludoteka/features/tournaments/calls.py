"""Tournaments over HTTP (docs/tournaments.md)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

import msgspec
from starlette.responses import Response

from ludoteka.core.message import Refusal
from ludoteka.features.tournaments.model import Kind, StoredEntry, StoredPairing, StoredTournament
from ludoteka.features.tournaments.scoreboards import Scoreboard
from ludoteka.features.tournaments.standings import TIE_BREAKS, StandingsLine, ends_at, results_csv, round_count
from ludoteka.features.tournaments.tournaments import (
    CREATION_REFUSALS,
    ENTRIES_CLOSED,
    HAS_STARTED,
    NO_BOTS,
    NO_SUCH_TOURNAMENT,
    NOT_HOST,
    NOT_IN_TOURNAMENT,
    TOO_FEW_PLAYERS,
    TOURNAMENT_FULL,
    TOURNAMENT_OVER,
    TournamentRequest,
    Tournaments,
)
from ludoteka.server.calls.answers import Answer, CreatedItem, Whole
from ludoteka.server.calls.call import CSV, PUBLIC, Calls, Holder
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.protocol.messages import NoRequest

LISTED = 50
LINES = 100  # of the standings, on a page
MOST_PAIRINGS = 250  # in an answer
MOST_CROSSED = 20  # players of a crosstable, which has a cell for each pair


class Tournament(Answer):
    """A tournament as lists show it; times are in seconds since 1970."""

    id: str
    name: str
    kind: Kind
    game: str
    clock: str
    rated: bool
    table_size: Whole  # the most players at a table
    visibility: Literal["public", "private"]
    minutes: Whole | None  # of an arena
    status: Literal["open", "running", "over"]
    starts_at: float | None  # None if the host starts it
    started_at: float | None
    ends_at: float | None  # of an arena in progress
    ended_at: float | None
    players: Whole


class TournamentPlayer(Answer):
    """A player: a computer has a level, a deleted user no name."""

    name: str
    level: Whole


class StandingsEntry(TournamentPlayer):
    """A line of the standings."""

    rank: Whole
    points: float
    tie_breaks: tuple[float, ...]
    won: Whole
    drawn: Whole
    lost: Whole
    is_on_streak: bool
    is_in: bool
    yours: bool


class CrosstableCell(Answer):
    """A pairing, as the player of the row sees it."""

    score: float | None
    match: str


class Pairing(Answer):
    """The players at a table in a round; a single one has a bye."""

    round: Whole
    players: list[TournamentPlayer]  # in seat order, as the scores
    match: str | None
    scores: tuple[float, ...] | None


class TournamentState(Tournament):
    """A tournament as a reader sees it, with a page of the standings."""

    options: dict[str, Any]
    round: Whole
    rounds: Whole | None
    is_host: bool
    is_in: bool | None  # whether the reader takes part; None if they never did
    match: str | None  # the reader's
    tie_breaks: tuple[str, ...]
    standings: Annotated[list[StandingsEntry], msgspec.Meta(max_length=LINES)]
    page: Whole
    pages: Whole
    own_page: Whole | None  # where the reader is
    crosstable: list[list[CrosstableCell | None]] | None  # in the order of the standings; of small tournaments
    pairings: list[Pairing]


class PageQuery(msgspec.Struct):
    """The page of the standings."""

    page: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1


calls = Calls()


@calls.add("GET /api/tournaments", costs={"read": 1}, scope=PUBLIC)
async def list_tournaments(tournaments: Tournaments) -> Annotated[list[Tournament], msgspec.Meta(max_length=LISTED)]:
    """Public tournaments, the newest first."""
    return [Tournament(**_described(*one)) for one in await tournaments.store.all(LISTED)]


@calls.add(
    "POST /api/tournaments", status=201, costs={"creation": 1}, scope="tournament:write", refuses=CREATION_REFUSALS
)
async def create_tournament(tournaments: Tournaments, user: SignedIn, body: TournamentRequest) -> CreatedItem:
    """Create a tournament."""
    return CreatedItem(await tournaments.create(body, user.holder))


@calls.add("GET /api/tournaments/{tournament}", costs={"read": 5}, scope=PUBLIC, refuses=(NO_SUCH_TOURNAMENT,))
async def get_tournament(
    tournaments: Tournaments, holder: Holder, tournament: str, query: PageQuery
) -> TournamentState:
    """A tournament: a page of the standings, and the last round."""
    return await _state(tournaments, holder, tournament, page=query.page)


@calls.add(
    "GET /api/tournaments/{tournament}/results.csv",
    content=CSV,
    costs={"read": 5},
    scope=PUBLIC,
    refuses=(NO_SUCH_TOURNAMENT,),
)
async def export_results(tournaments: Tournaments, tournament: str) -> Response:
    """The standings as a table."""
    board = await tournaments.scoreboards.find(tournament)
    found, entries = board.state.tournament, {entry.holder: entry for entry in board.state.entries}
    written = await asyncio.to_thread(results_csv, found.kind, entries, board.lines)
    headers = {"content-disposition": f'attachment; filename="tournament-{found.id}.csv"'}
    return Response(written, media_type=CSV, headers=headers)


def _add_change(
    name: str, summary: str, change: Callable[[Tournaments, str, str], Awaitable[None]], *refuses: Refusal
) -> None:
    """Declare what a user changes in a tournament; the answer shows the change."""

    async def carry_out(tournaments: Tournaments, tournament: str, user: SignedIn, body: NoRequest) -> TournamentState:
        since = time.monotonic()
        await change(tournaments, tournament, user.holder)
        return await _state(tournaments, user.holder, tournament, since=since)

    carry_out.__doc__ = summary
    calls.add(
        f"POST /api/tournaments/{{tournament}}/{name}",
        costs={"creation": 1},
        scope="tournament:write",
        refuses=(NO_SUCH_TOURNAMENT, *refuses),
    )(carry_out)


_add_change("join", "Join.", Tournaments.join, NO_BOTS, TOURNAMENT_OVER, TOURNAMENT_FULL, ENTRIES_CLOSED)
_add_change("withdraw", "Withdraw.", Tournaments.withdraw, NOT_IN_TOURNAMENT)
_add_change("start", "Start a tournament as its host.", Tournaments.start, NOT_HOST, HAS_STARTED, TOO_FEW_PLAYERS)
_add_change(
    "call-off", "Call a tournament off before its start, as its host.", Tournaments.call_off, NOT_HOST, HAS_STARTED
)


@calls.add(
    "POST /api/tournaments/{tournament}/ready",
    costs={"read": 1},
    scope="tournament:write",
    refuses=(NO_SUCH_TOURNAMENT, NOT_IN_TOURNAMENT),
)
async def report_ready(tournaments: Tournaments, tournament: str, user: SignedIn, body: NoRequest) -> TournamentState:
    """Report ready for the next match of an arena."""
    await tournaments.be_ready(tournament, user.holder)
    return await _state(tournaments, user.holder, tournament)


async def _state(
    tournaments: Tournaments, holder: str, name: str, *, page: int = 1, since: float = 0.0
) -> TournamentState:
    """Return a tournament as the reader sees it, from a scoreboard no older than the start or end of their last match."""
    board, now = await tournaments.scoreboards.find(name, since=since), time.monotonic()
    if holder in board.places:
        match = await tournaments.store.match_of(board.state.tournament.id, holder)
        if match != _match_of(board, holder):
            board = await tournaments.scoreboards.find(name, since=now)
    return view_tournament(board, holder, page)


def _described(tournament: StoredTournament, number: int) -> dict[str, Any]:
    is_over, is_running = tournament.ended_at is not None, tournament.started_at is not None
    is_arena = tournament.kind == "arena"
    return {
        "id": tournament.id,
        "name": tournament.name,
        "kind": tournament.kind,
        "game": tournament.game,
        "clock": tournament.clock,
        "rated": tournament.rated,
        "table_size": tournament.table_size,
        "visibility": tournament.visibility,
        "minutes": tournament.minutes if is_arena else None,
        "status": "over" if is_over else "running" if is_running else "open",
        "starts_at": tournament.starts_at,
        "started_at": tournament.started_at,
        "ends_at": ends_at(tournament) if is_arena and is_running else None,
        "ended_at": tournament.ended_at,
        "players": number,
    }


def view_tournament(board: Scoreboard, holder: str, page: int = 1) -> TournamentState:
    """Return a tournament as a reader sees it, with a page of the standings."""
    state = board.state
    tournament, last_round = state.tournament, state.pairings[-1].round if state.pairings else 0
    entries = {entry.holder: entry for entry in state.entries}
    own, place = entries.get(holder), board.places.get(holder)
    newest = state.pairings[-MOST_PAIRINGS:]
    shown = board.lines[LINES * (page - 1) : LINES * page]
    return TournamentState(
        **_described(tournament, sum(entry.is_in for entry in state.entries)),
        options=tournament.options,
        round=last_round,
        rounds=round_count(state),
        is_host=tournament.host == holder,
        is_in=own.is_in if own else None,
        match=_match_of(board, holder),
        tie_breaks=tuple(TIE_BREAKS[tournament.kind]),
        standings=[_standing(one, entries[one.player], holder) for one in shown],
        page=page,
        pages=-(-len(board.lines) // LINES),
        own_page=None if place is None else place // LINES + 1,
        crosstable=_crosstable(board),
        pairings=[_pairing(one, entries) for one in newest if one.round == last_round or tournament.kind == "arena"],
    )


def _match_of(board: Scoreboard, holder: str) -> str | None:
    open_ones = [pairing for pairing in board.state.pairings if pairing.scores is None and pairing.result is None]
    return next((one.match for one in reversed(open_ones) if holder in one.players), None)


def _crosstable(board: Scoreboard) -> list[list[CrosstableCell | None]] | None:
    """Return the crosstable; None except for small tournaments in which the same two meet at most once, without others."""
    state, count = board.state, len(board.lines)
    meet_once = state.tournament.kind in ("round-robin", "swiss") and state.tournament.table_size == 2
    if not meet_once or count > MOST_CROSSED or not state.pairings:
        return None
    table: list[list[CrosstableCell | None]] = [[None] * count for _ in range(count)]
    for pairing in state.pairings:
        if len(pairing.players) == 2:
            first, second = (board.places[player] for player in pairing.players)
            own, other = pairing.scores or (None, None)
            table[first][second] = CrosstableCell(own, pairing.match)
            table[second][first] = CrosstableCell(other, pairing.match)
    return table


def _pairing(one: StoredPairing, entries: dict[str, StoredEntry]) -> Pairing:
    players = [TournamentPlayer(entries[player].name or "", entries[player].level) for player in one.players]
    return Pairing(one.round, players, one.match or None, one.scores)


def _standing(line: StandingsLine, entry: StoredEntry, holder: str) -> StandingsEntry:
    name, level, is_own = entry.name or "", entry.level, entry.holder == holder
    counts = line.won, line.drawn, line.lost
    return StandingsEntry(
        name, level, line.rank, line.points, line.tie_breaks, *counts, line.is_on_streak, line.is_in, is_own
    )
