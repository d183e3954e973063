"""The help of the full-screen client."""

from collections.abc import Callable, Iterator
from textwrap import wrap

from ludoteka.core.message import Message

LINES = (
    ("← ↑ ↓ →  h j k l", Message("move the cursor")),
    ("Enter  Space", Message("pick what is under the cursor, or throw")),
    ("Esc", Message("cancel the pick")),
    ("Tab  Shift-Tab", Message("go to the next place that can be picked")),
    ("1 … 9", Message("pick one of the choices below the board")),
    (":", Message("type an action instead")),
    ("t", Message("throw the dice")),
    ("u", Message("take your move back, or ask the others to let you")),
    ("a", Message("ask what a strong player would do, in a match against computers")),
    ("d", Message("offer a draw")),
    ("r", Message("resign")),
    ("b", Message("call the match off, before everybody has acted and anything was thrown")),
    ("w", Message("claim the win if the player to move has been gone too long")),
    ("c", Message("chat")),
    ("i", Message("show the link for others, on a server")),
    ("f", Message("show the board from the other side")),
    ("F", Message("turn it to the player to move, for two at one screen")),
    ("p", Message("let another player join at this screen, where the game allows it")),
    ("m", Message("read the rules of the game")),
    ("s", Message("save the record of the match to a file")),
    ("PgUp  PgDn", Message("scroll the list of moves")),
    ("n", Message("another match, once this one is over")),
    ("q", Message("leave")),
)
SIGNS = (
    ("[ ]", Message("the cursor")),
    ("{ }", Message("picked")),
    ("( )  •", Message("can be picked")),
    ("‹ ›", Message("the last move")),
)
WIDTH = 18


def help_lines(say: Callable[[Message], str], width: int) -> Iterator[str]:
    """Yield the lines of the help; long meanings wrap within their own column."""
    for keys, meaning in LINES:
        yield from _entry(keys, say(meaning), width)
    yield ""
    yield from wrap(say(Message("The mouse picks places and choices, too. On the board:")), width)
    for signs, meaning in SIGNS:
        yield from _entry(signs, say(meaning), width)


def _entry(keys: str, meaning: str, width: int) -> list[str]:
    return wrap(meaning, width, initial_indent=f"{keys:<{WIDTH}}", subsequent_indent=" " * WIDTH)
