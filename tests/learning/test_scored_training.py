"""Training from scores: a search plays games, and a network learns what their scores and results say."""

import json
from dataclasses import replace

import numpy
import pytest

from ludoteka.core.network.weights import ONE, VALUE, read_network, read_weights
from ludoteka.games import games
from ludoteka.learning.scored_play import NO_SCORE
from ludoteka.learning.scored_trainer import EPOCHS, ScoredPositions, chances_of_scores, train_on_scores
from ludoteka.learning.trainer import TrainingPlan, write_network

TAVLEI = games()["tavlei"]
PLAN = TrainingPlan(games=4, seed=5, processes=1, games_per_round=2, rate=0.05)


class Interrupt(Exception):
    pass


def train(folder, stop=None, game=TAVLEI):
    """Train in a folder, perhaps only until the report with the number `stop`; return the weights and the reports."""
    reports = []

    def report(one):
        reports.append(one)
        if len(reports) == stop:
            raise Interrupt

    folder.mkdir(exist_ok=True)
    try:
        return train_on_scores(game, PLAN, folder, report).weights, reports
    except Interrupt:
        return None, reports


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    return *train(folder), folder


def test_a_training_from_scores_is_repeated_exactly_even_if_it_is_interrupted(trained, tmp_path):
    weights, _, _ = trained
    for stop in (1, PLAN.rounds, None):  # in the games, and between the epochs
        again, _ = train(tmp_path / "parts", stop)
    assert [weight.tolist() for weight in again] == [weight.tolist() for weight in weights]


def test_the_network_foresees_the_positions_better_from_epoch_to_epoch(trained):
    _, reports, _ = trained
    errors = [one.error for one in reports if one.error is not None]
    assert len(errors) == EPOCHS
    assert sorted(errors, reverse=True) == errors


def test_a_training_from_scores_writes_a_network_that_the_game_can_read(trained, tmp_path):
    weights, _, _ = trained
    features = TAVLEI.training.features
    write_network(tmp_path / "network.json", weights, features.GROUPS, {"game": "tavlei"})
    assert json.loads((tmp_path / "network.json").read_text("utf-8"))["origin"] == {"game": "tavlei"}
    assert read_network(tmp_path / "network.json", features.FEATURES)


def test_without_units_a_training_finds_a_weight_for_each_feature(tmp_path):
    game = replace(TAVLEI, training=TAVLEI.training._replace(has_units=False))
    weights, reports = train(tmp_path / "linear", game=game)
    errors = [one.error for one in reports if one.error is not None]
    assert sorted(errors, reverse=True) == errors
    features = game.training.features
    write_network(tmp_path / "network.json", weights, features.GROUPS, {"game": "tavlei"})
    found = read_weights(tmp_path / "network.json", features.FEATURES)
    assert found["direct"] == [round(float(weight) * ONE**2) for weight in weights.direct]
    assert not any(found["units"] + found["outputs"])


def test_every_position_of_the_games_has_a_score_and_the_result_of_its_game(trained):
    _, _, folder = trained
    for file in sorted(folder.glob("positions-*.npz")):
        with numpy.load(file) as saved:
            found = ScoredPositions(**saved)
        assert len(found.values) == len(found.scores) == len(found.left) == len(found.results) > PLAN.games_per_round
        assert NO_SCORE not in found.scores, "a position before a random action has no score"
        assert {*found.results} <= {1, -1, NO_SCORE}
        turns = [TAVLEI.rules.State.of([[*row[:-2]], *row[-2:]]).turn for row in found.values.tolist()]
        assert {*turns} == {0, 1}


def test_a_target_mixes_the_score_with_what_came_later_and_the_result():
    even, ahead = 0, round(VALUE * numpy.log(3))  # chances of 1/2 and 3/4
    one = ScoredPositions(
        numpy.zeros((3, 1)), numpy.array([even, ahead, even]), numpy.array([2, 1, 1]), numpy.array([1, 1, NO_SCORE])
    )
    assert chances_of_scores(one, 0.5) == pytest.approx([(0.5 + (0.75 + 1) / 2) / 2, (0.75 + 1) / 2, 0.5], abs=0.001)
    assert chances_of_scores(one, 0.0) == pytest.approx([0.5, 0.75, 0.5], abs=0.001)


def test_the_last_position_of_each_game_is_known_even_if_random_actions_follow_it(trained):
    _, _, folder = trained
    for file in sorted(folder.glob("positions-*.npz")):
        with numpy.load(file) as saved:
            found = ScoredPositions(**saved)
        ends = found.left == 1
        assert sum(ends) == PLAN.games_per_round * PLAN.processes
        assert [*found.left[:-1][~ends[:-1]]] == [*found.left[1:][~ends[:-1]] + 1]
