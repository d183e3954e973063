"""The list of moves of a match, in sentences."""

from collections.abc import Sequence

from ludoteka.client.views import View
from ludoteka.terminal.tables.narration import Move, describe_move


class History:
    """The moves that have not been taken back, in order."""

    def __init__(self) -> None:
        self.moves: list[Move] = []

    def begin(self, view: View) -> None:
        """Replace all moves by those of a view."""
        self.moves = [describe_move(view, entry) for entry in view["moves"]["list"]]

    def extend(self, before: View, after: View, narrated: Sequence[object]) -> None:
        """Add the moves of a change, or remove those taken back."""
        fresh = [one for one in narrated if isinstance(one, Move)]
        old, new = before["moves"]["list"], after["moves"]["list"]
        standing = len(new) - len(fresh)
        if old[:standing] == new[:standing]:
            self.moves = [*self.moves[:standing], *fresh]
        else:  # at the end of a match with secrets, all moves are revealed
            self.begin(after)
