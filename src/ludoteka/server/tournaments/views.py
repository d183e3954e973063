"""Tournaments as JSON."""

from collections.abc import Iterable
from typing import Any

from ludoteka.server.tournaments.scoreboards import Scoreboard
from ludoteka.store.tournaments.models import Listed
from ludoteka.tournaments.progress import ends_at, usual_round_count
from ludoteka.tournaments.standings import TIE_BREAKS, StandingsLine
from ludoteka.tournaments.state import StoredEntry, StoredPairing, StoredTournament, TournamentState

LINES = 100  # of the standings, on a page
MOST_PAIRINGS = 250  # in a reply
MOST_CROSSED = 20  # players of a crosstable, which has a cell for each pair


def status_of(tournament: StoredTournament) -> str:
    """Return "open", "running" or "over"."""
    if tournament.ended_at is not None:
        return "over"
    return "open" if tournament.started_at is None else "running"


def describe_tournament(tournament: StoredTournament, number: int) -> dict[str, Any]:
    """Return a tournament as lists show it."""
    is_running_arena = tournament.kind == "arena" and tournament.started_at is not None
    return {
        "id": tournament.id,
        "name": tournament.name,
        "kind": tournament.kind,
        "game": tournament.game,
        "clock": tournament.clock,
        "rated": tournament.rated,
        "table_size": tournament.table_size,
        "visibility": tournament.visibility,
        "minutes": tournament.minutes if tournament.kind == "arena" else None,
        "status": status_of(tournament),
        "starts_at": tournament.starts_at,
        "started_at": tournament.started_at,
        "ends_at": ends_at(tournament) if is_running_arena else None,
        "ended_at": tournament.ended_at,
        "players": number,
    }


def describe_tournaments(found: Iterable[Listed]) -> list[dict[str, Any]]:
    """Return a list of tournaments."""
    return [describe_tournament(one.tournament, one.number) for one in found]


def view(board: Scoreboard, holder: str, page: int = 1) -> dict[str, Any]:
    """Return a tournament as a reader sees it, with a page of the standings."""
    state = board.state
    tournament, last_round = state.tournament, state.pairings[-1].round if state.pairings else 0
    entries = {one.holder: one for one in state.entries}
    own, place = entries.get(holder), board.places.get(holder)
    shown = board.lines[LINES * (page - 1) : LINES * page]
    return describe_tournament(tournament, sum(one.is_in for one in state.entries)) | {
        "options": tournament.options,
        "round": last_round,
        "rounds": _round_count(state),
        "is_host": tournament.host == holder,
        "is_in": own.is_in if own else None,
        "match": match_of(state, holder),
        "tie_breaks": list(TIE_BREAKS[tournament.kind]),
        "standings": [_line(one, entries[one.player], holder) for one in shown],
        "page": page,
        "pages": -(-len(board.lines) // LINES),
        "own_page": None if place is None else place // LINES + 1,
        "crosstable": _crosstable(board),
        "pairings": [_pairing(one, entries) for one in _newest(state, last_round)],
    }


def match_of(state: TournamentState, holder: str) -> str | None:
    """Return a player's current match."""
    open_ones = [one for one in state.pairings if one.scores is None and one.result is None]
    matches = [one.match for one in open_ones if holder in one.players]
    return matches[-1] if matches else None


def _newest(state: TournamentState, last_round: int) -> list[StoredPairing]:
    """Return the newest pairings, or only those of the last round if they are fewer."""
    newest = state.pairings[-MOST_PAIRINGS:]
    return newest if state.tournament.kind == "arena" else [one for one in newest if one.round == last_round]


def _crosstable(board: Scoreboard) -> list[list[dict[str, Any] | None]] | None:
    """Return the crosstable in the order of the standings; None except for small round robins."""
    state, count = board.state, len(board.lines)
    if state.tournament.kind != "round-robin" or count > MOST_CROSSED or not state.pairings:
        return None
    table: list[list[dict[str, Any] | None]] = [[None] * count for _ in range(count)]
    for one in state.pairings:
        if len(one.players) == 2:
            first, second = (board.places[player] for player in one.players)
            own, other = one.scores or (None, None)
            table[first][second] = {"score": own, "match": one.match}
            table[second][first] = {"score": other, "match": one.match}
    return table


def _pairing(one: StoredPairing, entries: dict[str, StoredEntry]) -> dict[str, Any]:
    return {
        "round": one.round,
        "players": [_player(entries[player]) for player in one.players],
        "match": one.match or None,
        "scores": None if one.scores is None else list(one.scores),
    }


def _round_count(state: TournamentState) -> int | None:
    """Return the number of rounds of a tournament, if known."""
    tournament, count = state.tournament, len(state.entries)
    if tournament.kind == "swiss":
        return tournament.rounds or usual_round_count(state)
    return count - 1 + count % 2 if tournament.kind == "round-robin" and count > 1 else None


def _player(one: StoredEntry) -> dict[str, Any]:
    """Return a player: a computer has a level, a deleted user no name."""
    return {"name": one.name or "", "level": one.level}


def _line(line: StandingsLine, entry: StoredEntry, holder: str) -> dict[str, Any]:
    shown = line._asdict()
    del shown["player"]
    return _player(entry) | shown | {"tie_breaks": list(line.tie_breaks), "yours": entry.holder == holder}
