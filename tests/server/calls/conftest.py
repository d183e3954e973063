"""A house with limits: each test comes from an address of its own, so what one uses up, the others don't miss."""

import pytest


@pytest.fixture
def house(limited_house):
    return limited_house


@pytest.fixture
def guest(limited_guest):
    return limited_guest
