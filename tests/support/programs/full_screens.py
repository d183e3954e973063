"""The full-screen client as a real program in a real terminal, whose screen the tests read."""

import fcntl
import os
import pty
import re
import selectors
import signal
import struct
import termios
import time

from programs import forked

PATIENCE = 60.0  # seconds to wait for an expected screen
SEQUENCE = re.compile(
    r"\x1b(?:\[([0-?]*)[ -/]*([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)|[=>]|P[^\x1b]*\x1b\\)|(\r|\n)|([^\x1b\r\n]+)"
)
KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
}


class FullScreen:
    """A terminal with a screen that the tests read before they press a key."""

    def __init__(self, folder, *arguments, command=("play",), columns=80, rows=24, language="en", **surroundings):
        self.keys, self.ours = pty.openpty()
        self.resize(columns, rows)
        self.settings = termios.tcgetattr(self.ours)
        environment = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANGUAGE": language}
        environment |= {"XDG_DATA_HOME": str(folder), **surroundings}
        for name in ("COLUMNS", "LINES"):  # which would hide a change of the terminal's size
            environment.pop(name, None)
        self.process = forked.start(
            *command,
            *arguments,
            stdin=self.ours,
            stdout=self.ours,
            stderr=self.ours,
            env=environment,
            start_new_session=True,
        )
        self.written = ""  # all output, with its control sequences
        self._rest = ""
        self._row = self._column = 0
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.keys, selectors.EVENT_READ)

    def __exit__(self, *failure):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.close()

    def close(self):
        """Close the terminal, as when its window is closed."""
        if self.ours is not None:
            self._selector.close()
            os.close(self.ours)
            os.close(self.keys)
            self.ours = None

    def resize(self, columns, rows):
        """Resize the terminal, and notify the program."""
        self.lines = [[" "] * columns for _ in range(rows)]
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if hasattr(self, "process"):
            self.process.send_signal(signal.SIGWINCH)

    @property
    def text(self):
        return "\n".join("".join(line).replace("\u00a0", " ").rstrip() for line in self.lines)

    def until(self, pattern):
        """Wait until the screen shows this pattern; return it."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.text):
            ready = self._selector.select(max(0.0, end - time.monotonic()))
            assert ready, f"{pattern!r} was not shown:\n{self.text}"
            self._feed(os.read(self.keys, 65536).decode(errors="replace"))
        return self.text

    def press(self, *keys):
        for key in keys:
            os.write(self.keys, KEYS.get(key, key).encode())

    def click(self, row, column):
        """Click at a row and column, both counted from 0."""
        for end in "Mm":
            os.write(self.keys, f"\x1b[<0;{column + 1};{row + 1}{end}".encode())

    def find(self, pattern):
        """The row and column of a text on the screen."""
        for row, line in enumerate(self.text.split("\n")):
            if found := re.search(pattern, line):
                return row, found.start()
        raise AssertionError(f"{pattern!r} is not shown:\n{self.text}")

    def ended(self):
        """Wait until the program has exited, read its last output, and return the exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None or self._selector.select(0):
            assert time.monotonic() < end, f"the program is still running:\n{self.text}"
            if self._selector.select(0.1):
                self._feed(os.read(self.keys, 65536).decode(errors="replace"))
        return self.process.returncode

    def _feed(self, part):
        self.written += part
        part = self._rest + part
        cut = part.rfind("\x1b")
        is_whole = cut < 0 or SEQUENCE.match(part, cut)
        part, self._rest = (part, "") if is_whole else (part[:cut], part[cut:])
        for parameters, command, line, text in SEQUENCE.findall(part):
            if command == "H":
                row, _, column = parameters.partition(";")
                self._row, self._column = int(row or 1) - 1, int(column or 1) - 1
            elif command == "J":
                self.lines = [[" "] * len(line) for line in self.lines]
            elif line:
                self._column = 0 if line == "\r" else self._column
                self._row += line == "\n"
            for sign in text:
                if self._row < len(self.lines) and self._column < len(self.lines[self._row]):
                    self.lines[self._row][self._column] = sign
                self._column += 1
