"""Tips for somebody's first match of Moksha."""

from ludoteka.core.message import Message
from ludoteka.core.tips import Tip

TIPS = (
    Tip(
        "aim",
        Message(
            "You don't capture here, you give: give levels away to enemy cubes until your lowest cube, the Mono, gives one."
        ),
    ),
    Tip(
        "give",
        Message(
            "This turn a cube can give a level away: it rolls over its green edge and goes down, "
            "and the enemy cube rolls over its red edge and goes up."
        ),
        action=">",
    ),
    Tip("arrows", Message("A cube moves only along its arrows. The higher its level, the farther it goes."), heard="."),
    Tip("turn", Message("After its move a cube may turn, so that its arrows point elsewhere next time."), action="="),
    Tip(
        "spare",
        Message(
            "To give a level, a cube needs a step to spare: it must have gone less far than it could, or have pushed."
        ),
        heard="-",
    ),
    Tip(
        "push",
        Message("Cubes were pushed: along a rank or a file, a moving cube pushes all enemy cubes before it."),
        heard="pushed",
    ),
    Tip("okta", Message("Take care with levels for an Okta: one more, and it leaves the board."), heard=">"),
)
