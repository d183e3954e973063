"""Matches with a known seed: those that are compared have the same throws."""

import hashlib
import sqlite3
from contextlib import closing

from houses.running import make
from ludoteka.core.dice import FairDice

SEED = bytes(range(32))


def make_seeded(house, *what, is_fit=lambda match: True, name=None, **options):
    """Make matches until the id of one is fit, as throws also depend on it; give that one the seed and return its id.

    With a name, the match gets this id, so that its throws are always the same.
    """
    while not is_fit(match := make(*what, **options)):
        pass
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        file.execute("update matches set seed = ? where id = ?", [SEED, match])
        told = hashlib.sha256(SEED).hexdigest()
        file.execute("update events set text = ? where match = ? and kind = 'commit'", [told, match])
        if name:
            for table, column in (("matches", "id"), ("seats", "match"), ("events", "match")):
                file.execute(f"update {table} set {column} = ? where {column} = ?", [name, match])  # noqa: S608 - the names are ours
        file.commit()
    return name or match


def throws_a_two(match):
    """Tell whether the first throw of the die of the game of cups will be a two."""
    return FairDice(SEED, match).throw(0, 2) == 2
