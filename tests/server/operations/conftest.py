"""A house with limits: each test comes from an address of its own, so what one uses up, the others don't miss."""

from pathlib import Path

import pytest
from houses import RunningHouse
from houses.inner import InnerHouse

from ludoteka.server.operations.limits import OBJECTS_TO_COLLECT

HOOK = f"""
import gc, signal, weakref
from pathlib import Path
from ludoteka.server.operations import limits

limits.HEAD_SECONDS = limits.REQUEST_SECONDS = 0.5
freed, objects = Path(__file__).with_name("freed"), []

class Garbage:
    def __init__(self, *told):
        self.own = self
        weakref.finalize(self, freed.touch)

def make(*told):
    Garbage()
    objects.append([[] for _ in range({2 * OBJECTS_TO_COLLECT})])

signal.signal(signal.SIGUSR1, Garbage)
signal.signal(signal.SIGUSR2, make)
"""


@pytest.fixture
def house(limited_house):
    return limited_house


@pytest.fixture
def guest(limited_guest):
    return limited_guest


@pytest.fixture(scope="package")
def hooked_house(tmp_path_factory):
    """A house that waits half a second for a request, and shows its metrics to everybody.

    On SIGUSR1 it makes garbage, on SIGUSR2 many objects as well; the file `freed` appears once garbage is collected.
    """
    folder = tmp_path_factory.mktemp("hooked")
    (folder / "sitecustomize.py").write_text(HOOK)
    environment = {"PYTHONPATH": f"{folder}:{Path('src').absolute()}"}
    with RunningHouse(folder, options=["--metrics", "all"], environment=environment) as house:
        yield house


@pytest.fixture(scope="package")
def cramped_house(tmp_path_factory):
    """A house in which an address can have ten WebSockets open, and which shows its metrics to nobody."""
    with InnerHouse(tmp_path_factory.mktemp("cramped"), options=["--sockets", "10", "--metrics", "none"]) as house:
        yield house
