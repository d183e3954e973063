"""The trainer for networks that learn from scores: rounds of games of the search, then epochs of learning from all of them."""

from collections.abc import Callable
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from ludoteka.core.game import Game, ScoredGames
from ludoteka.core.network.weights import VALUE
from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
from ludoteka.learning import scored_play
from ludoteka.learning.scored_play import NO_SCORE, LessonWorkspace, ScoredPlayWorkspace
from ludoteka.learning.trainer import (
    Progress,
    Report,
    TrainingPlan,
    load_progress,
    save_progress,
    training_of,
    units_of,
    words,
)
from ludoteka.players.process_pool import workers
from ludoteka.search.searches import AlphaBeta

EPOCHS = 4  # how often the network sees each position, each time another image of it
HELD_BACK = 10  # one in so many rounds is only for measuring the error
CERTAIN = 2000  # hundredths of a plain piece; where the evaluation made by hand says more, the network is not asked


class ScoredPositions(NamedTuple):
    """Positions of games, in their order."""

    values: Any  # [position, number]: the numbers of the states
    scores: Any  # for the first seat, in hundredths of a plain piece
    left: Any  # how many of these positions of its game follow, this one included
    results: Any  # of the game for the first seat: 1, 0 or -1, or NO_SCORE


def train_on_scores(
    game: Game, plan: TrainingPlan, folder: Path, report: Callable[[Report], None], *, cluster: str = ""
) -> Progress:
    """Play the games of a plan, then learn from them, from where the folder says that an earlier training stopped.

    `cluster`: see `workers`.

    Raises:
        Refused: "other-training", "no-ray", "no-cluster", "player-died".
    """
    file = folder / "progress.npz"
    progress = load_progress(file, plan, training_of(game))
    save_progress(file, plan, progress)
    with workers(plan.processes, cluster) as run:
        for number in range(plan.rounds):
            if not _round_file(folder, number).exists():
                parts = list(run(_play_round, *map(repeat, (game.name, plan, number)), range(plan.processes)))
                whole = ScoredPositions(*map(numpy.concatenate, zip(*parts, strict=True)))
                new = _round_file(folder, number).with_suffix(".new.npz")
                numpy.savez_compressed(new, **whole._asdict())
                new.replace(_round_file(folder, number))
                report(Report(number + 1, len(whole.scores), {}))
    lesson = _Lesson(game, plan, [_read_round(_round_file(folder, number)) for number in range(plan.rounds)])
    for epoch in range(progress.rounds, EPOCHS):
        progress = lesson.learn(progress, epoch)
        save_progress(file, plan, progress)
        report(Report(plan.rounds + epoch + 1, 0, {}, lesson.error(progress)))
    return progress


def _round_file(folder: Path, number: int) -> Path:
    return folder / f"positions-{number:05}.npz"


def _read_round(file: Path) -> ScoredPositions:
    with numpy.load(file) as saved:
        return ScoredPositions(*(saved[name] for name in ScoredPositions._fields))


def _play_round(name: str, plan: TrainingPlan, number: int, process: int) -> ScoredPositions:
    """Play the games of one process in a round, with the options in turn."""
    game = games()[name]
    training, play = training_of(game), _games_of(game)
    twin: Any = compiled_twin(scored_play, game.rules, training.opponent)  # type: ignore[arg-type]
    parts = []
    for index in range(plan.games_per_round):
        begin = game.begin(game.check_options(training.options[index % len(training.options)]))
        workspace = _play_workspace(game, begin, words("score", plan.seed, number, process, index))
        plies = int(twin.play_scored(workspace, begin.pack(), play.opening, play.depth, play.noise, play.rarity))
        kept = numpy.flatnonzero(workspace.scores[:plies] != NO_SCORE)
        results = numpy.full(len(kept), twin.result_of(workspace, plies))
        left = numpy.arange(len(kept), 0, -1)
        parts.append(ScoredPositions(flat(workspace.states)[kept], workspace.scores[kept], left, results))
    return ScoredPositions(*map(numpy.concatenate, zip(*parts, strict=True)))


def flat(states: Any) -> Any:
    """Return packed states as rows of numbers, as short as they can be."""
    rows = numpy.asarray(states).view(numpy.int32).reshape(len(states), -1)
    return rows.astype(numpy.int8) if numpy.abs(rows).max(initial=0) <= numpy.iinfo(numpy.int8).max else rows.copy()


def _games_of(game: Game) -> ScoredGames:
    scored = training_of(game).scored
    assert scored  # noqa: S101 - the caller has checked it
    return scored


def _play_workspace(game: Game, begin: Any, generator: Any) -> ScoredPlayWorkspace:
    rules, plies = game.rules, _games_of(game).plies
    return ScoredPlayWorkspace(
        search=_search_of(game).workspace(begin),
        actions=numpy.zeros(rules.MAX_ACTIONS, numpy.int64),
        states=rules.State.packed_array(plies),
        scores=numpy.zeros(plies, numpy.int64),
        generator=generator,
    )


@cache
def _search_of(game: Game) -> AlphaBeta:
    return AlphaBeta(game, is_compiled=True)


def chances_of_scores(positions: ScoredPositions, trace: float) -> Any:
    """Return the chance of the first seat in each position that a network learns: a TD(λ) target, with λ as `trace`.

    It is a mixture of the chance for which the score stands and of the target of the next position, and at the end of the result.
    """
    chances = chances_for(positions.scores)
    targets, later = chances.copy(), 0.0
    for index in range(len(targets) - 1, -1, -1):
        if positions.left[index] == 1:
            result = positions.results[index]
            later = chances[index] if result == NO_SCORE else (1 + result) / 2
        later = targets[index] = (1 - trace) * chances[index] + trace * later
    return targets


def chances_for(scores: Any) -> Any:
    """Return the chances for which scores stand."""
    return 1 / (1 + numpy.exp(-numpy.clip(numpy.asarray(scores, float) / VALUE, -30, 30)))


class _Lesson:
    """All positions of a training, those to learn from and those held back."""

    def __init__(self, game: Game, plan: TrainingPlan, rounds: list[ScoredPositions]) -> None:
        training = training_of(game)
        self.plan, self.rules = plan, game.rules
        self.twin: Any = compiled_twin(scored_play, game.rules, training.features, training.opponent)  # type: ignore[arg-type]
        values = numpy.concatenate([one.values for one in rounds])
        self.states: Any = game.rules.State.packed_array(len(values))
        self.states.view(numpy.int32).reshape(len(values), -1)[:] = values
        self.chances = numpy.concatenate([chances_of_scores(one, plan.trace) for one in rounds])
        held = [numpy.full(len(one.scores), number % HELD_BACK == HELD_BACK - 1) for number, one in enumerate(rounds)]
        self.is_held = numpy.concatenate(held)
        self.workspace = LessonWorkspace(
            features=numpy.zeros((len(values), training.features.GROUPS), numpy.int16),
            bases=numpy.zeros(len(values)),
            sums=numpy.zeros(units_of(training), numpy.float32),
            state=game.rules.State.packed_array(1),
        )

    def _describe(self, turn: int) -> tuple[Any, Any]:
        """Describe the positions; return the targets of their viewers, and the numbers of those about which the network is asked."""
        viewers = numpy.zeros(len(self.states), numpy.int64)
        self.twin.describe_positions(self.workspace, self.states, viewers, turn)
        targets = numpy.where(viewers == 0, self.chances, 1 - self.chances)
        return targets, numpy.abs(self.workspace.bases) < CERTAIN / VALUE

    def learn(self, progress: Progress, epoch: int) -> Progress:
        """Return what is known after one more epoch."""
        targets, is_asked = self._describe(epoch)
        order = numpy.random.default_rng([self.plan.seed, epoch]).permutation(
            numpy.flatnonzero(is_asked & ~self.is_held)
        )
        rate = self.plan.rate * (1 - 0.9 * epoch / EPOCHS)
        self.twin.learn_positions(progress.weights, progress.squares, self.workspace, targets, order, rate)
        return progress._replace(rounds=epoch + 1)

    def error(self, progress: Progress) -> float:
        """Return the mean squared error for the positions that are held back, or for all if there are none."""
        targets, is_asked = self._describe(0)
        measured = numpy.flatnonzero(is_asked & (self.is_held | ~self.is_held.any()))
        errors = self.twin.learn_positions(progress.weights, progress.squares, self.workspace, targets, measured, 0.0)
        return float(errors) / max(1, len(measured))
