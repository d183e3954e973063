"""The menu in lines: keys and numbers are typed and confirmed with Enter."""

import shutil
import sys
from collections.abc import Sequence

import click

from ludoteka.core.message import Message
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.article import wrapped
from ludoteka.terminal.menu import QUIT, MenuLine

MARGIN = "  "


class MenuLines:
    """A menu that is printed, for screen readers and pipes."""

    @property
    def columns(self) -> int:
        """The columns of the terminal."""
        return shutil.get_terminal_size().columns

    def pick(self, heading: str, lines: Sequence[MenuLine], texts: Texts) -> str:
        """Print the lines, and read what is typed until it is one of their keys; the end of input means to leave."""
        click.echo(f"\n{heading}\n")
        width = max((len(line.title) for line in lines if line.about), default=0)
        for line in lines:
            head = f"{MARGIN}{line.key}  {line.title}".ljust(
                len(line.key) + width + 2 * len(MARGIN) if line.about else 0
            )
            click.echo(
                wrapped(line.about, self.columns, head + MARGIN, " " * len(head + MARGIN)) if line.about else head
            )
        click.echo()
        keys = [line.key for line in lines]
        while (typed := self._read(texts.say(Message("Your choice")), QUIT).lower()) not in keys:
            click.echo(texts.say(Message("Type one of these: {keys}", keys=" ".join(keys))))
        return typed

    def ask(self, question: str) -> str:
        """Read a line."""
        return self._read(question, "")

    def _read(self, question: str, at_end: str) -> str:
        try:
            line = input(f"{question}: ").strip()
        except EOFError:
            line = at_end
        if not sys.stdin.isatty():
            click.echo()
        return line

    def show(self, text: str, texts: Texts) -> None:
        """Print a text."""
        click.echo(text)
