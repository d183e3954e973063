"""The extent of the tests: `make campaign` tries everything, the suite a tenth of it with a fixed seed."""

import os
from random import Random

from hypothesis import settings

IS_CAMPAIGN = os.environ.get("LUDOTEKA_CAMPAIGN") == "1"
SHARE = 1 if IS_CAMPAIGN else 10

settings.register_profile("suite", derandomize=True, deadline=None, database=None, max_examples=20)
settings.register_profile("campaign", deadline=None, database=None, print_blob=True)
settings.load_profile("campaign" if IS_CAMPAIGN else "suite")

WAYS = (False, True) if IS_CAMPAIGN else (False,)  # whether the search of a game made for the tests is compiled


def scaled(count, share=SHARE):
    """Return how often to do something that a campaign does `count` times, and the suite that often divided by `share`."""
    return count if IS_CAMPAIGN else -(-count // share)


def sampled(items, seed=0, share=SHARE):
    """Yield the items that are tried: all of them in a campaign, else about one of `share`, chosen by the seed."""
    chance = Random(seed)
    return (item for item in items if IS_CAMPAIGN or chance.randrange(share) == 0)


def pytest_report_header():
    """Report how much is tried."""
    return "campaign: everything" if IS_CAMPAIGN else "campaign: a seeded tenth (make campaign tries everything)"


def pytest_itemcollected(item):
    """Mark the tests of which a campaign tries more, and those of every module in which it does, for `pytest -m campaign`."""
    is_property = hasattr(getattr(item, "function", None), "hypothesis")
    if is_property or {"scaled", "sampled", "IS_CAMPAIGN", "WAYS"} & vars(item.module).keys():
        item.add_marker("campaign")
