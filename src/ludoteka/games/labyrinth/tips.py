"""Tips for somebody's first match of Labyrinth."""

from ludoteka.core.message import Message
from ludoteka.core.tips import Tip

TIPS = (
    Tip(
        "aim",
        Message(
            "Nobody sees the maze. Take a step: the moderator answers aloud, and your map draws itself from the answers."
        ),
    ),
    Tip(
        "wall",
        Message("A wall: the move is spent, but now the wall is on everybody's map."),
        heard="[Ww]all",
    ),
    Tip(
        "others",
        Message("Everybody hears every answer: listen to the others, too, and you learn where they may be."),
        heard=".",
    ),
    Tip(
        "shoot",
        Message(
            "With a cartridge you can shoot before your move. The bullet flies straight on until a wall or a player stops it."
        ),
        action="^shoot:",
    ),
    Tip(
        "find",
        Message("Something was found. Things that lie on your cell can be picked up before or after your move."),
        action="^(take|drop):",  # heard alone, it may be about another player
    ),
    Tip(
        "passed",
        Message("“Passed” means that the way was open: the player stands on the next cell now."),
        heard="Passed",
    ),
    Tip(
        "key",
        Message("To win, find the true key and walk out through an exit with it. A false key looks the same."),
        heard=".",
    ),
)
