"""A match in the terminal, typed into the real program."""

import re
import signal

import pytest
from browsers.visitor import ESCAPE
from programs.terminals import program, typed


@pytest.mark.parametrize(
    ("language", "end"),
    [
        ("en", "The king has escaped: the defenders win"),
        ("ru", "Князь"),
        ("cs", "Kníže"),
    ],
)
def test_a_whole_match_is_played_at_one_screen(language, end):
    said = typed(*ESCAPE, language=language)

    assert end in said[-700:]
    assert "quit" in said[said.rindex(end) :], "the possible commands are shown"
    assert "k" in said
    assert ("Attackers" in said) == (language == "en")


def test_a_refused_move_is_answered_with_the_reason_and_the_match_goes_on():
    said = typed("e9-e5", "nonsense", "", "d9-b9", "e7-c7")

    assert "The way is blocked on e8 (clause 1)." in said
    assert "That isn't an action here. You can play " in said
    assert "Type an action, or help." in said
    assert "9  ×  a  ·  ·  a  a" in said


def test_the_computer_answers_a_move():
    said = typed("d9-b9", options=("--level", "1"))

    assert re.search(r"Defenders: [a-i][1-9]-[a-i][1-9]", said)


def test_the_computer_moves_first_if_its_seat_does():
    said = typed("quit", options=("--level", "1", "--seat", "d"))

    assert re.search(r"Attackers: [a-i][1-9]-[a-i][1-9]", said)


def test_the_legal_moves_of_a_piece_are_listed():
    said = typed("moves d9", "moves a1")

    assert "d9-b9  d9-c9  d9-d6  d9-d7  d9-d8" in said
    assert "Nothing." in said


def test_a_move_is_taken_back():
    said = typed("back", "d9-b9", "back", "moves d9")

    assert "There is nothing you could take back." in said
    assert "d9-b9" in said.rpartition("Attackers to move")[2]


def test_a_player_who_resigns_loses_and_can_begin_a_new_match():
    said = typed("resign", "d9-b9", "new", "d9-b9", "quit")

    assert "Attackers resigned. Winner: Defenders" in said
    assert "The match is over. Type new for another, or quit." in said
    assert said.rstrip().endswith("Goodbye.")


def test_help_lists_the_main_commands():
    said = typed("help")

    for word in ("moves", "back", "resign", "rules", "new", "quit"):
        assert re.search(rf"^{word}\b", said, re.MULTILINE), word


@pytest.mark.parametrize("language", ["en", "ru", "cs"])
def test_the_rules_are_printed_with_their_diagrams(language):
    said = typed("rules", language=language)

    assert "diagram:" not in said
    assert said.count("   a  b  c  d  e  f  g  h  i") > 10
    assert not re.search(r"[*|#]", said), "no Markdown is left"


@pytest.mark.parametrize("language", ["en", "ru", "cs"])
def test_the_output_fits_a_narrow_terminal(language):
    said = typed("help", "e9-e5", "moves", "rules", *ESCAPE, columns=40, language=language)

    assert max(len(line.removeprefix("> ")) for line in said.splitlines()) <= 40


def test_a_long_legend_is_wrapped_between_its_entries():
    said = typed("quit", columns=40)

    assert "a attacker   d defender   k king\n× exit   + throne\n" in said


def test_the_default_level_is_one_that_the_game_has():
    said = typed("hide:2", game="cups", options=())

    assert "The computer is thinking" in said


def test_a_random_seat_can_be_taken():
    said = typed("quit", options=("--level", "1", "--seat", "random"))

    assert "to move" in said


def test_the_client_says_goodbye_at_the_end_of_its_input_and_after_an_interrupt():
    assert typed("d9-b9").rstrip().endswith("Goodbye.")
    with program("tavlei", "--hot-seat") as process:
        while "Attackers to move" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        said, complaints = process.communicate(timeout=60)
    assert "Goodbye." in said
    assert complaints == ""


def test_a_secret_is_not_shown_to_the_next_player():
    said = typed("", "hide:2", "", game="cups")

    first, second, third = said.split("Hand the screen to")
    assert "Pick a cup" not in first
    assert "Pick a cup" in second
    assert "\n" * 30 in third, "what was shown has gone from the screen"
    assert "hide:2" not in third
