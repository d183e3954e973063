"""The course of a match: how the chances changed with each action and throw, composed from the judgements.

In a game without throws, each moment is judged by itself: what an action gave away is the difference between the best
action and the one that was played, both searched to the same depth.

In a game with throws, the chances are computed backwards from the result.  The value of what was played is that of the
next moment, so the match is one branch of a tree whose other branches are judged by the search.  A seat takes the best
branch, and chance the mean of all.  Every change of the chances is then either the luck of a throw or the loss of an
action, and all changes together lead from the chances at the start exactly to the result.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ludoteka.review.chances import Chances, change, mean
from ludoteka.review.grades import Grade, grade_of
from ludoteka.review.history import Moment, PlayedMatch, is_throw
from ludoteka.review.judges import Judgement


class Step(NamedTuple):
    """One action or throw of a match, reviewed."""

    moment: Moment
    before: Chances  # with the best action, or the mean over all throws
    after: Chances  # with the action that was played, or the throw that came up
    best: tuple[int, ...]  # the best line; empty for a throw
    reply: tuple[int, ...]  # the best line after the action that was played
    loss: int  # of the chance of the seat that acted; 0 for a throw
    grade: Grade | None  # None for a throw

    @property
    def change(self) -> tuple[int, ...]:
        """What the step changed for each seat: its luck if it is a throw, otherwise the skill."""
        return change(self.before, self.after)


def compose_steps(
    history: PlayedMatch, judgements: Sequence[Judgement], last: Chances, *, is_retrospective: bool
) -> list[Step]:
    """Return the steps of a match; `last` are the chances after all of them."""
    steps: list[Step] = []
    following = last
    for moment, judgement in zip(reversed(history.moments), reversed(judgements), strict=True):
        step = _step(history, moment, judgement, following if is_retrospective else None)
        steps.append(step)
        following = step.before
    return steps[::-1]


def _step(history: PlayedMatch, moment: Moment, judgement: Judgement, following: Chances | None) -> Step:
    outcomes = dict(judgement.outcomes)
    if following is not None:
        outcomes[moment.action] = following
    after = outcomes[moment.action]
    if is_throw(moment):
        return Step(moment, mean(outcomes, judgement.weights), after, (), (), 0, None)
    seat = history.seats.index(moment.seat)
    best = max(outcomes, key=lambda action: (outcomes[action][seat], action == moment.action))
    loss = outcomes[best][seat] - after[seat]
    reply = judgement.lines[moment.action][1:]
    return Step(moment, outcomes[best], after, judgement.lines[best], reply, loss, grade_of(loss, len(moment.legal)))
