"""Everything that one seat receives, by the names that complaints use."""

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
SHORT = 8  # a complaint lists all actions of a history up to this length
SeatView = Mapping[str, Any]  # name -> content; its order and length count too


def seat_views(history: MatchHistory) -> dict[int, SeatView]:
    """Return everything that each seat and spectators receive."""
    return {seat: seat_view(history, seat) for seat in history.table.watchers}


def seat_view(history: MatchHistory, seat: int) -> SeatView:
    """Return everything that a seat receives."""
    game, seen = history.table.game, history.seen(seat)
    ways = history.ways() if seat == history.seat else {}
    scene = scene_with_paths(game, seen, ways)
    return {
        OBSERVATION: seen,
        LEGAL: list(ways.values()),  # none if another seat acts
        MOVES: game.describe_log(history.logs[seat], 0, NARRATION) if game.describe_log else None,
        **{name: _ordered(getattr(scene, name)) for name in Scene._fields},
    }


def _ordered(value: Any) -> Any:
    return tuple(value.items()) if isinstance(value, Mapping) else value


def differing_parts(one: SeatView, other: SeatView) -> list[str]:
    """Return the names of the parts that differ."""
    return [name for name, content in one.items() if content != other[name]]


def differences(seat: int, one: MatchHistory, other: MatchHistory, names: Sequence[str]) -> Iterator[str]:
    """Complain that a seat can tell two histories apart by these parts."""
    for name in names:
        whole, changed = " ".join(one.texts) or "the start", _changed(one, other)
        yield f"seat {seat} must not tell {whole} from {changed}, but it can, by its {name}"


def _changed(one: MatchHistory, other: MatchHistory) -> str:
    """Describe how a history differs from another."""
    start = "" if one.table.options == other.table.options else "another start and "
    if len(one.texts) <= SHORT:
        return start + (" ".join(other.texts) or "nothing played")
    pairs = enumerate(zip(other.texts, one.texts, strict=True), 1)
    changes = [f"{text} for {was} at ply {ply}" for ply, (text, was) in pairs if text != was]
    return f"{start}the same actions with {', '.join(changes) or 'nothing changed'}"
