"""The review of a match as plain data, and how it is made step by step."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from ludoteka.core.game import Sentences
from ludoteka.core.message import Message, SeatName
from ludoteka.players.computer import moves_to_win
from ludoteka.review.history import Moment, PlayedMatch, is_throw
from ludoteka.review.judges import WHOLE, Chances, Judge, Judgement, mean

PER_MILLE = WHOLE // 1000


class Grade(StrEnum):
    """How good an action was: the same for all games, as it depends only on the chance that the action gave away."""

    ONLY = "only"  # there was no other
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LEAST_LOSSES = (  # an action that gives away at least this much has at least this grade
    (Grade.BLUNDER, 200 * PER_MILLE),
    (Grade.MISTAKE, 100 * PER_MILLE),
    (Grade.INACCURACY, 50 * PER_MILLE),
    (Grade.GOOD, 1),
)
MISTAKES = (Grade.MISTAKE, Grade.BLUNDER)


def grade_of(loss: int, count: int) -> Grade:
    """Return the grade of an action that gave away `loss` of the chance, when `count` actions were legal."""
    if count == 1:
        return Grade.ONLY
    return next((grade for grade, least in LEAST_LOSSES if loss >= least), Grade.BEST)


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
        return tuple(new - old for old, new in zip(self.before, self.after, strict=True))


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


MOST = 5  # turning points of a match
LEAST_LUCK = 150 * PER_MILLE  # the luck of a throw that counts as a turning point
WINNING, LOSING = 700 * PER_MILLE, 300 * PER_MILLE


class TurningPoint(NamedTuple):
    """One of the moments at which a match turned."""

    place: int  # of the step among the steps
    sentences: Sentences


def turning_points(history: PlayedMatch, steps: Sequence[Step]) -> tuple[TurningPoint, ...]:
    """Return the mistakes that cost most and the throws that brought most, in the order in which they happened."""
    weights = [_weight(step) for step in steps]
    chosen = sorted(sorted(range(len(steps)), key=lambda index: -weights[index])[:MOST])
    return tuple(TurningPoint(index, tuple(_sentences(history, steps[index]))) for index in chosen if weights[index])


def _weight(step: Step) -> int:
    """Return by how much a step turned the match; 0 if it did not."""
    if is_throw(step.moment):
        luck = max(map(abs, step.change))
        return luck if luck >= LEAST_LUCK else 0
    return step.loss if step.grade in MISTAKES else 0


def _sentences(history: PlayedMatch, step: Step) -> Iterator[Message]:
    if is_throw(step.moment):
        yield _luck(history, step)
        return
    seat = history.seats.index(step.moment.seat)
    played, best = step.moment.text, history.game.texts.line_texts(step.moment.state, step.best)[0]
    if step.before[seat] == WHOLE:
        wins = moves_to_win(history.game, step.moment.state, step.best)
        yield _missed_win(SeatName(history.letters[seat]), played, best, wins)
    else:
        yield _verdict(step.before[seat], step.after[seat], SeatName(history.letters[seat]), played, best)
    yield from _consequence(history, step)


def _luck(history: PlayedMatch, step: Step) -> Message:
    seat = step.change.index(max(step.change))
    return Message(
        "{seat}: the throw {throw} was lucky, and the chance to win rises from {before}% to {after}%.",
        throw=step.moment.text,
        seat=SeatName(history.letters[seat]),
        before=percent(step.before[seat]),
        after=percent(step.after[seat]),
    )


def _missed_win(seat: SeatName, played: str, best: str, count: int | None) -> Message:
    """Say that an action gave a forced win away, and how many moves that would have taken, if it is known."""
    names: dict[str, Any] = {"seat": seat, "played": played, "best": best}
    if count is None:
        return Message("{seat}: {best} forced a win; {played} lets it slip.", **names)
    return Message(
        "{seat}: {best} forced a win in {count} move; {played} lets it slip.",
        plural="{seat}: {best} forced a win in {count} moves; {played} lets it slip.",
        count=count,
        **names,
    )


def _verdict(before: int, after: int, seat: SeatName, played: str, best: str) -> Message:
    """Say what an action gave away, and which one would have kept it."""
    names: dict[str, Any] = {"seat": seat, "played": played, "best": best}
    if after == 0:
        return Message("{seat}: {played} loses by force; {best} held on.", **names)
    names |= {"before": percent(before), "after": percent(after)}
    if before >= WINNING:
        return Message(
            "{seat}: {played} gives back an advantage, and the chance to win falls from {before}% to {after}%; {best} kept it.",
            **names,
        )
    if before > LOSING:
        return Message(
            "{seat}: {played} falls behind, and the chance to win drops from {before}% to {after}%; {best} held the balance.",
            **names,
        )
    return Message(
        "{seat}: {played} makes it worse, and the chance to win drops from {before}% to {after}%; {best} put up more resistance.",
        **names,
    )


def _consequence(history: PlayedMatch, step: Step) -> Iterator[Message]:
    """Say what the best reply does, and what the best action would have done, in the words of the game."""
    game, state = history.game, step.moment.state
    after = game.state_after(state, [step.moment.action])
    if step.reply and game.rules.current_seat(after) != step.moment.seat:
        reply = game.texts.line_texts(after, step.reply[:1])[0]
        remarks = _remarks(history, after, step.reply[0])
        yield from [Message("This allowed: {remark}", remark=remark) for remark in remarks]
        if not remarks:
            yield Message("The best reply was {reply}.", reply=reply)
    for remark in _remarks(history, state, step.best[0]):
        yield Message("Better: {remark}", remark=remark)


def _remarks(history: PlayedMatch, state: object, action: int) -> Sentences:
    remarks = history.game.remarks
    return remarks(state, action, history.game.state_after(state, [action])) if remarks else ()


def percent(chance: int) -> int:
    """Return a chance in whole per cent."""
    return (chance * 100 + WHOLE // 2) // WHOLE


class Summary(NamedTuple):
    """How one seat played, and how lucky it was."""

    letter: str
    title: Message
    moves: int  # with a choice
    mean_loss: int  # of the chance to win, in millionths, for each of these moves
    mistakes: int  # and blunders
    grades: Mapping[Grade, int]  # how often each was given
    luck: int  # in millionths of the result; 0 in a game without throws
    skill: int  # what the losses of all seats changed for this one

    def plain(self) -> dict[str, Any]:
        grades = {str(grade): count for grade, count in self.grades.items()}
        return self._asdict() | {"title": self.title.plain(), "grades": grades}


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
            "seats": [summary.plain() for summary in self.summaries],
            "start": _per_mille(start),
            "end": _per_mille(self.last),
            "steps": [_plain_step(self.history, step) for step in self.steps],
            "turning_points": [
                {"step": point.place, "sentences": [sentence.plain() for sentence in point.sentences]}
                for point in self.turning_points
            ],
        }


def compose_review(judge: Judge, judgements: Sequence[Judgement]) -> Review:
    """Return the review of a match, given the judgement of each moment.

    In a game without throws, each moment is judged by itself: what an action gave away is the difference between the
    best action and the one that was played, both searched to the same depth.

    In a game with throws, the chances are computed backwards from the result.  The value of what was played is that of
    the next moment, so the match is one branch of a tree whose other branches are judged by the search.  A seat takes the
    best branch, and chance the mean of all.  Every change of the chances is then either the luck of a throw or the loss
    of an action, and all changes together lead from the chances at the start exactly to the result.
    """
    history, last, steps = judge.history, judge.final(), list[Step]()
    following = last
    for moment, judgement in zip(reversed(history.moments), reversed(judgements), strict=True):
        steps.append(_step(history, moment, judgement, following if judge.is_retrospective else None))
        following = steps[-1].before
    steps.reverse()
    summaries = tuple(_summary(history, steps, index) for index in range(len(history.seats)))
    return Review(history, tuple(steps), last, turning_points(history, steps), summaries)


def _summary(history: PlayedMatch, steps: list[Step], index: int) -> Summary:
    own = [step for step in steps if step.moment.seat == history.seats[index] and step.grade is not Grade.ONLY]
    return Summary(
        history.letters[index],
        history.titles[index],
        len(own),
        sum(step.loss for step in own) // max(1, len(own)),
        sum(step.grade in MISTAKES for step in own),
        {grade: count for grade in Grade if (count := sum(step.grade is grade for step in own))},
        sum(step.change[index] for step in steps if is_throw(step.moment)),
        sum(step.change[index] for step in steps if not is_throw(step.moment)),
    )


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
