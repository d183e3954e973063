"""A long replay of every game, with bad lines among the good ones, and the memory it takes.

python tests/support/programs/long_replay.py 1000000
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

os.environ.setdefault("LUDOTEKA_GAMES", str(Path(__file__).parents[2] / "sixth"))  # when this file is run by itself

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.testing import chooser, variants
from ludoteka.testing.walks import random_walk

PLIES = 400  # of the longest match
SEEDS = 4  # matches of a game under the same options
MEASURES = 10
BAD = (b"", b"{", b'{"game": "nowhere"}', b"\xff\xfe", b"[" * 10_000, b'{"game": 7, "id": "%s"}' % (b"x" * 100_000))


def matches() -> Iterator[tuple[bytes, int]]:
    """Yield lines to replay, taking turns among the games, each with its number of actions."""
    for seed in range(SEEDS):
        for game in games().values():
            for options in variants(game):
                *_, match = random_walk(Match(game, options), chooser(seed), PLIES)
                asked = {"id": seed, "game": game.name, "options": match.options, "actions": match.actions}
                yield json.dumps(asked).encode(), len(match.actions)
                bad = {**asked, "actions": [*match.actions, "x" * 10_000]}
                yield json.dumps(bad).encode(), len(match.actions)


def resident(process: int) -> int:
    """Return the resident memory of a process in kilobytes."""
    return int(Path(f"/proc/{process}/status").read_text("utf-8").partition("VmRSS:")[2].split()[0])


def measured(actions: int) -> tuple[list[int], dict[str, int]]:
    """Replay at least this many actions in one process; return its memory in kilobytes over time, and a count of each answer."""
    sizes: list[int] = []
    answers: dict[str, int] = {}
    played, bad = 0, cycle(BAD)
    program = [sys.executable, "-m", "ludoteka", "replay"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        for line, count in cycle(matches()):
            for one in (line, next(bad)):
                process.stdin.write(one + b"\n")
                process.stdin.flush()
                answer = json.loads(process.stdout.readline())
                kind = answer["error"]["code"] if "error" in answer else "played"
                answers[kind] = answers.get(kind, 0) + 1
            played += count
            if played >= actions * (len(sizes) + 1) / MEASURES:
                sizes.append(resident(process.pid))
            if played >= actions:
                break
        process.stdin.close()
    assert process.returncode == 0
    return sizes, answers


if __name__ == "__main__":
    began = time.perf_counter()
    sizes, answers = measured(int(sys.argv[1]))
    print(f"{time.perf_counter() - began:.0f} s, kB: {sizes}, answers: {answers}")  # noqa: T201 - its only output
