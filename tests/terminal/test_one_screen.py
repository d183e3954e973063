"""Several people at one terminal: who joins, and from whose side the board is drawn."""

import pytest
from programs.terminals import typed

HOT_SEAT = ("--hot-seat",)


def test_a_player_joins_at_this_screen_between_two_turns_under_a_name_of_their_own():
    said = typed("join Anna", "stay", "end", "stay", "end", game="labyrinth", options=HOT_SEAT)
    assert "Anna enters the labyrinth." in said
    assert said.index("Q stays put.") < said.index("Anna to move")


def test_a_player_who_names_a_free_seat_or_nothing_is_called_by_its_letter():
    said = typed("join T", "join", game="labyrinth", options=HOT_SEAT)
    assert "T enters the labyrinth." in said
    assert "R enters the labyrinth." in said


@pytest.mark.parametrize(
    ("game", "options"), [("tavlei", HOT_SEAT), ("labyrinth", (*HOT_SEAT, "--option", "guests=false"))]
)
def test_nobody_joins_where_no_seat_is_free(game, options):
    assert "No seat is free in this match, so nobody can join." in typed("join Anna", game=game, options=options)


def boards(said):
    """Whose men wait at the bottom of each board that was drawn: the numerals of yellow are digits."""
    rows = [line for line in said.splitlines() if "=:=" in line]
    return ["yellow" if "~:1" in bottom else "green" for bottom in rows[1::2]]


def test_the_board_of_xii_scripta_turns_to_the_player_to_move_until_that_is_switched_off():
    said = typed("", "pass", "turn each", game="scripta", options=HOT_SEAT)
    assert boards(said) == ["yellow", "green", "yellow"]
    assert "The board no longer turns by itself." in said


def test_the_board_of_moksha_turns_to_the_player_to_move_only_if_they_want():
    ranks = [
        line.split()[0] for line in typed("d1-d3", game="moksha", options=HOT_SEAT).splitlines() if line[:1].isdigit()
    ]
    assert ranks == list("87654321" * 2)
    ranks = [
        line.split()[0]
        for line in typed("turn each", "d1-d3", game="moksha", options=HOT_SEAT).splitlines()
        if line[:1].isdigit()
    ]
    assert ranks[-8:] == list("12345678")
