"""Networks of integers: what their packed weights compute, and the files that hold them."""

import json
from math import exp
from random import Random

import pytest

from ludoteka.core.network.outputs import add_row, first_sums, value_of_sums
from ludoteka.core.network.weights import (
    LIMIT,
    MIDDLE,
    ONE,
    UNITS,
    VALUE,
    BadWeights,
    check_sums,
    pack_network,
    read_network,
    weights_digest,
)
from ludoteka.review.judges import WHOLE, chances_of

FEATURES, GROUPS = 30, 12


@pytest.fixture
def weights():
    chance = Random(1)
    units = [[chance.randint(-600, 600) for _ in range(UNITS)] for _ in range(FEATURES)]
    direct = [chance.randint(-ONE * ONE, ONE * ONE) for _ in range(FEATURES)]
    return {"units": units, "direct": direct, "outputs": [chance.randint(-ONE, ONE) for _ in range(UNITS)]}


def test_packed_weights_add_up_as_the_units_would_one_by_one(weights):
    rows, outputs = pack_network(**weights)
    chance = Random(2)
    for _ in range(50):
        present = chance.sample(range(1, FEATURES), GROUPS)
        sums = first_sums(rows)
        for feature in present:
            sums = add_row(sums, rows, feature)
        units = [sum(weights["units"][feature][unit] for feature in (0, *present)) for unit in range(UNITS)]
        output = sum(weights["direct"][feature] for feature in (0, *present))
        output += sum(min(max(one, 0), ONE) * weight for one, weight in zip(units, weights["outputs"], strict=True))
        assert value_of_sums(sums, outputs) == min(max(output, -LIMIT), LIMIT) * VALUE // ONE**2


@pytest.mark.parametrize("output", [-3.0, -0.5, 0.0, 0.25, 1.0, 4.0])
def test_a_value_stands_for_the_chance_that_the_network_meant(output):
    weights = {"units": [[0] * UNITS], "direct": [round(output * ONE**2)], "outputs": [0] * UNITS}
    network = pack_network(**weights)
    value = value_of_sums(first_sums(network.rows), network.outputs)
    assert chances_of([value, -value], 10**5)[0] / WHOLE == pytest.approx(1 / (1 + exp(-output)), abs=0.001)


def test_weights_that_could_leave_their_bits_are_refused(weights):
    check_sums(weights["units"], GROUPS)
    weights["units"][7][3] = MIDDLE
    with pytest.raises(BadWeights, match="unit 3"):
        check_sums(weights["units"], GROUPS)


def test_a_file_of_weights_is_read_only_if_it_is_whole_and_belongs_to_the_game(weights, tmp_path):
    file = tmp_path / "network.json"
    file.write_text(json.dumps({"digest": weights_digest(weights), "weights": weights}), "utf-8")
    assert read_network(file, FEATURES) == pack_network(**weights)
    with pytest.raises(BadWeights, match="for 30 features, but the game has 31"):
        read_network(file, FEATURES + 1)
    file.write_text(file.read_text("utf-8").replace(str(weights["direct"][3]), "5"), "utf-8")
    with pytest.raises(BadWeights, match="its digest is wrong"):
        read_network(file, FEATURES)
