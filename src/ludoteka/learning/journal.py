"""What a training writes beside its weights: a log with one line for each round, and a curve."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ludoteka.learning.trainer import Report

WIDTH, HEIGHT, MARGIN = 720, 360, 40
COLOURS = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"  # also for colour-blind readers


class Journal:
    """The log of a training in a folder, continued if it is there already, and its curve."""

    def __init__(self, folder: Path, options: Sequence[Mapping[str, Any]]) -> None:
        self._log, self._curve = folder / "log.jsonl", folder / "curve.svg"
        self._names = [" ".join(f"{name}={value}" for name, value in option.items()) or "default" for option in options]
        lines = self._log.read_text("utf-8").splitlines() if self._log.exists() else []
        self.entries: list[dict[str, Any]] = [json.loads(line) for line in lines]

    def write(self, report: Report) -> None:
        """Add a line, and draw the curve again if the network was measured."""
        shares = {self._names[index]: share for index, share in report.shares.items()}
        time = datetime.now(UTC).isoformat(timespec="seconds")
        measured = {} if report.error is None else {"error": round(report.error, 6)}
        self.entries.append({"time": time, "round": report.rounds, "turns": report.turns, "won": shares, **measured})
        with self._log.open("a", encoding="utf-8") as log:
            log.write(f"{json.dumps(self.entries[-1])}\n")
        if shares:
            self._curve.write_text(curve(self.entries), "utf-8")


def curve(entries: Sequence[Mapping[str, Any]]) -> str:
    """Return an SVG of the shares of games won, for each of the options, over the rounds."""
    last = entries[-1]["round"]
    names = dict.fromkeys(name for entry in entries for name in entry["won"])
    parts = [_line("#999", [(0, _y(0.5)), (WIDTH, _y(0.5))]), _text(4, _y(0.5) - 4, "#666", "50 %")]
    for number, name in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        measured = [
            (WIDTH * entry["round"] // last, _y(entry["won"][name])) for entry in entries if name in entry["won"]
        ]
        parts += [_line(colour, measured), _text(WIDTH - 100, HEIGHT - 14 * (number + 1), colour, name)]
    box = f"{-MARGIN} {-MARGIN} {WIDTH + 2 * MARGIN} {HEIGHT + 2 * MARGIN}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" fill="none">\n{"".join(parts)}</svg>\n'


def _y(share: float) -> int:
    return round(HEIGHT * (1 - share))


def _line(colour: str, points: Sequence[tuple[int, int]]) -> str:
    return f'<polyline stroke="{colour}" points="{" ".join(f"{x},{y}" for x, y in points)}"/>\n'


def _text(x: int, y: int, colour: str, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="12" fill="{colour}">{text}</text>\n'
