"""Moderators."""

import pytest
from houses.moderation import give_role


@pytest.fixture
def keeper(house, resident):
    """A function that returns an HTTP client of a moderator."""

    def make(name, role="moderator"):
        client = resident(name)
        give_role(house, name, role)
        return client

    return make
