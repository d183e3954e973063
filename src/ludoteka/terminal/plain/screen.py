"""The output of the line client: sentences in the reader's language, and boards."""

import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from shutil import get_terminal_size

import click

from ludoteka.core.message import Message
from ludoteka.core.scene import Scene
from ludoteka.surfaces.palette import Palette
from ludoteka.surfaces.text import Style, board_lines, facts, is_coloured, legend
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.article import wrapped

WIDTH = 100  # the longest line of text, however wide the terminal
PROMPT = "> "
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
        self._print(wrapped(text, self.width))

    def _print(self, text: str) -> None:
        if self.is_prompting and not self._is_covered:
            self._is_covered = True
            click.echo(CLEARED if sys.stdout.isatty() else "\n", nl=False)
        click.echo(text)

    @property
    def width(self) -> int:
        """The maximal length of a line of text."""
        return min(get_terminal_size().columns, WIDTH)

    def draw(self, scene: Scene, table_facts: Mapping[str, str]) -> None:
        """Draw a board with its legend, panel and status."""
        self._print(
            "\n"
            + "\n".join(board_lines(scene, self.is_coloured, self.is_turned != self.sits_opposite, self.style))
            + "\n"
        )
        self._tell([*legend(scene, self.texts, self.style), *facts(scene, self.texts)])
        self.conclude(scene, table_facts)

    def draw_turn(self, scene: Scene, table_facts: Mapping[str, str]) -> None:
        """Print the dice and whose turn it is, for a board that has not changed."""
        self._tell(facts(scene._replace(panel=()), self.texts))
        self.conclude(scene, table_facts)

    def conclude(self, scene: Scene, table_facts: Mapping[str, str]) -> None:
        """Print the clocks, the link and the status, below everything else."""
        self.show_facts(table_facts)
        self._tell([self.texts.say(scene.status), ""])

    def show_facts(self, table_facts: Mapping[str, str]) -> None:
        """Print the clocks, and the invitation link on a line of its own."""
        if "clocks" in table_facts:
            self.echo(table_facts["clocks"])
        if "invitation" in table_facts:
            self.say(Message("Invite others with this link:"))
            self._print(table_facts["invitation"])

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.echo(line)

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
