"""The terminal of the line client: boards and sentences in the reader's language, and typed lines."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from shutil import get_terminal_size
from threading import Semaphore, Thread
from typing import Any

import click

from ludoteka.core.message import Message
from ludoteka.core.scene import Scene
from ludoteka.surfaces.palette import Palette
from ludoteka.surfaces.text import Style, board_lines, facts, is_coloured, legend
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.article import wrapped

WIDTH = 100  # the longest line of text, however wide the terminal
PROMPT = "> "
PART = 4096  # bytes read at once from a pipe
CLEARED = "\r\x1b[K"  # erases the line being typed


class Screen:
    """A terminal that is written to line by line."""

    def __init__(self, texts: Texts, is_turned: bool = False) -> None:
        self.texts = texts
        self.is_turned = is_turned
        self.is_coloured = is_coloured(sys.stdout)
        self.sits_opposite = False  # whether the person's seat sees the board from the other side
        self.style = Style()
        self.is_prompting = False  # whether a line is being typed at the bottom
        self._is_covered = False  # whether something was printed over that line

    def dress(self, colours: Palette) -> None:
        """Reset the style for another match, with its colours."""
        self.style = Style(colours)

    def say(self, message: Message) -> None:
        """Print a sentence in the reader's language."""
        self.echo(self.texts.say(message))

    def echo(self, text: str) -> None:
        """Print a text, wrapped to the terminal."""
        self.print(wrapped(text, self.width))

    def print(self, text: str) -> None:
        if self.is_prompting and not self._is_covered:
            self._is_covered = True
            click.echo(CLEARED if sys.stdout.isatty() else "\n", nl=False)
        click.echo(text)

    @property
    def width(self) -> int:
        """The maximal length of a line of text."""
        return min(get_terminal_size().columns, WIDTH)

    def draw(self, scene: Scene) -> None:
        """Draw a board with its legend and panel."""
        lines = board_lines(scene, self.is_coloured, self.is_turned != self.sits_opposite, self.style)
        self.print("\n".join(["", *lines, ""]))
        for line in [*legend(scene, self.texts, self.style), *facts(scene, self.texts)]:
            self.echo(line)

    def draw_turn(self, scene: Scene) -> None:
        """Print the dice, for a board that has not changed."""
        for line in facts(scene._replace(panel=()), self.texts):
            self.echo(line)

    def conclude(self, scene: Scene) -> None:
        """Print the status, below everything else."""
        self.say(scene.status)
        self.echo("")

    def clear(self) -> None:
        """Clear the screen and the input history, because they contain secrets."""
        click.clear() if sys.stdout.isatty() else click.echo("\n" * 40)
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()

    def restore_prompt(self) -> None:
        """Print the prompt and the typed line again, if something was printed over them."""
        if self.is_prompting and self._is_covered:
            readline = sys.modules.get("readline")
            typed = readline.get_line_buffer() if readline and sys.stdin.isatty() else ""
            click.echo(PROMPT + typed, nl=False)
        self._is_covered = False


def edit_lines() -> None:
    """Enable line editing and history with arrow keys, if Python has readline."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - input() uses it once it is imported


def read_line(prompt: str, at_end: str) -> str:
    """Return the line that is typed, or `at_end` at the end of input."""
    try:
        line = input(prompt).strip()
    except EOFError:
        line = at_end
    if not sys.stdin.isatty():
        click.echo()
    return line


class Keyboard:
    """The source of typed lines: calls `put` with each line, and with None after the last."""

    def __init__(self, put: Callable[[str | None], None]) -> None:
        self._put = put
        self._wanted = Semaphore(0)
        self._rest = b""
        self._settings = _settings()
        self.is_reading = False  # a line is being read
        Thread(target=self._run, daemon=True).start()  # a daemon, because it may wait for a line forever

    def ask(self) -> None:
        """Start reading the next line, unless one is being read already."""
        if not self.is_reading:
            self.is_reading = True
            self._wanted.release()

    def close(self) -> None:
        """Restore the settings of the terminal, because a pending read has turned echo off."""
        if self._settings is not None:
            import termios  # noqa: PLC0415 - if there are settings, the module exists

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._settings)

    def _run(self) -> None:
        while self._wanted.acquire():
            try:
                line: str | None = input(PROMPT) if sys.stdin.isatty() else self._piped()
            except (EOFError, OSError, UnicodeDecodeError):
                line = None
            self.is_reading = False
            self._put(line)

    def _piped(self) -> str:
        """Return a line from a pipe; `input` would still hold a lock on the pipe when the program ends."""
        click.echo(PROMPT, nl=False)
        while b"\n" not in self._rest:
            part = os.read(sys.stdin.fileno(), PART)
            if not part and not self._rest:
                raise EOFError
            self._rest += part or b"\n"
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")


def _settings() -> Any:
    """Return the settings of the terminal, or None if there is none."""
    with suppress(ImportError, OSError, ValueError):
        import termios  # noqa: PLC0415 - Windows has no such module

        with suppress(termios.error):
            return termios.tcgetattr(sys.stdin)
    return None
