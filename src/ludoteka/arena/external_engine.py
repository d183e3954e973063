"""Another program that plays a game for us, and speaks the Universal Game Interface (docs/engine.md)."""

import shlex
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from threading import Timer

from ludoteka.core.game import Options
from ludoteka.core.message import Message, Refused

LONGEST = 600.0  # seconds for one answer; compiling takes long the first time


class ExternalEngine:
    """A running engine.  One that ends, hangs or talks nonsense is stopped.

    Raises:
        Refused: "engine-failed".
    """

    def __init__(self, command: str, options: Options) -> None:
        self._command = command
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user named the program
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise self.failure(str(error)) from error
        self._send("ugi")
        self._answer("ugiok")
        self._send(*(f"setoption name {name} value {value}" for name, value in options.items()), "isready")
        self._answer("readyok")

    def think(self, actions: Sequence[str], go: str) -> str:
        """Return the action text that the engine plays after these actions, if told to think with the words `go`."""
        self._send(f"position startpos{' moves ' if actions else ''}{' '.join(actions)}", f"go {go}")
        return self._answer("bestmove")

    def close(self) -> None:
        """Stop the engine."""
        self._process.kill()
        self._process.communicate()

    def failure(self, reason: str) -> Refused:
        """Return the refusal that says what the engine did wrong."""
        text = Message("The engine {command} failed: {reason}", command=self._command, reason=reason)
        return Refused("engine-failed", text)

    def _send(self, *lines: str) -> None:
        assert self._process.stdin  # noqa: S101 - it was started with pipes
        with suppress(BrokenPipeError):  # what the engine said last is read afterwards
            self._process.stdin.write("".join(f"{line}\n" for line in lines))
            self._process.stdin.flush()

    def _answer(self, word: str) -> str:
        """Return the second word of the next answer that begins with a word, or "" if it has none."""
        assert self._process.stdout  # noqa: S101 - it was started with pipes
        watchdog, complaint = Timer(LONGEST, self._process.kill), f"it ended without {word}"
        watchdog.daemon = True
        watchdog.start()
        try:
            for line in self._process.stdout:
                words = line.split()
                if words[:1] == [word]:
                    return " ".join(words[1:2])
                if words[:3] == ["info", "string", "error"]:
                    complaint = " ".join(words[3:])
        finally:
            watchdog.cancel()
        raise self.failure(complaint)
