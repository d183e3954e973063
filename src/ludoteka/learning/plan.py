"""What a training is to do, and what it has learned so far."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from ludoteka.core.message import Message, Refused
from ludoteka.core.network.weights import ONE, UNITS, BadWeights, check_sums, weights_digest
from ludoteka.learning.self_play import Weights

FIRST_SQUARE = 1.0  # of every weight, so that the first steps are not too long
SPREAD = 0.1  # of the first weights of the units


class TrainingPlan(NamedTuple):
    """What determines the weights that come out, on one kind of processor."""

    games: int  # in all processes together
    seed: int
    processes: int
    games_per_round: int = 64  # of each process; after a round, the processes exchange what they have learned
    rate: float = 0.2  # the size of the first steps; it falls steadily to a tenth
    trace: float = 0.7  # λ

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return -(-self.games // (self.games_per_round * self.processes))

    def rate_in(self, number: int) -> float:
        """Return the size of the steps in a round, counted from 0."""
        return self.rate * (1 - 0.9 * number / self.rounds)


class Progress(NamedTuple):
    """What a training has learned after some rounds."""

    rounds: int
    weights: Weights
    squares: Weights  # sums of squared gradients


def words(*parts: Any) -> Any:
    """Return the state of a random generator (`search.playout`) that follows from these parts alone."""
    numbers = sha256("/".join(map(str, parts)).encode()).digest()
    return numpy.frombuffer(numbers[:16], "<u4").astype(numpy.int64)


def new_progress(features: int, seed: int) -> Progress:
    """Return the state before the first round."""
    chance = numpy.random.default_rng(seed)
    units = chance.uniform(-SPREAD, SPREAD, (features, UNITS)).astype(numpy.float32)
    outputs = chance.uniform(-0.5, 0.5, UNITS).astype(numpy.float32)
    units[0] += 0.5
    weights = Weights(units, numpy.zeros(features, numpy.float32), outputs)
    return Progress(0, weights, Weights(*(numpy.full_like(one, FIRST_SQUARE) for one in weights)))


def save_progress(file: Path, plan: TrainingPlan, progress: Progress) -> None:
    """Write a state, so that a training can go on after an interruption."""
    arrays = {f"weights_{name}": one for name, one in progress.weights._asdict().items()}
    arrays |= {f"squares_{name}": one for name, one in progress.squares._asdict().items()}
    new = file.with_suffix(".new.npz")
    numpy.savez(new, plan=json.dumps(plan), rounds=progress.rounds, **arrays)
    new.replace(file)


def load_progress(file: Path, plan: TrainingPlan, features: int) -> Progress:
    """Return the saved state, or the state before the first round if there is none.

    Raises:
        Refused: "other-training", if the file belongs to another plan or to other features.
    """
    if not file.exists():
        return new_progress(features, plan.seed)
    with numpy.load(file) as saved:
        weights = Weights(*(saved[f"weights_{name}"] for name in Weights._fields))
        squares = Weights(*(saved[f"squares_{name}"] for name in Weights._fields))
        if json.loads(str(saved["plan"])) != [*plan] or len(weights.direct) != features:
            raise Refused(
                "other-training",
                Message("{folder} holds another training. Choose another folder.", folder=str(file.parent)),
            )
        return Progress(int(saved["rounds"]), weights, squares)


def whole_weights(weights: Weights) -> dict[str, Any]:
    """Return the weights in whole numbers, as a file holds them."""
    return {
        "units": numpy.rint(weights.units * ONE).astype(int).tolist(),
        "direct": numpy.rint(weights.direct * ONE * ONE).astype(int).tolist(),
        "outputs": numpy.rint(weights.outputs * ONE).astype(int).tolist(),
    }


def write_network(file: Path, weights: Weights, groups: int, origin: dict[str, Any]) -> None:
    """Write a network with its digest and where it comes from.

    Raises:
        Refused: "weights-too-large", if a unit could leave its bits.
    """
    whole = whole_weights(weights)
    try:
        check_sums(whole["units"], groups)
    except BadWeights:
        raise Refused("weights-too-large", Message("The weights are too large for whole numbers.")) from None
    content = {"origin": origin, "digest": weights_digest(whole), "weights": whole}
    rows = json.dumps(content).replace("], [", "],\n[").replace('"weights"', '\n"weights"')
    file.write_text(f"{rows}\n", "utf-8")
