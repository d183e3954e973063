"""Tips for somebody's first match of XII Scripta."""

from ludoteka.core.message import Message
from ludoteka.core.tips import Tip

TIPS = (
    Tip(
        "aim",
        Message("Bring all your men onto the board, along its 36 points and off at the end. The first to do so wins."),
    ),
    Tip(
        "enter",
        Message(
            "A waiting man enters on the point with the number of a die. Each die is used once; one man may use several."
        ),
        action="^in/",
    ),
    Tip(
        "course",
        Message("Both sides move the same way: the middle row, back along the top, then along the bottom."),
        action="^[0-9]+/",
    ),
    Tip(
        "hold",
        Message("Two men on a point hold it: no enemy can land there. A single man is in danger."),
        heard="^[0-9]+/",
    ),
    Tip(
        "capture",
        Message("A single man was captured. It must enter again before its player may do anything else."),
        heard="capturing",
    ),
    Tip("pass", Message("You may pass at any time in your turn and give up the dice that are left."), heard="/"),
    Tip(
        "off",
        Message("All your men stand on the last six points: now the exact number of a die takes a man off."),
        action="/off",
    ),
)
