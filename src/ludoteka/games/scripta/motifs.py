"""What actions of XII Scripta do, by which its puzzles are grouped."""

from collections.abc import Iterator

from ludoteka.core.game import Motifs
from ludoteka.core.message import Message
from ludoteka.games.scripta import rules


def _find(before: rules.State, action: int, after: rules.State) -> Iterator[str]:
    if action == rules.PASS:
        yield "pass"
        return
    if after.captured[1 - before.turn] > before.captured[1 - before.turn]:
        yield "capture"
    origin, target = divmod(action, rules.STRIDE)
    if origin == rules.WAITING_ROOM:
        yield "enter"
    if target == rules.OFF_BOARD:
        yield "off"


MOTIFS = Motifs(
    {
        "capture": Message("Captures"),
        "enter": Message("Entering"),
        "off": Message("Bearing off"),
        "pass": Message("Passes"),
    },
    _find,
)
