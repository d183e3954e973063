"""Every game of the house keeps the contract; a sixth one from outside the package does so too."""

import pytest

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.testing import check_secrets, chooser, variants
from ludoteka.testing.suite import GAME_CHECKS, MATCH_CHECKS
from ludoteka.testing.walks import walk

MATCHES = 3  # with each variant of the options
PLIES = 250

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def name_of(check):
    return check.__name__


def test_the_sixth_game_is_among_them():
    assert "cups" in games()


@each_game
@pytest.mark.parametrize("check", GAME_CHECKS, ids=name_of)
def test_a_game_has_no_complaints_about(game, check):
    assert list(check(game)) == []


@each_game
@pytest.mark.parametrize("check", MATCH_CHECKS, ids=name_of)
def test_at_every_ply_there_are_no_complaints_about(game, check):
    for options in variants(game):
        for number in range(MATCHES):
            for match in walk(Match(game, options), chooser(number), PLIES):
                assert list(check(match)) == [], f"{options} after {match.actions}"


@each_game
def test_nobody_learns_what_he_must_not(game):
    for options in variants(game):
        check_secrets(game, options)
