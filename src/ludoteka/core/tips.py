"""Tips: what a game says beside the board in somebody's first match, and when."""

from collections.abc import Iterable
from re import search
from typing import NamedTuple

from ludoteka.core.message import Message


class Tip(NamedTuple):
    """A note that is shown once, on a player's turn, when all its conditions hold.

    The conditions concern only what the player sees and hears, so clients check them. Patterns are regular expressions that
    mean the same in Python and JavaScript.
    """

    key: str  # by which browsers remember that it was shown
    text: Message
    seat: str = ""  # the letter of the seat that it is for; "" for every seat
    action: str = ""  # a pattern found in the text of a legal action
    heard: str = ""  # a pattern found in the text of a move, or in the English of a sentence about one

    def applies(self, seat: str, actions: Iterable[str], heard: Iterable[str]) -> bool:
        """Say whether the conditions hold for a seat, its legal actions, and the moves and sentences that it has heard."""
        return (
            self.seat in ("", seat)
            and (not self.action or any(search(self.action, text) for text in actions))
            and (not self.heard or any(search(self.heard, text) for text in heard))
        )
