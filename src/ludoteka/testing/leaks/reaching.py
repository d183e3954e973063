"""Everything that reaches one seat, by the names by which a complaint speaks of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludoteka.core.game import Narration
from ludoteka.core.match import drawn
from ludoteka.core.scene import Scene
from ludoteka.testing.leaks.histories import History

NARRATION = Narration("leaks")
OBSERVATION = "observation"
LEGAL = "legal actions"
MOVES = "list of moves"
SHORT = 8  # plies of a history that a complaint tells whole
Reaching = Mapping[str, Any]  # what -> its content, of which order and length count too


def views(history: History) -> dict[int, Reaching]:
    """Return what reaches each seat, and spectators."""
    return {seat: reaching(history, seat) for seat in history.table.watchers}


def reaching(history: History, seat: int) -> Reaching:
    """Return what reaches a seat."""
    game, seen = history.table.game, history.seen(seat)
    ways = history.ways() if seat == history.seat else {}
    scene = drawn(game, seen, ways)
    return {
        OBSERVATION: seen,
        LEGAL: list(ways.values()),  # none where another seat acts
        MOVES: game.says(history.logs[seat], 0, NARRATION) if game.says else None,
        **{name: _ordered(getattr(scene, name)) for name in Scene._fields},
    }


def _ordered(value: Any) -> Any:
    return tuple(value.items()) if isinstance(value, Mapping) else value


def differing(one: Reaching, other: Reaching) -> list[str]:
    """Return the names of what is not the same in both."""
    return [name for name, content in one.items() if content != other[name]]


def told_apart(seat: int, one: History, other: History, names: Sequence[str]) -> Iterator[str]:
    """Complain that a seat can tell a history from another, by what has these names."""
    for name in names:
        whole, changed = " ".join(one.texts) or "the start", _changed(one, other)
        yield f"seat {seat} must not tell {whole} from {changed}, but it can, by its {name}"


def _changed(one: History, other: History) -> str:
    """Return how a history differs from one that is told whole."""
    start = "" if one.table.options == other.table.options else "another start and "
    if len(one.texts) <= SHORT:
        return start + (" ".join(other.texts) or "nothing played")
    pairs = enumerate(zip(other.texts, one.texts, strict=True), 1)
    changes = [f"{text} for {was} at ply {ply}" for ply, (text, was) in pairs if text != was]
    return f"{start}the same with {', '.join(changes) or 'nothing changed'}"
