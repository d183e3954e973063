"""The terminal client as a real program, driven by typed lines."""

import os
import pty
import re
import selectors
import subprocess
import time

from programs import forked

PATIENCE = 60.0  # seconds to wait for an expected line


def program(*arguments, language="en", columns=80, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **environment):
    return forked.start(
        "play",
        *arguments,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LANGUAGE": language, "COLUMNS": str(columns), **environment},
    )


def typed(*lines, game="tavlei", options=("--hot-seat",), **surroundings):
    """Return the program's output when these lines are typed; it must exit without errors."""
    with program(game, *options, **surroundings) as process:
        said, complaints = process.communicate("\n".join(lines) + "\n", timeout=120)
    assert complaints == ""
    assert process.returncode == 0
    return said


class Terminal:
    """A terminal whose user reads before typing."""

    def __init__(self, folder, *arguments, has_keys=False, **surroundings):
        """Start `ludoteka play`; its files, such as the cookie of its guest, are in the folder.

        With `has_keys`, the program runs in a real terminal: typed keys are echoed, and lines can be edited.
        """
        keys, self.ours = pty.openpty() if has_keys else (None, None)
        ends = {"stdin": self.ours, "stdout": self.ours, "TERM": "xterm", "NO_COLOR": "1"} if has_keys else {}
        self.process = program(*arguments, XDG_DATA_HOME=str(folder), **ends, **surroundings)
        self._written = self.process.stdout.fileno() if keys is None else keys
        self._keys = self.process.stdin.fileno() if keys is None else keys
        self.said = ""  # all output so far
        self._read = 0  # how many characters of `said` the test has read
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._written, selectors.EVENT_READ)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self._selector.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        if self.ours is not None:
            os.close(self.ours)
            os.close(self._keys)

    def until(self, pattern):
        """Return the output up to this pattern, since the last read."""
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.said[self._read :])):
            ready = self._selector.select(max(0.0, end - time.monotonic()))
            part = os.read(self._written, 65536).decode(errors="replace") if ready else ""
            assert part, f"{pattern!r} was not said:\n{self.said}"
            self.said += part
        start, self._read = self._read, self._read + found.end()
        return self.said[start : self._read]

    def type(self, line, end="\n"):
        os.write(self._keys, f"{line}{end}".encode())

    def say(self, line, pattern):
        """Type a line and return the output up to this pattern."""
        self.type(line)
        return self.until(pattern)

    def quit(self):
        """Quit and return the last output."""
        last = self.say("quit", r"Goodbye\.\r?\n")
        assert self.process.wait(PATIENCE) == 0
        complaints = self.process.stderr.read()
        assert complaints == ""
        return last
