"""How many test processes run at once (pytest-xdist)."""

import os

import pytest

MOST = 8  # each may start a browser, a PostgreSQL and a Redis of its own


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers():
    """Return one more than there are cores, since tests also wait."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores + 1, MOST)
