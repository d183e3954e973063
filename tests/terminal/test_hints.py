"""Hints in the terminal: in a match there and in a house, in lines and on the full screen."""

from contextlib import ExitStack

from programs.full_screens import FullScreen

HINT = r"Hint: [a-i][1-9]-[a-i][1-9]"


def test_the_line_client_tells_a_hint_in_a_match_of_its_own(sit):
    terminal = sit("tavlei", "--level", 1)
    terminal.until(r"to move\n\n> $")
    terminal.say("hint", HINT)
    terminal.quit()


def test_the_full_screen_client_tells_a_hint_of_the_house(house, tmp_path):
    with ExitStack() as stack:
        screen = FullScreen(tmp_path, "tavlei", "--level", "1", "--server", house.address)
        stack.push(screen)
        screen.until("Attackers to move")
        screen.press("a")
        screen.until(HINT)
