"""Hints in the terminal: in a match there and in a house, in lines and on the full screen."""

from contextlib import ExitStack

import pytest
from programs.full_screens import FullScreen

HINT = r"Hint: [a-i][1-9]-[a-i][1-9]"
MONO_BEFORE_A_CUBE = '[Game "moksha"]\n\nf1-f2 c8-c2 f2-f1 c2-a2 *'


@pytest.fixture
def record(tmp_path):
    """The record of a match in which White can open Moksha in two ways."""
    path = tmp_path / "moksha.txt"
    path.write_text(MONO_BEFORE_A_CUBE, "utf-8")
    return path


def test_the_line_client_tells_a_hint_in_a_match_of_its_own(sit):
    terminal = sit("tavlei", "--level", 1)
    terminal.until(r"to move\n\n> $")
    terminal.say("hint", HINT)
    terminal.quit()


def test_the_line_client_tells_what_the_hint_does_in_the_language_of_the_reader(sit, record):
    terminal = sit("--record", record, "--level", 1, language="ru")
    terminal.until("> $")
    terminal.say("hint", r"Подсказка: a1\S*>a\d\n(.+\n)*Моно на a\d открывает Мокшу\.\n")


def test_the_full_screen_client_tells_below_the_board_what_the_hint_does(record):
    with ExitStack() as stack:
        screen = FullScreen(record.parent, "--record", record, "--level", "1")
        stack.push(screen)
        screen.until("White to move")
        screen.press("a")
        screen.until(r"Hint: a1\S*>a\d\.[^?]* The Mono on a\d opens\s+Moksha\.")


def test_the_full_screen_client_tells_a_hint_of_the_house(house, tmp_path):
    with ExitStack() as stack:
        screen = FullScreen(tmp_path, "tavlei", "--level", "1", "--server", house.address)
        stack.push(screen)
        screen.until("Attackers to move")
        screen.press("a")
        screen.until(HINT)


def test_the_full_screen_client_tells_a_hint_in_the_words_of_the_choices_until_the_match_is_over(tmp_path):
    with ExitStack() as stack:
        screen = FullScreen(tmp_path, "labyrinth", "--level", "1", language="cs")
        stack.push(screen)
        screen.until("1 Na sever")
        screen.press("a")
        screen.until("Rada: (Na (sever|jih|západ|východ)|Zůstat)")
        screen.press("r")
        screen.until(r"\(y\)")
        screen.press("y")
        screen.until("Ukončit partii")
        screen.press("n")
        screen.until("(?s)^(?!.*Rada).*n další partie")
