"""The command `go` of the Universal Game Interface: how long to think (docs/engine.md)."""

from collections.abc import Sequence
from typing import NamedTuple

from ludoteka.search.analysis import Limits
from ludoteka.search.control import UNLIMITED

MOVES_LEFT = 30  # a match is planned as if this many more turns had to be paid from the clock
RESERVE = 0.05  # seconds of the clock that are never planned, for the way of the answer
LARGEST = 10**12  # of any number in a command
HELD = ("infinite", "ponder")  # words after which the answer waits for `stop` or `ponderhit`


class BadCommand(Exception):
    """A command that the engine can't obey: a code in kebab-case, and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code, self.sentence = code, sentence


class GoOrder(NamedTuple):
    """How long to think about a position, and whether to wait with the answer."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    is_held: bool = False  # until `stop` or `ponderhit`
    is_pondering: bool = False  # the seconds are counted from `ponderhit`

    def limits(self, deepest: int) -> Limits:
        """Return the limits of the search; `deepest` is the depth if the order names none."""
        depth = deepest if self.depth is None else self.depth
        return Limits(depth, self.nodes or UNLIMITED, None if self.is_held else self.seconds)


def parse_go(words: Sequence[str], player: int) -> GoOrder:
    """Return the order in the words after `go`; `player` is the number of the player to move, counted from 1.

    Raises:
        BadCommand: "bad-go", "bad-number".
    """
    numbers: dict[str, int] = {}
    rest = [word for word in words if word not in HELD]
    for name, text in zip(rest[::2], [*rest[1::2], ""], strict=False):
        if name not in ("movetime", "nodes", "depth") and not _is_clock(name):
            raise BadCommand("bad-go", f"I don't know {name} after go.")
        numbers[name] = parse_number(name, text)
    seconds = numbers["movetime"] / 1000 if "movetime" in numbers else _share(numbers, player)
    if len(rest) == len(words) and not numbers:
        raise BadCommand("bad-go", "Say how long to think: movetime, nodes, depth, a clock, infinite or ponder.")
    is_pondering = "ponder" in words
    return GoOrder(numbers.get("depth"), numbers.get("nodes"), seconds, len(rest) < len(words), is_pondering)


def parse_number(name: str, text: str) -> int:
    """Return the number after a word of a command.

    Raises:
        BadCommand: "bad-number".
    """
    if text.isascii() and text.isdecimal() and len(text) < len(str(LARGEST)):
        return int(text)
    raise BadCommand("bad-number", f"After {name}, I need a whole number, not {text[:40]!r}.")


def _is_clock(name: str) -> bool:
    """Tell whether a word is `p1time`, `p1inc` or the same of another player."""
    return name[:1] == "p" and name.removesuffix("time").removesuffix("inc")[1:].isdecimal() and name[-1] in "ec"


def _share(numbers: dict[str, int], player: int) -> float | None:
    """Return the seconds of the player's clock to spend on one turn; None if the order has no such clock."""
    if f"p{player}time" not in numbers:
        return None
    left, bonus = numbers[f"p{player}time"] / 1000, numbers.get(f"p{player}inc", 0) / 1000
    return max(0.0, min(left / MOVES_LEFT + bonus, left / 2 - RESERVE))
