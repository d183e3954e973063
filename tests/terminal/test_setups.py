"""The command line of `play`: a new match begins with the choices that the game offers first."""

import pytest

from ludoteka.games import games
from ludoteka.terminal.tables.setups import parse_options, setup_of


@pytest.mark.parametrize(
    ("game", "written", "options"),
    [
        ("moksha", (), {"repetition": "draw", "quiet": "off"}),
        ("moksha", ("quiet=draw",), {"repetition": "draw", "quiet": "draw"}),
        ("scripta", (), {"pieces": 15, "must_move": False, "dice": "bag"}),
        ("scripta", ("pieces=3", "dice=fair"), {"pieces": 3, "must_move": False, "dice": "fair"}),
    ],
)
def test_options_that_are_left_out_have_the_choices_that_are_offered_first(game, written, options):
    assert setup_of(game, written, "", 1).options == options


def test_between_computers_every_match_of_moksha_must_come_to_an_end():
    game = games()["moksha"]
    assert parse_options(game, (), between_computers=True)["quiet"] == "draw"
    assert parse_options(game, ("quiet=off",), between_computers=True)["quiet"] == "off"


@pytest.mark.parametrize(
    ("written", "level", "are_kept_free"), [((), None, False), ((), 0, True), (("guests=true",), 2, True)]
)
def test_a_labyrinth_against_the_computer_alone_keeps_no_seats_free_unless_asked(written, level, are_kept_free):
    kinds = {seat.kind for seat in setup_of("labyrinth", written, "", level).seats.values()}
    assert ("free" in kinds) is are_kept_free
