"""Hints in the terminal: in a match there and in a house, in lines and on the full screen."""

from contextlib import ExitStack

import pytest
from programs.full_screens import FullScreen

HINT = r"Hint: [a-i][1-9]-[a-i][1-9]"


@pytest.mark.parametrize("is_remote", [False, True], ids=["here", "in a house"])
def test_the_line_client_tells_a_hint(house, sit, is_remote):
    terminal = sit("tavlei", "--level", 1, *(("--server", house.address) if is_remote else ()))
    terminal.until(r"to move\n\n> $")
    terminal.say("hint", HINT)
    terminal.quit()


@pytest.mark.parametrize("is_remote", [False, True], ids=["here", "in a house"])
def test_the_full_screen_client_tells_a_hint(house, tmp_path, is_remote):
    where = ("--server", house.address) if is_remote else ()
    with ExitStack() as stack:
        screen = FullScreen(tmp_path, "tavlei", "--level", "1", *where)
        stack.push(screen)
        screen.until("Attackers to move")
        screen.press("a")
        screen.until(HINT)
