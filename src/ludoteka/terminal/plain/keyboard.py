"""Lines that are typed while other things happen: a thread reads them, one for each that is asked for."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Semaphore, Thread
from typing import Any

import click

from ludoteka.terminal.plain.screen import PROMPT

PART = 4096  # bytes read at once


class Keyboard:
    """The source of typed lines: `put` is given each, and None after the last."""

    def __init__(self, put: Callable[[str | None], None]) -> None:
        self._put = put
        self._wanted = Semaphore(0)
        self._rest = b""
        self._settings = _settings()
        self.is_reading = False  # a line is awaited
        Thread(target=self._run, daemon=True).start()  # a daemon: it may wait for a line for ever

    def ask(self) -> None:
        """Let the next line be read, unless one is awaited already."""
        if not self.is_reading:
            self.is_reading = True
            self._wanted.release()

    def close(self) -> None:
        """Restore the settings of the terminal: a line that is still being read has turned echo off."""
        if self._settings is not None:
            import termios  # noqa: PLC0415 - there are settings, so there is the module

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
        """Return a line from a pipe; `input` would hold a lock on it when the program ends."""
        click.echo(PROMPT, nl=False)
        while b"\n" not in self._rest:
            part = os.read(sys.stdin.fileno(), PART)
            if not part and not self._rest:
                raise EOFError
            self._rest += part or b"\n"
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")


def _settings() -> Any:
    """Return the settings of the terminal, or None where there is none."""
    with suppress(ImportError, OSError, ValueError):
        import termios  # noqa: PLC0415 - Windows has no such module

        with suppress(termios.error):
            return termios.tcgetattr(sys.stdin)
    return None
