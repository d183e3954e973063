"""What a sitting asks of where its match is: here in this process, or in a house elsewhere."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ludoteka.core.game import Game
from ludoteka.core.message import Message
from ludoteka.core.scene import Scene


class Table(Protocol):
    """A match with a person at this terminal.  Whatever is asked for may be Refused."""

    words: Mapping[str, Callable[[str], None]]  # what can be typed here beside the words of every table
    heed: Callable[[], None]  # called when something may have changed while a line is awaited

    @property
    def game(self) -> Game | None: ...

    @property
    def is_over(self) -> bool: ...

    @property
    def thrower(self) -> Message | None:
        """The seat whose throw is awaited from here."""
        ...

    @property
    def viewpoint(self) -> str:
        """The letter of the seat that sees, "" for one who watches."""
        ...

    def curtain(self, seen_by: str) -> str:
        """Return the letter of the seat to hand over to before more is shown, or ""; `seen_by` has seen the board last."""
        ...

    def lift(self, letter: str) -> None:
        """Take it that the screen was handed over to this seat."""

    def title(self, letter: str) -> Message: ...

    def settle(self) -> None:
        """Let everything happen that nobody here has a say in, and tell it."""

    def line(self) -> str:
        """Return the next line that is typed.  Raises EOFError when there is none."""
        ...

    def scene(self) -> Scene: ...

    def facts(self) -> list[str]:
        """Return what stands between the board and its status, in the reader's language: clocks, invitations."""
        ...

    def legal_texts(self) -> list[str]: ...

    def example(self) -> str:
        """Return an action that could be typed now, or "…"."""
        ...

    def help(self) -> Sequence[Message]:
        """Return what can be typed here, beside the words of every table."""
        ...

    def meant(self, line: str) -> str:
        """Return what a line means in the words of the game, or the line as it is."""
        ...

    def act(self, line: str) -> None: ...

    def throw(self) -> None: ...

    def back(self) -> None: ...

    def resign(self, seat: str) -> None: ...

    def save(self, path: Path) -> None: ...

    def again(self) -> None:
        """Begin another match, the seats changed."""

    def close(self) -> None: ...
