"""How many test processes run at once (pytest-xdist), and which tests run first."""

import os

import pytest

MOST = 8  # each may start a browser, a PostgreSQL and a Redis of its own
LONG = ("tests/browser/whole_matches/", "tests/contract/compiled/")  # minutes each


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers():
    """Return the number of cores: another process would collect all tests and start its own servers to save a tenth of the time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST)


def pytest_collection_modifyitems(items):
    """Begin with the longest tests, so that no process is left alone with them at the end."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))
