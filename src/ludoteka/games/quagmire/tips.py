"""Tips for somebody's first match of Quagmire."""

from ludoteka.core.message import Message
from ludoteka.core.tips import Tip

TIPS = (
    Tip(
        "aim",
        Message(
            "Bring your four pawns once around the bog, clockwise, and home. A pawn enters the board only with a six."
        ),
    ),
    Tip("six", Message("A six: now a pawn can enter the board."), action="^s$"),
    Tip(
        "blocked",
        Message(
            "Nobody can overtake: all cells on the way must be free. Only the last one may hold an enemy pawn, which sinks."
        ),
        action="^[0-9]+$",
    ),
    Tip(
        "boardwalk",
        Message(
            "On cell 2, 14, 26 or 38 a boardwalk carries a pawn eight cells on, and on the cell at its other end back."
        ),
        action="^([0-9]|1[0-3]|2[0-5]|3[0-7])$",
    ),
    Tip(
        "fen",
        Message("A pawn is in a fen: it goes on only with a one, then with a three, and out with a six."),
        action="^f",
    ),
    Tip(
        "quagmire",
        Message(
            "Captured pawns sink into the quagmire in the middle. They need a six to get out and another one to enter."
        ),
        heard="To the quagmire",
    ),
    Tip(
        "home",
        Message("Pawns stop at home only by exact throws: with too many steps a pawn turns around there."),
        action="^(3[6-9]|4[0-9])$",
    ),
)
