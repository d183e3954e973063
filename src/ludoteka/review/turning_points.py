"""The few moments at which a match turned, in sentences."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ludoteka.core.game import Sentences
from ludoteka.core.message import Message, SeatName
from ludoteka.review.chances import WHOLE
from ludoteka.review.course import Step
from ludoteka.review.grades import MISTAKES, PER_MILLE
from ludoteka.review.history import PlayedMatch, is_throw, state_after

MOST = 5  # turning points of a match
LEAST_LUCK = 150 * PER_MILLE  # the luck of a throw that counts as a turning point
WINNING, LOSING = 700 * PER_MILLE, 300 * PER_MILLE
NO_REMARKS: Sentences = ()


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
    yield _verdict(step.before[seat], step.after[seat], SeatName(history.letters[seat]), played, best)
    yield from _consequence(history, step)


def _luck(history: PlayedMatch, step: Step) -> Message:
    change = step.change
    seat = max(range(len(change)), key=lambda index: abs(change[index]))
    seat = seat if change[seat] > 0 else max(range(len(change)), key=lambda index: change[index])
    return Message(
        "{seat}: the throw {throw} was lucky, and the chance to win rises from {before}% to {after}%.",
        throw=step.moment.text,
        seat=SeatName(history.letters[seat]),
        before=percent(step.before[seat]),
        after=percent(step.after[seat]),
    )


def _verdict(before: int, after: int, seat: SeatName, played: str, best: str) -> Message:
    """Say what an action gave away, and which one would have kept it."""
    names: dict[str, Any] = {"seat": seat, "played": played, "best": best}
    if before == WHOLE:
        return Message("{seat}: {best} forced a win; {played} lets it slip.", **names)
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
    after = state_after(game, state, step.moment.action)
    if step.reply and game.rules.current_seat(after) != step.moment.seat:
        reply = game.texts.line_texts(after, step.reply[:1])[0]
        remarks = _remarks(history, after, step.reply[0])
        yield from [Message("This allowed: {remark}", remark=one) for one in remarks]
        if not remarks:
            yield Message("The best reply was {reply}.", reply=reply)
    for one in _remarks(history, state, step.best[0]):
        yield Message("Better: {remark}", remark=one)


def _remarks(history: PlayedMatch, state: object, action: int) -> Sentences:
    remarks = history.game.remarks
    return remarks(state, action, state_after(history.game, state, action)) if remarks else NO_REMARKS


def percent(chance: int) -> int:
    """Return a chance in whole per cent."""
    return (chance * 100 + WHOLE // 2) // WHOLE
