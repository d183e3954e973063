"""Programs that a start runs, and that end with it."""

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from starting.pythons import IS_WINDOWS
from starting.texts import language

REMEMBERED = 15  # lines of what a program prints last
BEYOND = 1 << 30  # a place in a file that is never read; on Windows, nobody else can read what is locked
ALONE: dict[str, Any] = (  # without a terminal, and a group of its own
    {"creationflags": getattr(subprocess, "CREATE_NO_WINDOW", 0)} if IS_WINDOWS else {"start_new_session": True}
)


def this_python() -> str:
    """Return the Python that runs this, as a program for terminals."""
    console = Path(sys.executable).with_name("python.exe")
    return str(console) if IS_WINDOWS and console.exists() else sys.executable


class Program:
    """A program, with all that it starts in turn."""

    def __init__(self, *command: "str | Path", patience: float = 0.0, is_silent: bool = False) -> None:
        self._patience = patience  # seconds in which it may end by itself
        self.last_lines = deque[str](maxlen=REMEMBERED)
        variables = {"LANGUAGE": language(), "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL if is_silent else subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | variables,
            **ALONE,
        )

    def lines(self) -> Iterator[str]:
        """Yield what the program prints, until it ends."""
        for line in self._process.stdout or ():
            self.last_lines.append(line.decode(errors="replace").rstrip())
            yield self.last_lines[-1]
        self._process.wait()

    @property
    def failed(self) -> bool:
        """Whether the program has ended and says that it failed."""
        return bool(self._process.returncode)

    def end(self) -> None:
        """End the program and all that it started."""
        if self._process.stdin:
            self._process.stdin.close()  # the house closes when its input ends
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(self._patience)
        if IS_WINDOWS:
            tree = ("taskkill", "/f", "/t", "/pid", str(self._process.pid))
            subprocess.run(tree, capture_output=True, check=False, **ALONE)
        else:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def take_turn(file: Path) -> "int | None":
    """Lock a file until the descriptor that is returned is closed; return None if another process has it."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        if sys.platform == "win32":
            import msvcrt  # only Windows has it

            os.lseek(descriptor, BEYOND, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # Windows lacks it

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # on Windows the latter
        os.close(descriptor)
        return None
    return descriptor
