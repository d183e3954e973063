"""People who keep order."""

import pytest
from houses.order import give_role


@pytest.fixture
def keeper(house, resident):
    """A function that returns an HTTP client of somebody who keeps order."""

    def make(name, role="moderator"):
        client = resident(name)
        give_role(house, name, role)
        return client

    return make
