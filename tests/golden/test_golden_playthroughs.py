"""Golden playthroughs: matches of every game come to what they came to (`make golden` writes them anew)."""

from difflib import unified_diff
from itertools import islice

import pytest

from golden import FOLDER, stories, told_again
from ludoteka.games import games

LINES = 40  # of a difference
FILES = sorted(path.name for path in FOLDER.glob("*.txt"))
LARGEST = 50_000  # bytes


def test_there_is_one_for_every_value_of_every_option():
    assert sorted(name for name, *_ in stories()) == FILES, "run `make golden`"
    assert {name.partition(".")[0].partition("-")[0] for name in FILES} == set(games())


@pytest.mark.parametrize("name", FILES)
def test_a_match_is_played_as_before(name):
    text = (FOLDER / name).read_text("utf-8")
    difference = unified_diff(
        text.splitlines(), told_again(text).splitlines(), "as it was", "as it is now", lineterm=""
    )

    shown = "\n".join(islice(difference, LINES))
    assert not shown, f"{shown}\n\nIf this is meant, run `make golden` and look at what changed."


@pytest.mark.parametrize("name", FILES)
def test_a_playthrough_is_short_enough_to_be_read(name):
    assert (FOLDER / name).stat().st_size <= LARGEST
