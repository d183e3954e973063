"""Compile the path of a move with mypyc, if LUDOTEKA_COMPILE=1 asks for it; otherwise the package is plain Python.

Releases ask for it, and so does the image.  Nothing in the sources depends on it: docs/decisions/0028-compiled-modules.md has the
reasons, and 0074-compiled-wheels.md where the compiled form is used.
"""

import os

from setuptools import setup

# What runs for every move of every match.  Other modules run too seldom for compiling to be worth anything.
COMPILED = (
    "core/board.py",
    "core/clock.py",
    "core/fixed_paths.py",
    "core/grid.py",
    "core/match.py",
    "core/notation.py",
    "core/ranks.py",
    "core/scene.py",
    "games/tavlei/notation.py",
    "games/tavlei/rules.py",
    "games/tavlei/scene.py",
    "referee/agreements.py",
    "referee/events.py",
    "referee/projection.py",
    "referee/referee.py",
    "referee/views/details.py",
    "referee/views/encoded_scene.py",
    "referee/views/snapshots.py",
    "referee/views/words.py",
    "server/operations/limits.py",
    "server/operations/house_time.py",
    "server/rooms/autoplay.py",
    "server/rooms/room.py",
    "server/rooms/subscribers.py",
    "server/sockets/connection.py",
    "server/sockets/websocket.py",
)
# The project's own mypy settings check more than a compiler needs, and this must work where no library is installed.
OPTIONS = ("--config-file=", "--ignore-missing-imports", "--follow-imports=silent")

if os.environ.get("LUDOTEKA_COMPILE") == "1":
    from mypyc.build import mypycify

    paths = [f"src/ludoteka/{name}" for name in COMPILED]
    setup(
        ext_modules=mypycify(
            [*OPTIONS, *paths],
            opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"),
            debug_level="0",  # what a debugger of C would need is most of the size
            group_name="ludoteka",
        )
    )
else:
    setup()
