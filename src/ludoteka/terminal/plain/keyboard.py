"""Reading typed lines in a thread while other things happen, one line per request."""

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
