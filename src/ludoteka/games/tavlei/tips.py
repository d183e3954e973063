"""Tips for somebody's first match of Tavlei."""

from ludoteka.core.message import Message
from ludoteka.core.tips import Tip

CORNER = "-[ai][19]$"

TIPS = (
    Tip(
        "attack",
        Message("You lead the attackers: keep the king away from the four corners and take him between your men."),
        seat="a",
    ),
    Tip(
        "defend",
        Message("You lead the defenders: bring the king from the middle to any corner, and you win at once."),
        seat="d",
    ),
    Tip("exit", Message("The way to a corner is open: the king can leave the board and win now."), action=CORNER),
    Tip(
        "capture",
        Message(
            "That was a capture: a piece pressed between two enemies in one line is gone. "
            "The piece that has just moved must be one of the two."
        ),
        heard="capturing",
    ),
    Tip(
        "walk",
        Message(
            "Every piece goes straight, as far as its way is free; the king goes three cells at most. "
            "Pick a piece to see where it can go."
        ),
        heard="-",
    ),
    Tip(
        "between",
        Message("You may step between two enemies without harm: only the enemy's own move can capture you."),
        heard="-",
    ),
    Tip(
        "throne",
        Message(
            "On his throne or right beside it, the king is captured only when attackers stand on all other sides of him."
        ),
        heard="-",
    ),
)
