"""The terminal client as a real program, and what is typed into it."""

import os
import re
import selectors
import subprocess
import sys
import time

PATIENCE = 60.0  # seconds for what must come


def program(*arguments, language="en", columns=80, **environment):
    return subprocess.Popen(
        [sys.executable, "-m", "ludoteka", "play", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LANGUAGE": language, "COLUMNS": str(columns), **environment},
    )


def typed(*lines, game="tavlei", options=("--hot-seat",), **surroundings):
    """What the program says when these lines are typed; it must end without a complaint."""
    with program(game, *options, **surroundings) as process:
        said, complaints = process.communicate("\n".join(lines) + "\n", timeout=120)
    assert complaints == ""
    assert process.returncode == 0
    return said


class Terminal:
    """A terminal at which somebody reads before he types."""

    def __init__(self, folder, *arguments, **surroundings):
        """Start `ludoteka play`; what it keeps, such as who its guest is, lies in the folder."""
        self.process = program(*arguments, XDG_DATA_HOME=str(folder), **surroundings)
        self.said = ""  # everything
        self._read = 0  # how much of it was waited for
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.process.stdout, selectors.EVENT_READ)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self._selector.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def until(self, pattern):
        """What is said up to this pattern, from where was read last."""
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.said[self._read :])):
            ready = self._selector.select(max(0.0, end - time.monotonic()))
            part = os.read(self.process.stdout.fileno(), 65536).decode() if ready else ""
            assert part, f"{pattern!r} was not said:\n{self.said}"
            self.said += part
        start, self._read = self._read, self._read + found.end()
        return self.said[start : self._read]

    def type(self, *lines):
        for line in lines:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()

    def say(self, line, pattern):
        """Type a line, and return what is said up to this pattern."""
        self.type(line)
        return self.until(pattern)

    def quit(self):
        """Leave in good order; return the last words."""
        last = self.say("quit", r"Goodbye\.\n")
        assert self.process.wait(PATIENCE) == 0
        complaints = self.process.stderr.read()
        assert complaints == ""
        return last
