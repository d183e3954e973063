"""Real houses, and the people in them."""

from houses.fixtures import *  # noqa: F403 - fixtures are found by their names
