"""The scene of Nine Men's Morris."""

from collections.abc import Sequence

from ludoteka.core.message import Message
from ludoteka.core.scene import Line, PanelEntry, Piece, Place, Scene
from ludoteka.games.morris.notation import NAMES
from ludoteka.games.morris.rules import BLACK, FEWEST, MILLS, WHITE, Observation, is_terminal, men

SPOTS = [("abcdefg".index(name[0]), 7 - int(name[1])) for name in NAMES]  # where the points lie
PLACES = tuple(Place(name, x, y) for name, (x, y) in zip(NAMES, SPOTS, strict=True))
LINES = tuple(Line("mill", (SPOTS[first], SPOTS[last])) for first, _, last in MILLS)
MEN = {WHITE + 1: ("white", WHITE, "w", Message("white man")), BLACK + 1: ("black", BLACK, "b", Message("black man"))}
HANDS = Message("White's men to be placed"), Message("Black's men to be placed")


def scene(seen: Observation, actions: Sequence[int]) -> Scene:
    """Describe the board, and in the panel the men that are not placed yet."""
    standing = ((NAMES[point], MEN[man]) for point, man in enumerate(seen.board) if man)
    pieces = tuple(Piece(kind, seat, name, symbol, label) for name, (kind, seat, symbol, label) in standing)
    panel = tuple(PanelEntry(HANDS[seat], seen.hands[seat]) for seat in (WHITE, BLACK) if any(seen.hands))
    return Scene(_status(seen), PLACES, pieces, panel=panel, lines=LINES)


def _status(seen: Observation) -> Message:
    if not is_terminal(seen):
        return Message("White to move") if seen.turn == WHITE else Message("Black to move")
    if men(seen, seen.turn) < FEWEST:
        return (
            Message("White has two men left: Black wins")
            if seen.turn == WHITE
            else Message("Black has two men left: White wins")
        )
    return Message("White cannot move: Black wins") if seen.turn == WHITE else Message("Black cannot move: White wins")
