"""Matches with a known seed: those that are compared have the same throws."""

import hashlib
import sqlite3
from contextlib import closing

from houses.running import make
from ludoteka.core.dice import FairDice

SEED = bytes(range(32))
NAMED = (
    ("matches", "id"),
    ("seats", "match"),
    ("events", "match"),
)  # where the id of a match is before somebody opens it


def make_seeded(house, *what, is_fit=lambda match: True, **options):
    """Make matches until the id of one is fit, as throws also depend on it; give that one the seed and return its id."""
    while not is_fit(match := make(*what, **options)):
        pass
    give_seed(house, match)
    return match


def give_seed(house, match, name=None):
    """Give a match that nobody has opened the seed, and also another id, with which its throws are always the same."""
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        file.execute("update matches set seed = ? where id = ?", [SEED, match])
        told = hashlib.sha256(SEED).hexdigest()
        file.execute("update events set text = ? where match = ? and kind = 'commit'", [told, match])
        for table, column in NAMED if name else ():
            file.execute(f"update {table} set {column} = ? where {column} = ?", [name, match])  # noqa: S608 - the names are ours
        file.commit()


def throws_a_two(match):
    """Tell whether the first throw of the die of the game of cups will be a two."""
    return FairDice(SEED, match).throw(0, 2) == 2
