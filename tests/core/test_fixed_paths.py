"""Fixed paths: the same mapping and the same JSON as without them."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.fixed_paths import FixedPaths
from ludoteka.core.legal_paths import LegalPaths, LegalPrompts
from ludoteka.core.match import Match, scene_with_paths
from ludoteka.core.message import Message
from ludoteka.core.paths import list_paths
from ludoteka.games import games
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

GAMES = [game for game in games().values() if game.fixed_paths]


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=scaled(50), deadline=None)
def test_fixed_paths_and_prompts_are_those_that_follow_from_the_actions(game, seed):
    for match in random_walk(Match(game), chooser(seed), 30):
        if match.legal():
            scene, derived = match.scene(), scene_with_paths(game, match.seen(), match.ways())
            assert list(scene.paths.items()) == list(derived.paths.items())
            assert json.loads(scene.paths.encode()) == list_paths(derived.paths)
            assert list(scene.prompts.items()) == list(derived.prompts.items())


def test_prompts_are_asked_for_once_and_may_be_missing_after_some_picks():
    asked = []

    def prompt(picks):
        asked.append(picks)
        return None if picks == ("a",) else Message("Go on")

    prompts = FixedPaths({1: ("a", "b", "c"), 2: ("d", "e"), 3: ("a", "b", "f")}, prompt=prompt).prompts
    assert list(LegalPrompts(prompts, [1, 3, 2])) == [(), ("a", "b"), ("d",)]
    assert LegalPrompts(prompts, [2]) == {(): Message("Go on"), ("d",): Message("Go on")}
    assert len(LegalPrompts(prompts, [1, 3])) == 2
    assert sorted(asked) == [(), ("a",), ("a", "b"), ("d",)]


def test_the_json_of_prompts_names_each_prompt_once():
    prompts = FixedPaths(
        {1: ("a", "b", "c"), 2: ("d", "e"), 3: ("f",)},
        prompt=lambda picks: Message("After {place}", place=picks[-1]) if len(picks) == 1 else Message("Pick"),
    ).prompts
    assert json.loads(LegalPrompts(prompts, [3, 1, 2]).encode()) == [
        ["Pick", [[], ["a", "b"]]],
        [["After {place}", {"place": "a"}], [["a"]]],
        [["After {place}", {"place": "d"}], [["d"]]],
    ]
    assert LegalPrompts(prompts, []).encode() == b"[]"


def test_fixed_paths_may_have_no_prompts():
    assert FixedPaths({1: ("a", "b")}).prompts is None


def test_fixed_paths_may_have_texts_of_their_own():
    fixed = FixedPaths({1: ("a", "b")}, text="+".join)
    paths = LegalPaths(fixed, [1])
    assert paths["a", "b"] == "a+b"
    assert json.loads(paths.encode()) == [["a+b", "a", "b"]]


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
