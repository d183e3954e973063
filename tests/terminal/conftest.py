"""One real house for the terminals."""

import pytest
from houses import RunningHouse
from programs.terminals import Terminal


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house"), moment=0) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture
def sit(tmp_path):
    """Start a terminal client as a named guest; clients that are still open end with the test."""
    opened = []

    def down(*arguments, guest="somebody", **surroundings):
        opened.append(Terminal(tmp_path / guest, *arguments, **surroundings))
        return opened[-1]

    yield down
    for terminal in opened:
        terminal.__exit__()
