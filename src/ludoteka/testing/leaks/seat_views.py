"""Everything that reaches one seat, by the names by which a complaint speaks of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludoteka.core.game import Narration
from ludoteka.core.match import scene_with_paths
from ludoteka.core.scene import Scene
from ludoteka.testing.leaks.histories import MatchHistory

NARRATION = Narration("leaks")
OBSERVATION = "observation"
LEGAL = "legal actions"
MOVES = "list of moves"
SHORT = 8  # plies of a history that a complaint tells whole
SeatView = Mapping[str, Any]  # what -> its content, of which order and length count too


def seat_views(history: MatchHistory) -> dict[int, SeatView]:
    """Return what reaches each seat, and spectators."""
    return {seat: seat_view(history, seat) for seat in history.table.watchers}


def seat_view(history: MatchHistory, seat: int) -> SeatView:
    """Return what reaches a seat."""
    game, seen = history.table.game, history.seen(seat)
    ways = history.ways() if seat == history.seat else {}
    scene = scene_with_paths(game, seen, ways)
    return {
        OBSERVATION: seen,
        LEGAL: list(ways.values()),  # none where another seat acts
        MOVES: game.says(history.logs[seat], 0, NARRATION) if game.says else None,
        **{name: _ordered(getattr(scene, name)) for name in Scene._fields},
    }


def _ordered(value: Any) -> Any:
    return tuple(value.items()) if isinstance(value, Mapping) else value


def differing_parts(one: SeatView, other: SeatView) -> list[str]:
    """Return the names of what is not the same in both."""
    return [name for name, content in one.items() if content != other[name]]


def differences(seat: int, one: MatchHistory, other: MatchHistory, names: Sequence[str]) -> Iterator[str]:
    """Complain that a seat can tell a history from another, by what has these names."""
    for name in names:
        whole, changed = " ".join(one.texts) or "the start", _changed(one, other)
        yield f"seat {seat} must not tell {whole} from {changed}, but it can, by its {name}"


def _changed(one: MatchHistory, other: MatchHistory) -> str:
    """Return how a history differs from one that is told whole."""
    start = "" if one.table.options == other.table.options else "another start and "
    if len(one.texts) <= SHORT:
        return start + (" ".join(other.texts) or "nothing played")
    pairs = enumerate(zip(other.texts, one.texts, strict=True), 1)
    changes = [f"{text} for {was} at ply {ply}" for ply, (text, was) in pairs if text != was]
    return f"{start}the same with {', '.join(changes) or 'nothing changed'}"
