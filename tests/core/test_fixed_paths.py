"""Fixed paths: the same mapping and the same JSON as without them."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.fixed_paths import FixedPaths
from ludoteka.core.legal_paths import LegalPaths
from ludoteka.core.match import Match, scene_with_paths
from ludoteka.core.scene import trie
from ludoteka.games import games
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

TAVLEI = games()["tavlei"]


def compact(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


@given(seed=st.integers(0, 2**32))
@settings(max_examples=scaled(50), deadline=None)
def test_fixed_paths_are_the_paths_that_follow_from_the_actions(seed):
    for match in random_walk(Match(TAVLEI), chooser(seed), 30):
        if match.legal():
            paths, derived = match.scene().paths, scene_with_paths(TAVLEI, match.seen(), match.ways()).paths
            assert list(paths.items()) == list(derived.items())
            assert paths.encode() == compact(trie(derived))


def test_paths_with_the_same_first_name_are_one_branch_wherever_they_are_listed():
    fixed = FixedPaths({1: ("a", "b"), 2: ("c", "d"), 3: ("a", 'š"')})
    paths = LegalPaths(fixed, [1, 2, 3])
    assert paths.encode() == compact({"a": {"b": {"": "a-b"}, 'š"': {"": 'a-š"'}}, "c": {"d": {"": "c-d"}}})
    assert LegalPaths(fixed, []).encode() == b"{}"
    assert len(paths) == 3
    assert paths["c", "d"] == "c-d"


def test_the_json_of_a_path_is_made_once():
    paths = {1: ("a", "b"), 2: ("c", "d")}
    fixed = FixedPaths(paths)
    made = fixed.encode([1, 2])
    paths.clear()
    assert fixed.encode([1, 2]) == made
