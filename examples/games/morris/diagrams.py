"""The diagrams of the rules pages."""

from ludoteka.core.game import Diagram
from ludoteka.games.morris.notation import NAMES


def position(white: str, black: str, hand: int = 0) -> str:
    """Return the text of a position with White to move, men on these points, and `hand` men in each hand."""
    board = ["1" if name in white.split() else "2" if name in black.split() else "0" for name in NAMES]
    return f"board={','.join(board)} hands={hand},{hand} turn=0 winner=-1"


DIAGRAMS = {
    "placing": Diagram(position("b4 d2", "d6 f4", 7), ("f6",), refused={"d6": "not-free"}),
    "moving": Diagram(position("a4 d2 e3 g7", "b4 d6 f2 g4"), reach="d2", refused={"d2-d6": "not-free"}),
    "mill": Diagram(position("a7 c3 d7 g4", "b2 d2 f2 f6"), ("g4-g7-f6",), ("f6",), {"g4-g7-d2": "safe"}),
    "flying": Diagram(position("a7 c3 d5", "b2 d2 f2 f6"), reach="c3", refused={"c3-b2": "not-free"}),
    "last": Diagram(position("a7 c3 d7 g4", "b2 d2 f2"), ("g4-g7-d2",), ("d2",), winner="w"),
    "closed-in": Diagram(position("a4 d2 d7 g4", "a1 a7 g1 g7"), ("d2-d1",), winner="w"),
}
