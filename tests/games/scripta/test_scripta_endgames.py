"""The endgame table of XII Scripta, compared with the chances that the rules give, and what the search makes of it."""

import json
from math import exp

import pytest
from boards.scripta import GAME, match
from naive import expectimax
from naive.last_pieces import best_chance, chance, mean_chance

from ludoteka.core.network.weights import VALUE, BadWeights, read_endgame_table
from ludoteka.core.rules import UNSOLVED
from ludoteka.games.scripta import rules
from ludoteka.games.scripta.evaluation import exact, last_men
from ludoteka.search.search import Limits, Root
from ludoteka.search.searches import Expectimax

CLOSE = 0.002  # the values are rounded
POSITIONS = (  # the usual game, with fourteen or thirteen men off; yellow or green to throw
    "y:0/0/14:36 g:0/0/14:35 y -",
    "y:0/0/14:36 g:0/0/14:31 g -",
    "y:0/0/13:31,36 g:0/0/14:33 y -",
    "y:0/0/14:20 g:0/1/13:34 g -",
)


@pytest.mark.parametrize("must_move", [False, True])
@pytest.mark.parametrize("position", POSITIONS)
def test_the_chance_before_a_throw_is_the_mean_over_all_throws_of_the_best_use_of_the_dice(position, must_move):
    state = match(position, must_move=must_move).state
    assert mean_chance(GAME, state) == pytest.approx(chance(GAME, state, state.turn), abs=CLOSE)


def test_the_positions_of_the_table_are_numbered_without_gaps():
    state = rules.State()
    possible = [number for number in range(last_men.POSITIONS) if last_men.set_position(state, number)]
    for number in possible[::50]:
        last_men.set_position(state, number)
        assert last_men.position_number(state) == number


@pytest.mark.parametrize(
    "position", ["y:0/0/13:35*2 g:0/0/13:31,33 y -", "y:1/0/14:- g:0/0/14:31 y -", "y:0/0/12:36*3 g:0/0/14:35 y -"]
)
def test_more_men_or_men_that_wait_are_not_in_the_table(position):
    assert exact.endgame(match(position).state, rules.YELLOW) == UNSOLVED


@pytest.mark.parametrize("is_compiled", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("position", ["y:0/0/13:31,34 g:0/0/14:33 y 126", "y:0/0/14:30 g:0/0/13:32,36 y 244"])
def test_the_search_gives_every_action_its_exact_chance_at_any_depth(position, is_compiled):
    played = match(position)
    search = Expectimax(GAME, is_compiled=is_compiled)
    workspace = search.workspace(played.state)
    for depth in (1, 4):
        for action in GAME.legal(played.state):
            value = search.worth(workspace, action, depth, 0)
            after = expectimax.after(GAME, played.state, action)
            assert 1 / (1 + exp(-value / VALUE)) == pytest.approx(best_chance(GAME, after, rules.YELLOW), abs=CLOSE)
    assert search.analyse(Root(played.state, GAME.legal(played.state)), Limits(16, 100_000)).lines[0].value == max(
        search.worth(workspace, action, 1, 0) for action in GAME.legal(played.state)
    )


def test_a_damaged_table_or_one_for_other_positions_is_refused(tmp_path):
    file = tmp_path / "endgames.json"
    content = json.loads((GAME.folder / "evaluation" / "endgames.json").read_text("utf-8"))
    file.write_text(json.dumps(content | {"values": content["values"][4:]}), "utf-8")
    with pytest.raises(BadWeights, match="digest"):
        read_endgame_table(file, last_men.POSITIONS)
    with pytest.raises(BadWeights, match="positions"):
        read_endgame_table(GAME.folder / "evaluation" / "endgames.json", 7)
