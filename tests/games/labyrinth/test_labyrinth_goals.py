"""What the computer player thinks it can win by trying a side of a cell."""

import pytest

from ludoteka.games.labyrinth.chart import OPEN, PLAIN, WALL, WORDS
from ludoteka.games.labyrinth.computer import EXISTS, EXIT, FLOORS, FRONTIER, KEY, LAST, NEWS, PASSAGE, SHORTCUT, goals
from ludoteka.games.labyrinth.hypotheses import Survey

OURS, OTHER = 1, 2  # keys
NEW = PASSAGE * EXISTS[1]  # behind a side of which nothing is known


@pytest.fixture
def survey():
    """A map with one cell, at `here`."""
    survey = Survey()
    survey.here = survey.begin("P", PLAIN)
    return survey


def found(survey, key=None):
    """The values of the goals at the cell, by the side to try."""
    return {goal.way: goal.value for goal in goals(survey, key, guesses=True) if goal.spot == survey.here}


def test_a_side_may_lead_to_a_new_cell_and_an_open_one_does(survey):
    survey.add_side(survey.here, "east", OPEN)
    survey.add_side(survey.here, "south", WALL)
    assert found(survey) == pytest.approx({"north": NEW * NEWS, "west": NEW * NEWS, "east": NEWS})


def test_a_ladder_may_lead_up_and_down(survey):
    survey.kinds[survey.here] = "ladder"
    expected = dict.fromkeys(WORDS, NEW) | {"up": PASSAGE * FLOORS, "down": PASSAGE * FLOORS}
    assert found(survey) == pytest.approx(expected)


@pytest.mark.parametrize(("back", "value"), [(None, PASSAGE * SHORTCUT), (WALL, LAST * SHORTCUT), (OPEN, 0)])
def test_a_side_between_known_cells_may_be_a_shortcut(survey, back, value):
    there = survey.here.beside("east")
    survey.kinds[there] = PLAIN
    if back:
        survey.add_side(there, "west", back)
    assert found(survey).get("east", 0) == pytest.approx(value)


def test_with_a_key_a_wall_may_be_an_exit_unless_the_key_was_tried_there(survey):
    for way in ("south", "west"):
        survey.add_side(survey.here, way, WALL)
    survey.tried[survey.here, "west"] = frozenset({OURS})
    outer = 1 - EXISTS[1]  # the probability that nothing is behind the side
    unknown = NEW * FRONTIER + EXIT * outer
    wall = EXIT * outer / (outer + EXISTS[1] * (1 - PASSAGE))
    assert found(survey, OURS) == pytest.approx({"north": unknown, "east": unknown, "south": wall})


def test_a_key_on_the_floor_is_a_goal_and_other_things_are_none(survey):
    survey.lying[survey.here] = ("vest", OURS)
    assert found(survey)[""] == KEY
    assert "" not in found(survey, OURS)
    assert found(survey, OTHER)[""] == LAST
