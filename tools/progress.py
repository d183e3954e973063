"""How far an installation has come, as uv and pip print it.  Needs nothing but Python."""

import re
import shutil
import sys
from pathlib import Path

from starting.texts import say

CLEAR_LINE = "\r\x1b[K"
STARTED = re.compile(r"Downloading (?P<name>[\w.-]+) \((?P<size>[\d.]+)MiB\)")  # uv says so of large packages
DONE = re.compile(r"Downloaded (?P<name>[\w.-]+)")
COLLECTED = re.compile(r"Collecting (?P<name>[\w.-]+)")  # pip says so of each package


class Progress:
    """What is being installed and how much is left: one line that changes in a terminal, plain lines elsewhere."""

    def __init__(self, lock: Path) -> None:
        self._total = len(set(re.findall(r"^[\w.-]+==", lock.read_text("utf-8"), re.MULTILINE)))
        self._is_terminal = sys.stdout.isatty()
        self._loading: dict[str, float] = {}  # MB by package: uv loads them side by side
        self._collected = 0  # pip takes one package after the other
        self._show(say("Installing {count} packages ...", count=self._total))

    def read(self, line: str) -> None:
        """Show what a line that uv or pip prints says."""
        if found := COLLECTED.match(line):
            self._collected += 1
            text = "Installing {name} ({number} of {count} packages) ..."
            self._show(say(text, name=found["name"], number=self._collected, count=self._total))
        elif found := STARTED.match(line):
            self._loading[found["name"]] = float(found["size"]) * 2**20 / 1e6
            if self._is_terminal:  # all begin at once
                self._show(self._left())
        elif (found := DONE.match(line)) and self._loading.pop(found["name"], None) and self._loading:
            self._show(self._left())
        elif line.startswith(("Prepared", "Installing collected packages")):
            self._show(say("Installing {count} packages: unpacking ...", count=self._total))

    def end(self) -> None:
        """Clear the line."""
        if self._is_terminal:
            print(CLEAR_LINE, end="", flush=True)

    def _left(self) -> str:
        largest = sorted(self._loading, key=lambda name: -self._loading[name])
        size = round(sum(self._loading.values()))
        text = "Installing {count} packages: {names}, {size} MB to download ..."
        return say(text, count=self._total, names=", ".join(largest[:3]), size=size)

    def _show(self, text: str) -> None:
        if self._is_terminal:
            print(CLEAR_LINE + text[: shutil.get_terminal_size().columns - 1], end="", flush=True)
        else:
            print(text, flush=True)
