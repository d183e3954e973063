"""The command line of `play`: a new match begins with the choices that the game offers first."""

import pytest

from ludoteka.terminal.tables.setups import setup_of


@pytest.mark.parametrize(
    ("game", "written", "options"),
    [
        ("moksha", (), {"repetition": "draw", "quiet": "draw"}),
        ("moksha", ("quiet=off",), {"repetition": "draw", "quiet": "off"}),
        ("scripta", (), {"pieces": 15, "must_move": False, "dice": "bag"}),
        ("scripta", ("pieces=3", "dice=fair"), {"pieces": 3, "must_move": False, "dice": "fair"}),
    ],
)
def test_options_that_are_left_out_have_the_choices_that_are_offered_first(game, written, options):
    assert setup_of(game, written, "", 1).options == options


@pytest.mark.parametrize(
    ("written", "level", "are_kept_free"), [((), None, False), ((), 0, True), (("guests=true",), 2, True)]
)
def test_a_labyrinth_against_the_computer_alone_keeps_no_seats_free_unless_asked(written, level, are_kept_free):
    kinds = {one.kind for one in setup_of("labyrinth", written, "", level).seats.values()}
    assert ("free" in kinds) is are_kept_free
