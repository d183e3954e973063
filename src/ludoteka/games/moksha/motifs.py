"""What actions of Moksha do, by which its puzzles are grouped."""

from collections.abc import Iterator

from ludoteka.core.game import Motifs
from ludoteka.core.message import Message
from ludoteka.games.moksha import rules
from ludoteka.games.moksha.scene import gift_remarks, push_remarks


def _find(before: rules.State, action: int, after: rules.State) -> Iterator[str]:
    if action == rules.PASS or not rules.makes_progress(before, action):
        yield "quiet"
        return
    if any(push_remarks(before, action)):
        yield "push"
    if any(gift_remarks(action, after)):
        yield "gift"


MOTIFS = Motifs({"gift": Message("Giving a level"), "push": Message("Pushes"), "quiet": Message("Quiet moves")}, _find)
