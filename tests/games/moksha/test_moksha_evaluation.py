"""The evaluation of Moksha, with which a search of one ply beats random play."""

import pytest
from boards.moksha import GAME, match
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.core.rules import NOBODY
from ludoteka.games.moksha.evaluation import readable as evaluation
from ludoteka.games.moksha.rules import DIRECTIONS, owns
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

MATCHES = scaled(10, 3)
PLIES = 400


def worth(listed, turn="w", seat=0):
    return GAME.evaluation.evaluate(match(listed, turn).state, seat)


def test_the_start_is_even():
    assert [GAME.evaluation.evaluate(Match(GAME).state, seat) for seat in (0, 1)] == [0, 0]


def test_the_scores_of_two_seats_cancel_out():
    for played in random_walk(Match(GAME), chooser(3), 200):
        assert GAME.evaluation.evaluate(played.state, 0) == -GAME.evaluation.evaluate(played.state, 1)


@pytest.mark.parametrize("level", range(5))
def test_a_lower_cube_is_worth_more_by_itself(level):
    low, high = (match(f"{letter}^ d4, qv h8").state for letter in "MDUTQO"[level : level + 2])
    [place], enemies = cells_of(low, 0), set_of(cells_of(low, 1))
    assert evaluation.worth_of(low, place, enemies, 0) > evaluation.worth_of(high, place, enemies, 0)


def test_a_lower_cube_loses_more_in_the_reach_of_an_enemy():
    losses = []
    for letter in "MDUTQO":
        state = match(f"{letter}^ d4, qv h8").state
        [place], enemies = cells_of(state, 0), set_of(cells_of(state, 1))
        safe, reached = (evaluation.worth_of(state, place, enemies, reach) for reach in (0, evaluation.BIT[place]))
        losses.append(safe - reached)
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] > 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("M^ d4, qv d5", "M> d4, qv d5"),
        ("M^ d4, d> d6", "M^ d4, d> d8"),
        ("M^ a1, qv h8", "M< a1, qv h8"),
        ("U^ d4, m^ d8", "U^ d4, mv d8"),
        ("Q^ d4, qv a8", "Q^ d4, qv a8, ov h8"),
        ("Q^ d4, qv a8", "Q^ a1, qv a8"),
        ("D^ d4, m^ d6", "D^ d4, m^ e6"),
        ("Mv e3, dv d5", "Mv d3, dv d5"),
    ],
    ids=[
        "an enemy in front of a Mono",
        "an enemy nearby",
        "a Mono that can move",
        "an enemy shut in",
        "fewer enemies",
        "more cells in reach",
        "an enemy in reach",
        "a cube out of reach",
    ],
)
def test_white_scores_higher(better, worse):
    assert worth(better, "b") > worth(worse, "b")


def test_a_threat_counts_more_if_the_enemy_cannot_move_away_and_most_if_it_can_be_carried_out_at_once():
    prospects = []
    for listed, turn in (("M^ a7, q^ h1", "b"), ("M^ a7, m> a8", "b"), ("M^ a7, m^ a8", "b"), ("M^ a7, m> a8", "w")):
        state = match(listed, turn).state
        [place], enemies = cells_of(state, 0), set_of(cells_of(state, 1))
        prospects.append(evaluation.prospects(state, place, enemies))
    assert prospects == sorted(set(prospects))


def test_a_threat_to_open_moksha_scores_almost_like_a_win():
    assert worth("M^ d4, qv d5", "w") > 4_000 > worth("M^ d4, qv d5", "b")


def gifts(state, seat):
    """Return the cells of the enemy cubes that a seat could give a level to without a push, from its list of actions."""
    rules, state = GAME.rules, state.copy()
    state.turn, state.winner = seat, NOBODY
    found = set()
    for action in GAME.legal(state):
        if action != rules.PASS and action % rules.ENDINGS >= rules.GIVE:
            move = action - action % rules.ENDINGS
            if not rules.makes_progress(state, move):
                steps, direction = move // rules.ENDINGS % rules.SIDE, move // rules.ENDINGS // rules.SIDE % DIRECTIONS
                place = move // rules.ENDINGS // rules.SIDE // DIRECTIONS
                place += steps * rules.STEPS[direction] if steps else 0
                found.add(place + rules.STEPS[2 * (action % rules.ENDINGS - rules.GIVE)])
    return found


def cells_of(state, seat):
    """Return the cells of the cubes of a seat."""
    return {place for place in GAME.rules.CELLS if owns(seat, state.board[place])}


def set_of(places):
    """Return places as a set of bits with a sign."""
    return sum(evaluation.BIT[place] for place in places)


def targets(state, seat):
    """Return the cells of the enemy cubes that the evaluation counts as targets of a seat."""
    reached = [evaluation.reach_of(state, place) for place in cells_of(state, seat)]
    return {place for place in cells_of(state, 1 - seat) if any(one & evaluation.BIT[place] for one in reached)}


def test_targets_are_the_cubes_that_could_be_given_a_level_without_a_push():
    for played in random_walk(Match(GAME), chooser(5), 300):
        for seat in (0, 1):
            assert targets(played.state, seat) == gifts(played.state, seat)


def test_sets_of_cells_tell_which_cubes_can_act_and_how_far_the_nearest_enemy_is():
    row = {place: divmod(place, GAME.rules.WIDTH) for place in GAME.rules.CELLS}
    for played in random_walk(Match(GAME), chooser(6), 300):
        for seat in (0, 1):
            enemies = cells_of(played.state, 1 - seat)
            for place in cells_of(played.state, seat):
                has_action = evaluation.has_action(played.state, place, set_of(enemies))
                assert has_action == GAME.rules.is_free(played.state, place, seat)
                if enemies:
                    away = [sum(abs(a - b) for a, b in zip(row[place], row[enemy], strict=True)) for enemy in enemies]
                    assert evaluation.distance(place, set_of(enemies)) == min(away)


def test_a_set_of_cells_counts_all_of_them_the_last_one_included():
    assert [evaluation.count_bits(set_of(GAME.rules.CELLS[first:])) for first in range(65)] == [*range(64, -1, -1)]


def test_past_the_last_ply_only_gifts_are_tried():
    played = match("T^ d1, ov d4", "w")
    loud = {played.text_of(one) for one in GAME.legal(played.state) if evaluation.is_loud(played.state, one)}
    assert loud == {"d1-d3>d4", "d1-d4>d5"}
    assert not evaluation.is_loud(played.state, GAME.rules.PASS)


def best(state, seat):
    """Return the action with the best evaluation for the seat."""

    def then(action):
        after = state.copy()
        GAME.rules.apply(after, action)
        return 10_000 if GAME.rules.returns(after, seat) > 0 else GAME.evaluation.evaluate(after, seat)

    return max(GAME.legal(state), key=then)


def result_of_judgement(number):
    """Play a match between the evaluation and random play; return the result for the evaluation."""
    choose, state, judge = chooser(number), Match(GAME).state, number % 2
    for _ in range(PLIES):
        if GAME.rules.is_terminal(state):
            break
        legal = GAME.legal(state)
        action = best(state, judge) if state.turn == judge else legal[choose(len(legal))]
        GAME.rules.apply(state, action)
    return GAME.rules.returns(state, judge)


def test_the_evaluation_beats_random_play():
    results = [result_of_judgement(number) for number in range(MATCHES)]
    assert results.count(1) >= 0.8 * MATCHES
    assert -1 not in results
