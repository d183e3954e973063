"""Fixed paths: the same mapping and the same JSON as without them."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.fixed_paths import FixedPaths
from ludoteka.core.legal_paths import LegalPaths
from ludoteka.core.match import Match, scene_with_paths
from ludoteka.core.paths import list_paths
from ludoteka.games import games
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

TAVLEI = games()["tavlei"]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=scaled(50), deadline=None)
def test_fixed_paths_are_the_paths_that_follow_from_the_actions(seed):
    for match in random_walk(Match(TAVLEI), chooser(seed), 30):
        if match.legal():
            paths, derived = match.scene().paths, scene_with_paths(TAVLEI, match.seen(), match.ways()).paths
            assert list(paths.items()) == list(derived.items())
            assert json.loads(paths.encode()) == list_paths(derived)


def test_fixed_paths_may_have_any_number_of_names_and_any_characters():
    fixed = FixedPaths({1: ("a", "b"), 2: ("c",), 3: ("a", 'š"', "d"), 4: ("e-f", "g")})
    paths = LegalPaths(fixed, [1, 2, 3, 4])
    assert json.loads(paths.encode()) == ["a-b", "c", 'a-š"-d', ["e-f-g", "e-f", "g"]]
    assert LegalPaths(fixed, []).encode() == b"[]"
    assert len(paths) == 4
    assert paths["e-f", "g"] == "e-f-g"


def test_the_json_of_a_path_is_made_once():
    paths = {1: ("a", "b"), 2: ("c", "d")}
    fixed = FixedPaths(paths)
    made = fixed.encode([1, 2])
    paths.clear()
    assert fixed.encode([1, 2]) == made
