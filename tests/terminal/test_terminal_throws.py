"""Throws and forced passes in the terminal."""

import os
import re
from pathlib import Path

import race
from programs import forked


def typed(*lines, options=("--hot-seat",)):
    """The output of a race when these lines are typed; the program must exit without an error."""
    environment = os.environ | {"LANGUAGE": "en", "LUDOTEKA_GAMES": str(Path(race.__file__).parents[1])}
    done = forked.run("play", "race", *options, typed="\n".join(lines) + "\n", env=environment, is_fresh=True)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


def test_enter_throws_the_dice_and_no_move_can_be_made_before():
    said = typed("step", "moves", "", "step", "")
    before, thrown, after = said.partition("R throws")

    assert "The dice must be thrown first." in before
    assert "Nothing." in before
    assert "R: press Enter to throw." in before
    assert re.match(r"R throws: [1-4]\n", thrown + after)
    assert "G: press Enter to throw." in after
    assert re.search(r"Die: [1-4]", after)


def test_computers_throw_and_move_by_themselves():
    said = typed("quit", options=("--seat", "b", "--level", "1"))

    assert re.search(r"R throws: [1-4]\nThe computer is thinking …\nR: step( \(.+\))?\n", said)


def test_a_player_who_cannot_move_passes_automatically():
    """In ten races, some player throws too much to move."""
    said = typed(*["", "step"] * 20, *["new", *["", "step"] * 20] * 10)

    assert re.search(r"[RGB] throws: [2-4]\n[RGB] cannot move and passes\.\n", said)


def test_the_board_can_be_turned():
    assert "0:" in typed("", "quit").split(f"{race.HOME}:")[0]
    assert "0:" not in typed("", "quit", options=("--hot-seat", "--turned")).split(f"{race.HOME}:")[0]
