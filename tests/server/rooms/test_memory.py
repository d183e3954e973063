"""The memory that one more open match takes."""

import json
import os
import subprocess
import sys

PLIES = 100
# With all players, a spectator and what each needs to reconnect.  A tenth more than measured: mazes differ.
KILOBYTES = {"labyrinth": 62, "liars_dice": 62}
OTHERS = 53
WEIGH = f"""
import json
from houses.weighing import bytes_held_by_each, watched_match
from ludoteka.games import games
print(json.dumps(dict(zip(games(), bytes_held_by_each([watched_match(one, {PLIES}) for one in games().values()])))))
"""


def test_an_open_match_of_a_hundred_plies_takes_little_memory():
    """In a process of its own, because tests that ran before have filled the caches that matches share with other things."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", WEIGH], env=environment, capture_output=True, text=True, check=True)
    held = json.loads(done.stdout)
    assert held.keys() >= {"labyrinth", "tavlei"}
    assert {name: size for name, size in held.items() if size >= KILOBYTES.get(name, OTHERS) * 1024} == {}
