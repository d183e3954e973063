"""What moves of Quagmire do, by which its puzzles are grouped."""

from collections.abc import Iterator

from ludoteka.core.game import Motifs
from ludoteka.core.message import Message
from ludoteka.games.quagmire import rules


def _find(before: rules.State, action: int, after: rules.State) -> Iterator[str]:
    caught = after.pawns.count(rules.QUAGMIRE) - before.pawns.count(rules.QUAGMIRE)
    if caught > 0:
        yield "capture"
    if action in (rules.START, rules.QUAGMIRE):
        yield "enter"
        return
    end = rules.walk_end(before, action, rules.edge(before, before.turn))
    target = rules.landing(end)
    if rules.TUSSOCK <= max(action, target) < rules.START:
        yield "fen"
    elif target > rules.LAP:
        yield "home"
    elif target != end:
        yield "cut"


MOTIFS = Motifs(
    {
        "capture": Message("Captures"),
        "enter": Message("Entering"),
        "cut": Message("Cuts"),
        "fen": Message("Fens"),
        "home": Message("Moves at home"),
    },
    _find,
)
