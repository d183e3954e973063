"""The trainer: rounds of self-play in one or more processes, measured against the evaluation made by hand."""

from collections.abc import Callable
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from ludoteka.core.game import Game, Training
from ludoteka.core.network.weights import UNITS
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.learning import self_play
from ludoteka.learning.plan import Progress, TrainingPlan, load_progress, save_progress, words
from ludoteka.learning.self_play import PLIES, SEEN, PlayWorkspace, Weights
from ludoteka.learning.workers import Map, workers

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


def training_of(game: Game) -> Training:
    """Return what is needed to train a network for a game, which the caller has checked to have it."""
    assert game.training is not None  # noqa: S101 - as above
    return game.training


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
    progress = load_progress(file, plan, training_of(game).features.FEATURES)
    with workers(plan.processes, cluster) as run:
        for number in range(progress.rounds, plan.rounds):
            lessons = list(run(_learn, *map(repeat, (game.name, plan, progress)), range(plan.processes)))
            progress = Progress(
                number + 1, _mean([one.weights for one in lessons]), _mean([one.squares for one in lessons])
            )
            save_progress(file, plan, progress)
            is_due = (number + 1) % measure_every == 0 or number + 1 == plan.rounds
            shares = _measure(run, game, progress.weights, plan.processes, pairs) if is_due else {}
            report(Report(number + 1, sum(one.turns for one in lessons), shares))
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
        is_guided = training_of(game).is_guided
        learned = _learned_seat(number / plan.rounds, index // len(begins), seats, is_guided=is_guided)
        turns += int(twin.play_and_learn(weights, squares, workspace, begin, learned, index, rate, plan.trace))
    return Lesson(weights, squares, turns)


def _learned_seat(done: float, index: int, seats: list[int], *, is_guided: bool) -> int:
    """Return the seat for which the network plays a game of a round; NOBODY for both, CHANCE for neither.

    At first it only watches the evaluation made by hand.  If it is guided, it then plays against it for a while, and half of
    its games after that.
    """
    if done < WATCHED:
        return CHANCE
    return seats[index % 2] if is_guided and (done < GUIDED or index % 4 < len(seats)) else NOBODY


def _measure(run: Map, game: Game, weights: Weights, processes: int, pairs: int) -> dict[int, float]:
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
    return [seat.number for seat in game.seats(game.check_options(training_of(game).options[index]))]


@cache
def _begins(game: Game) -> list[Any]:
    """Return the packed first state for each of the options."""
    return [game.begin(game.check_options(one)).pack() for one in training_of(game).options]


def create_workspace(game: Game, generator: Any) -> PlayWorkspace:
    """Return the memory for games with this random generator."""
    rules, features = game.rules, training_of(game).features
    return PlayWorkspace(
        states=rules.State.packed_array(PLIES + 1),
        best=rules.State.packed_array(1),
        actions=numpy.zeros((PLIES + 1, rules.MAX_ACTIONS), numpy.int64),
        counts=numpy.zeros(PLIES + 1, numpy.int64),
        seen=numpy.zeros(SEEN, numpy.int64),
        sums=numpy.zeros(UNITS, numpy.float32),
        features=numpy.zeros((MOST_TURNS + 1, features.GROUPS), numpy.int64),
        seats=numpy.zeros(MOST_TURNS, numpy.int64),
        chances=numpy.zeros(MOST_TURNS),
        generator=generator,
    )


def _copy(weights: Weights) -> Weights:
    return Weights(*(one.copy() for one in weights))
