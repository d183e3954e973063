"""A house for each file of tests, with limits on addresses: what one file uses up, the others don't miss."""

import pytest
from houses import RunningHouse


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house")) as running:
        yield running
    assert not running.complaints, running.complaints
