"""Golden playthroughs: matches of every game go as recorded (`make golden` records them again)."""

from difflib import unified_diff
from itertools import islice

import pytest

from golden import FOLDER, stories, told_again

LINES = 40  # lines of a difference that a failure shows
FILES = sorted(path.name for path in FOLDER.glob("*.txt"))
LARGEST = 50_000  # bytes


def test_a_game_has_playthroughs_for_every_value_of_every_option_or_no_playthroughs_at_all():
    """The playthroughs of a new game are recorded once it is finished."""
    written = {name.partition(".")[0].partition("-")[0] for name in FILES}
    assert sorted(name for name, game, *_ in stories() if game.name in written) == FILES, "run `make golden`"


@pytest.mark.parametrize("name", FILES)
def test_a_match_is_played_as_before(name):
    text = (FOLDER / name).read_text("utf-8")
    difference = unified_diff(
        text.splitlines(), told_again(text).splitlines(), "as it was", "as it is now", lineterm=""
    )

    shown = "\n".join(islice(difference, LINES))
    assert not shown, f"{shown}\n\nIf this is intended, run `make golden` and look at what changed."


@pytest.mark.parametrize("name", FILES)
def test_a_playthrough_is_short_enough_to_be_read(name):
    assert (FOLDER / name).stat().st_size <= LARGEST
