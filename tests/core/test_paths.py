"""Paths as they are sent: a list of actions, from which a client reads the same paths."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.core.paths import list_paths, read_paths
from ludoteka.games import games
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk


def test_an_action_whose_names_are_the_parts_of_its_text_is_sent_as_its_text():
    assert list_paths({("e2", "f2"): "e2-f2", ("pass",): "pass"}) == ["e2-f2", "pass"]


def test_any_other_action_is_sent_as_its_text_and_the_names_to_pick():
    paths = {("y-captured", "2"): "in/2", ("bear-off",): "bear-off", ("a", "b"): "b", ("b",): "b"}
    assert list_paths(paths) == [["in/2", "y-captured", "2"], ["bear-off", "bear-off"], ["b", "a", "b"], "b"]
    assert read_paths(list_paths(paths)) == paths


@pytest.mark.parametrize("name", sorted(games()))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=scaled(20), deadline=None)
def test_a_client_reads_the_same_paths_in_every_position(name, seed):
    for match in random_walk(Match(games()[name]), chooser(seed), 30):
        paths = match.scene().paths
        read = read_paths(json.loads(json.dumps(list_paths(paths))))
        assert list(read.items()) == list(paths.items())
