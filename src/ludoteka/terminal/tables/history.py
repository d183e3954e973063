"""The list of moves of a match, in sentences."""

from collections.abc import Sequence

from ludoteka.terminal.tables.narration import Move, describe_move
from ludoteka.terminal.tables.payloads import View


class History:
    """The moves that stand, in order."""

    def __init__(self) -> None:
        self.moves: list[Move] = []

    def begin(self, view: View) -> None:
        """Take all moves from a view."""
        self.moves = [describe_move(view, entry) for entry in view["moves"]["list"]]

    def extend(self, before: View, after: View, narrated: Sequence[object]) -> None:
        """Take the moves that a change has brought, or has taken back."""
        fresh = [one for one in narrated if isinstance(one, Move)]
        old, new = before["moves"]["list"], after["moves"]["list"]
        standing = len(new) - len(fresh)
        if old[:standing] == new[:standing]:
            self.moves = [*self.moves[:standing], *fresh]
        else:  # at the end of a match with secrets all comes out
            self.begin(after)
