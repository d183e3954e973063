"""What moves of Tavlei do, by which its puzzles are grouped."""

from collections.abc import Iterator

from ludoteka.core.game import Motifs
from ludoteka.core.message import Message
from ludoteka.games.tavlei import rules
from ludoteka.games.tavlei.scene import remarks


def _find(before: rules.State, action: int, after: rules.State) -> Iterator[str]:
    if before.board[action // rules.AREA] == rules.KING:
        yield "king"
    yield "capture" if remarks(before, action, after) else "quiet"


MOTIFS = Motifs(
    {"capture": Message("Captures"), "king": Message("Moves of the king"), "quiet": Message("Quiet moves")}, _find
)
