"""The trainer: rounds of self-play in one or more processes or on a cluster, by a plan, measured against the evaluation made by hand."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from ludoteka.core.game import Game, Training
from ludoteka.core.message import Message, Refused
from ludoteka.core.network.weights import ONE, UNITS, BadWeights, check_sums, weights_digest
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.learning import self_play
from ludoteka.learning.self_play import PLIES, SEEN, PlayWorkspace, Weights
from ludoteka.players.process_pool import Map, workers

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


def new_progress(features: int, units: int, seed: int) -> Progress:
    """Return the state before the first round."""
    chance = numpy.random.default_rng(seed)
    hidden = chance.uniform(-SPREAD, SPREAD, (features, units)).astype(numpy.float32)
    outputs = chance.uniform(-0.5, 0.5, units).astype(numpy.float32)
    hidden[0] += 0.5
    weights = Weights(hidden, numpy.zeros(features, numpy.float32), outputs)
    return Progress(0, weights, Weights(*(numpy.full_like(weight, FIRST_SQUARE) for weight in weights)))


def save_progress(file: Path, plan: TrainingPlan, progress: Progress) -> None:
    """Write a state, so that a training can go on after an interruption."""
    kept = {"weights": progress.weights, "squares": progress.squares}
    arrays = {f"{kind}_{name}": one for kind, parts in kept.items() for name, one in parts._asdict().items()}
    new = file.with_suffix(".new.npz")
    numpy.savez(new, plan=json.dumps(plan), rounds=progress.rounds, **arrays)
    new.replace(file)


def load_progress(file: Path, plan: TrainingPlan, training: Training) -> Progress:
    """Return the saved state, or the state before the first round if there is none.

    Raises:
        Refused: "other-training", if the file belongs to another plan or to other features.
    """
    features, units = training.features.FEATURES, units_of(training)
    if not file.exists():
        return new_progress(features, units, plan.seed)
    with numpy.load(file) as saved:
        weights = Weights(*(saved[f"weights_{name}"] for name in Weights._fields))
        squares = Weights(*(saved[f"squares_{name}"] for name in Weights._fields))
        if json.loads(str(saved["plan"])) != [*plan] or weights.units.shape != (features, units):
            text = Message("{folder} holds another training. Choose another folder.", folder=str(file.parent))
            raise Refused("other-training", text)
        return Progress(int(saved["rounds"]), weights, squares)


def write_network(file: Path, weights: Weights, groups: int, origin: dict[str, Any]) -> None:
    """Write a network with its digest and where it comes from.

    Raises:
        Refused: "weights-too-large", if a unit could leave its bits.
    """
    scaled = {"units": weights.units * ONE, "direct": weights.direct * ONE * ONE, "outputs": weights.outputs * ONE}
    whole = {name: numpy.rint(one).astype(int).tolist() for name, one in scaled.items()}
    try:
        check_sums(whole["units"], groups)
    except BadWeights:
        raise Refused("weights-too-large", Message("The weights are too large for whole numbers.")) from None
    content = {"origin": origin, "digest": weights_digest(whole), "weights": whole}
    rows = json.dumps(content).replace("], [", "],\n[").replace('"weights"', '\n"weights"')
    file.write_text(f"{rows}\n", "utf-8")


MOST_TURNS = 1000  # of a game; a longer one counts as a draw
WATCHED, GUIDED = 0.05, 0.3  # parts of a training: see `_learned_seat`


class Lesson(NamedTuple):
    """What one process learned in a round."""

    weights: Weights
    squares: Weights
    turns: int


class Report(NamedTuple):
    """How a training stands after a round."""

    rounds: int
    turns: int  # played in the round, in all processes
    shares: dict[int, float]  # of games won against the evaluation made by hand, by index of the options; or empty
    error: float | None = (
        None  # the mean squared error of the chances in positions that are not learned from, if measured
    )


def training_of(game: Game) -> Training:
    """Return what is needed to train a network for a game, which the caller has checked to have it."""
    assert game.training is not None  # noqa: S101 - as above
    return game.training


def units_of(training: Training) -> int:
    """Return how many hidden units the network has."""
    return UNITS if training.has_units else 0


def train(
    game: Game,
    plan: TrainingPlan,
    folder: Path,
    report: Callable[[Report], None],
    *,
    measure_every: int,
    pairs: int,
    cluster: str = "",
) -> Progress:
    """Train until the plan is carried out, from where the folder says that an earlier training stopped.

    Every `measure_every` rounds, and at the end, the network plays `pairs` pairs of games with each of the options.  `cluster`: see `workers`.

    Raises:
        Refused: "other-training", "no-ray", "no-cluster", "player-died".
    """
    file = folder / "progress.npz"
    progress = load_progress(file, plan, training_of(game))
    with workers(plan.processes, cluster) as run:
        for number in range(progress.rounds, plan.rounds):
            lessons = list(run(_learn, *map(repeat, (game.name, plan, progress)), range(plan.processes)))
            progress = Progress(
                number + 1, _mean([lesson.weights for lesson in lessons]), _mean([lesson.squares for lesson in lessons])
            )
            save_progress(file, plan, progress)
            is_due = (number + 1) % measure_every == 0 or number + 1 == plan.rounds
            shares = _measure(run, game, progress.weights, pairs) if is_due else {}
            report(Report(number + 1, sum(lesson.turns for lesson in lessons), shares))
    return progress


def _mean(parts: list[Weights]) -> Weights:
    return Weights(*(numpy.mean(arrays, axis=0, dtype=numpy.float32) for arrays in zip(*parts, strict=True)))


def _learn(name: str, plan: TrainingPlan, progress: Progress, process: int) -> Lesson:
    """Play the games of one process in a round, with the options in turn."""
    game, number = games()[name], progress.rounds
    twin, weights, squares = twin_of(game), _copy(progress.weights), _copy(progress.squares)
    workspace = create_workspace(game, words("learn", plan.seed, number, process))
    turns, rate, begins = 0, plan.rate_in(number), _begins(game)
    for index in range(plan.games_per_round):
        which = index % len(begins)
        begin, seats = begins[which], seats_of(game, which)
        learned = _learned_seat(number / plan.rounds, index // len(begins), seats, training_of(game).is_guided)
        turns += int(twin.play_and_learn(weights, squares, workspace, begin, learned, index, rate, plan.trace))
    return Lesson(weights, squares, turns)


def _learned_seat(done: float, index: int, seats: list[int], is_guided: bool) -> int:
    """Return the seat for which the network plays a game of a round; NOBODY for both, CHANCE for neither.

    At first it only watches the evaluation made by hand.  If it is guided, it then plays against it for a while, and half of
    its games after that.
    """
    if done < WATCHED:
        return CHANCE
    return seats[index % 2] if is_guided and (done < GUIDED or index % 4 < len(seats)) else NOBODY


def _measure(run: Map, game: Game, weights: Weights, pairs: int) -> dict[int, float]:
    """Return the share of games that the network wins, with each of the different options."""
    options = training_of(game).options
    indices = [index for index, one in enumerate(options) if one not in options[:index]]
    shares = run(_compare, *map(repeat, (game.name, weights)), indices, repeat(pairs))
    return dict(zip(indices, shares, strict=False))


def _compare(name: str, weights: Weights, index: int, pairs: int) -> float:
    """Return the share of games that the network wins; both games of a pair have the same throws, with the seats swapped."""
    game, points = games()[name], 0
    twin, begin = twin_of(game), _begins(game)[index]
    for pair in range(pairs):
        for seat in seats_of(game, index):
            workspace = create_workspace(game, words("compare", pair))
            points += 1 + int(twin.compare(weights, workspace, begin, seat, pair))
    return points / (4 * pairs)


@cache
def twin_of(game: Game) -> Any:
    """Return the compiled self-play of a game."""
    rules: Any = game.rules
    return compiled_twin(self_play, rules, training_of(game).features, training_of(game).opponent)


@cache
def seats_of(game: Game, index: int) -> list[int]:
    """Return the numbers of the two seats with one of the options."""
    return game.seat_numbers(game.check_options(training_of(game).options[index]))


@cache
def _begins(game: Game) -> list[Any]:
    """Return the packed first state for each of the options."""
    return [game.begin(game.check_options(option)).pack() for option in training_of(game).options]


def create_workspace(game: Game, generator: Any) -> PlayWorkspace:
    """Return the memory for games with this random generator."""
    rules, features = game.rules, training_of(game).features
    return PlayWorkspace(
        states=rules.State.packed_array(PLIES + 1),
        best=rules.State.packed_array(1),
        actions=numpy.zeros((PLIES + 1, rules.MAX_ACTIONS), numpy.int64),
        counts=numpy.zeros(PLIES + 1, numpy.int64),
        seen=numpy.zeros(SEEN, numpy.int64),
        sums=numpy.zeros(units_of(training_of(game)), numpy.float32),
        features=numpy.zeros((MOST_TURNS + 1, features.GROUPS), numpy.int64),
        seats=numpy.zeros(MOST_TURNS, numpy.int64),
        chances=numpy.zeros(MOST_TURNS),
        generator=generator,
    )


def _copy(weights: Weights) -> Weights:
    return Weights(*(weight.copy() for weight in weights))
