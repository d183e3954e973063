"""The terminal client as a real program, and what is typed into it."""

import os
import subprocess
import sys


def program(*arguments, language="en", columns=80):
    return subprocess.Popen(
        [sys.executable, "-m", "ludoteka", "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LANGUAGE": language, "COLUMNS": str(columns)},
    )


def typed(*lines, game="tavlei", options=("--hot-seat",), **surroundings):
    """What the program says when these lines are typed; it must end without a complaint."""
    with program(game, *options, **surroundings) as process:
        said, complaints = process.communicate("\n".join(lines) + "\n", timeout=120)
    assert complaints == ""
    assert process.returncode == 0
    return said
