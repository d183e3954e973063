"""The review of a match as plain data, and how it is made step by step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ludoteka.core.message import Message
from ludoteka.review.chances import WHOLE, Chances
from ludoteka.review.course import Step, compose_steps
from ludoteka.review.grades import MISTAKES, Grade
from ludoteka.review.history import PlayedMatch, is_throw
from ludoteka.review.judges import Judge, Judgement, judge_of
from ludoteka.review.turning_points import TurningPoint, turning_points
from ludoteka.search.analysis import Limits
from ludoteka.search.search import Search


class Summary(NamedTuple):
    """How one seat played, and how lucky it was."""

    letter: str
    title: Message
    moves: int  # with a choice
    mean_loss: int  # of the chance to win, in millionths, for each of these moves
    grades: Mapping[Grade, int]  # how often each was given
    luck: int  # in millionths of the result; 0 in a game without throws
    skill: int  # what the losses of all seats changed for this one

    @property
    def mistakes(self) -> int:
        """The number of mistakes and blunders."""
        return sum(self.grades.get(grade, 0) for grade in MISTAKES)


class Review(NamedTuple):
    """A reviewed match."""

    history: PlayedMatch
    steps: tuple[Step, ...]
    last: Chances  # after all steps
    turning_points: tuple[TurningPoint, ...]
    summaries: tuple[Summary, ...]

    def plain(self) -> dict[str, Any]:
        """Return the review as plain data: chances in per mille; losses, luck and skill in millionths."""
        start = self.steps[0].before if self.steps else self.last
        return {
            "game": self.history.game.name,
            "result": self.history.result,
            "seats": [{"letter": one.letter, **_plain_summary(one)} for one in self.summaries],
            "start": _per_mille(start),
            "end": _per_mille(self.last),
            "steps": [_plain_step(self.history, step) for step in self.steps],
            "turning_points": [
                {"step": point.place, "sentences": [one.plain() for one in point.sentences]}
                for point in self.turning_points
            ],
        }


class Reviewer:
    """The work of reviewing a match, one moment after another, so that it can be stopped at any time."""

    def __init__(self, history: PlayedMatch, find_search: Callable[[], Search], limits: Limits) -> None:
        self.history = history
        self.judge: Judge = judge_of(history, find_search, limits)
        self._judgements: list[Judgement] = []

    def work(self) -> Iterator[int]:
        """Judge each moment, and yield how many are done."""
        for moment in self.history.moments[len(self._judgements) :]:
            self._judgements.append(self.judge.judge(moment))
            yield len(self._judgements)

    def review(self) -> Review:
        """Return the review, once all moments are judged."""
        return compose_review(self.judge, self._judgements)


def compose_review(judge: Judge, judgements: Sequence[Judgement]) -> Review:
    """Return the review of a match, given the judgement of each moment."""
    history, last = judge.history, judge.final()
    steps = compose_steps(history, judgements, last, is_retrospective=judge.is_retrospective)
    return Review(history, tuple(steps), last, turning_points(history, steps), summaries(history, steps))


def summaries(history: PlayedMatch, steps: list[Step]) -> tuple[Summary, ...]:
    """Return the summary of each seat."""
    return tuple(_summary(history, steps, index) for index in range(len(history.seats)))


def _summary(history: PlayedMatch, steps: list[Step], index: int) -> Summary:
    own = [step for step in steps if step.moment.seat == history.seats[index] and step.grade is not Grade.ONLY]
    return Summary(
        history.letters[index],
        history.titles[index],
        len(own),
        sum(step.loss for step in own) // max(1, len(own)),
        {grade: count for grade in Grade if (count := sum(step.grade is grade for step in own))},
        sum(step.change[index] for step in steps if is_throw(step.moment)),
        sum(step.change[index] for step in steps if not is_throw(step.moment)),
    )


def _plain_summary(summary: Summary) -> dict[str, Any]:
    return {
        "title": summary.title.plain(),
        "moves": summary.moves,
        "mean_loss": summary.mean_loss,
        "mistakes": summary.mistakes,
        "grades": {str(grade): count for grade, count in summary.grades.items()},
        "luck": summary.luck,
        "skill": summary.skill,
    }


def _plain_step(history: PlayedMatch, step: Step) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "seat": None if is_throw(step.moment) else history.letters[history.seats.index(step.moment.seat)],
        "text": step.moment.text,
        "chances": _per_mille(step.after),
    }
    if is_throw(step.moment):
        return plain | {"luck": list(step.change)}
    best = list(history.game.texts.line_texts(step.moment.state, step.best))
    path = list(history.game.texts.path(step.moment.state, step.best[0]))
    return plain | {"loss": step.loss, "grade": str(step.grade), "best": best, "path": path}


def _per_mille(chances: Chances) -> list[int]:
    return [round(chance * 1000 / WHOLE) for chance in chances]
