"""Networks of integers: what their packed weights compute, and the files that hold them."""

import json
from math import exp
from random import Random

import pytest

from ludoteka.core.network.outputs import units_output, value_of_output
from ludoteka.core.network.weights import (
    BLOCKS,
    CERTAIN,
    MIDDLE,
    ONE,
    ROW,
    UNITS,
    BadWeights,
    check_sums,
    pack_network,
    read_network,
    weights_digest,
)

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
        present = [0, *chance.sample(range(1, FEATURES), GROUPS)]
        packed = [sum(rows[ROW * feature + block] for feature in present) for block in range(BLOCKS)]
        sums = [sum(weights["units"][feature][unit] for feature in present) for unit in range(UNITS)]
        plain = sum(min(max(one, 0), ONE) * weight for one, weight in zip(sums, weights["outputs"], strict=True))
        assert sum(units_output(packed[block], outputs, block) for block in range(BLOCKS)) == plain


def test_a_value_is_the_chance_for_which_the_output_stands():
    for output in range(-9 * ONE * ONE, 9 * ONE * ONE, 4999):
        chance = 1 / (1 + exp(-output / ONE**2))
        assert value_of_output(output) == pytest.approx(CERTAIN * (2 * chance - 1), abs=3)
        assert abs(value_of_output(output) + value_of_output(-output)) <= 1


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
