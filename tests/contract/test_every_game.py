"""Every game of the house fulfils the contract, and so does a sixth game from outside the package."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import IS_CAMPAIGN, sampled, scaled

from ludoteka.core.match import Match
from ludoteka.core.message import Message
from ludoteka.core.tips import Tip
from ludoteka.games import games
from ludoteka.testing import chooser, variants
from ludoteka.testing.leaks import HISTORIES, LINES, find_leaks
from ludoteka.testing.suite import GAME_CHECKS, LESS, MATCH_CHECKS
from ludoteka.testing.tips import check_tips
from ludoteka.testing.walks import random_walk

PLIES = 250

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def name_of(check):
    return check.__name__


def test_the_sixth_game_is_among_the_games_checked():
    assert "cups" in games()


@each_game
def test_every_game_passes_before_a_match_is_played(game):
    assert {name_of(check): found for check in GAME_CHECKS if (found := list(check(game)))} == {}


@each_game
def test_every_tip_for_a_first_match_is_shown_in_some_match(game):
    assert list(check_tips(game)) == []


def test_a_tip_that_no_match_shows_is_noticed():
    game = replace(games()["tavlei"], tips=(Tip("never", Message("No"), action="^pass$"),))
    assert [complaint for complaint in check_tips(game) if "never" in complaint]


@each_game
def test_a_scene_can_be_drawn_from_what_whoever_acts_sees_and_may_do_chance_included(game):
    match = Match(game)
    assert game.scene(match.seen(), match.legal()).status is not None


def complaints(match):
    return {name_of(check): found for check in MATCH_CHECKS if (found := list(check(match)))}


@each_game
def test_every_game_passes_at_every_ply_of_a_match(game):
    for options in variants(game):
        for match in sampled(random_walk(Match(game, options), chooser(0), PLIES), share=30):
            assert complaints(match) == {}, f"{options} after {match.actions}"


@each_game
@given(data=st.data(), seed=st.integers(0, 2**32), plies=st.integers(0, PLIES))
@settings(max_examples=scaled(200, 20))
def test_every_game_passes_wherever_random_play_leads(game, data, seed, plies):
    options = data.draw(st.sampled_from(variants(game)))
    *_, match = random_walk(Match(game, options), chooser(seed), plies)
    assert complaints(match) == {}, f"{options} after {match.actions}"


@each_game
def test_no_seat_learns_a_secret(game):
    for number, options in enumerate(variants(game)):
        share = 1 if options == game.check_options({}) else LESS
        lines = LINES // share if IS_CAMPAIGN else number % 8 == 0
        assert list(find_leaks(game, options, scaled(HISTORIES // share, 40), lines)) == [], options
