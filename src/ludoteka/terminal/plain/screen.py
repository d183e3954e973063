"""What a person at a terminal is shown: sentences in his language, and boards."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from shutil import get_terminal_size

import click

from ludoteka.core.message import Message
from ludoteka.core.scene import Scene
from ludoteka.surfaces.text import board_lines, is_coloured, scene_lines
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.plain.article import wrapped

WIDTH = 100  # no line of text is longer, however wide the terminal
PROMPT = "> "
CLEARED = "\r\x1b[K"  # the line that is being typed is taken away


class Screen:
    """A terminal that is written to."""

    def __init__(self, texts: Texts, is_turned: bool = False) -> None:
        self.texts = texts
        self.is_turned = is_turned
        self.is_coloured = is_coloured(sys.stdout)
        self._is_prompting = False  # a line is being typed, below everything that is printed

    def say(self, message: Message) -> None:
        """Print a sentence in the reader's language."""
        self.echo(self.texts.say(message))

    def echo(self, text: str) -> None:
        """Print a text, wrapped to the terminal."""
        self._print(wrapped(text, self.width))

    def _print(self, text: str) -> None:
        if self._is_prompting:
            self._is_prompting = False
            click.echo(CLEARED if sys.stdout.isatty() else "\n", nl=False)
        click.echo(text)

    @property
    def width(self) -> int:
        """The most letters in a line of text."""
        return min(get_terminal_size().columns, WIDTH)

    def draw(self, scene: Scene, facts: Sequence[str] = ()) -> None:
        """Draw a board, with what is to be told of it."""
        drawn, height = scene_lines(scene, self.texts, self.is_coloured, self.is_turned), len(board_lines(scene))
        self._print("\n" + "\n".join(drawn[:height]))
        for line in [*drawn[height:-1], *facts, drawn[-1], ""]:
            self.echo(line)

    def clear(self) -> None:
        """Let nothing be seen of what was shown and typed: it is a secret."""
        click.clear() if sys.stdout.isatty() else click.echo("\n" * 40)
        if "readline" in sys.modules:
            sys.modules["readline"].clear_history()

    @contextmanager
    def over_prompt(self, is_typing: Callable[[], bool]) -> Iterator[None]:
        """Let something be printed while a line is being typed; what was typed so far stands below it again."""
        self._is_prompting = True
        yield
        if not self._is_prompting and is_typing():
            self.prompt_again()
        self._is_prompting = False

    def prompt_again(self) -> None:
        """Stand a line that is being typed below what was printed over it."""
        readline = sys.modules.get("readline")
        typed = readline.get_line_buffer() if readline and sys.stdin.isatty() else ""
        click.echo(PROMPT + typed, nl=False)


def edit_lines() -> None:
    """Let arrow keys edit and recall what is typed, where there is a keyboard and Python can."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - that it is there is enough for input()
