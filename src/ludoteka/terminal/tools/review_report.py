"""A review as tables and sentences for the terminal."""

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from ludoteka.core.message import Message
from ludoteka.review.history import PlayedMatch, is_throw
from ludoteka.review.judges import WHOLE
from ludoteka.review.reports import Grade, Review, Step, percent
from ludoteka.surfaces.texts import Texts

WIDTH = 20  # cells of the curve
LINE = 5  # actions of the best line that are shown
TENTH = WHOLE // 1000  # of a per cent
LABELS = {
    Grade.ONLY: Message("the only move"),
    Grade.BEST: Message("best"),
    Grade.GOOD: Message("good"),
    Grade.INACCURACY: Message("inaccuracy"),
    Grade.MISTAKE: Message("mistake"),
    Grade.BLUNDER: Message("blunder"),
}
STYLES = {Grade.INACCURACY: "yellow", Grade.MISTAKE: "magenta", Grade.BLUNDER: "bold red"}


def report_parts(review: Review, texts: Texts) -> Iterator[RenderableType]:
    """Yield the parts of the report: the course of the match, its turning points, and a summary of each seat."""
    yield _course(review, texts)
    names = {
        letter: texts.say(title) for letter, title in zip(review.history.letters, review.history.titles, strict=True)
    }
    for point in review.turning_points:
        sentences = " ".join(texts.say(sentence.named(names)) for sentence in point.sentences)
        yield Text(f"{point.place + 1}. {sentences}")
    if not review.turning_points:
        yield Text(texts.say(Message("The match had no turning points.")))
    yield _summaries(review, texts)


def _course(review: Review, texts: Texts) -> RichTable:
    history = review.history
    chances = Message("Chance of {seat}", seat=history.titles[0])
    titles = (Message("Seat"), Message("Action"), chances, Message("Loss"), Message("Grade"), Message("Best line"))
    table = RichTable("#", *(texts.say(title) for title in titles), box=box.SIMPLE_HEAD)
    for number, step in enumerate(review.steps, 1):
        throw = is_throw(step.moment)
        actor = Message("the dice") if throw else history.titles[history.seats.index(step.moment.seat)]
        chance = step.after[0]
        full = (chance * WIDTH + WHOLE // 2) // WHOLE
        bar = f"{'█' * full}{'░' * (WIDTH - full)} {percent(chance):>3}%"
        table.add_row(str(number), texts.say(actor), step.moment.text, bar, *_verdict(history, step, texts))
    return table


def _verdict(history: PlayedMatch, step: Step, texts: Texts) -> tuple[str, Text, str]:
    """Return what an action gave away, its grade, and the best line if that was another; or the luck of a throw."""
    if step.grade is None:
        thrower = history.game.thrower(step.moment.state) if history.game.thrower else history.seats[0]
        luck = step.change[history.seats.index(thrower)]
        return "", Text(texts.say(Message("luck {points}", points=signed(luck)))), ""
    label = Text(texts.say(LABELS[step.grade]), STYLES.get(step.grade, ""))
    if not step.loss:
        return "", label, ""
    line = history.game.texts.line_texts(step.moment.state, step.best[:LINE])
    return signed(-step.loss), label, " ".join(line)


def _summaries(review: Review, texts: Texts) -> RichTable:
    has_throws = any(is_throw(step.moment) for step in review.steps)
    grades = [grade for grade in Grade if grade is not Grade.ONLY]
    titles = [Message("Seat"), Message("Mean loss"), *(LABELS[grade] for grade in grades)]
    titles += [Message("At the start"), Message("Luck"), Message("Skill"), Message("At the end")] if has_throws else []
    table = RichTable(*(texts.say(title) for title in titles), box=box.SIMPLE_HEAD)
    for index, summary in enumerate(review.summaries):
        row = [texts.say(summary.title), signed(-summary.mean_loss)]
        row += [str(summary.grades.get(grade, 0)) for grade in grades]
        if has_throws:
            start, end = review.steps[0].before[index], review.last[index]
            row += [f"{percent(start)}%", signed(summary.luck), signed(summary.skill), f"{percent(end)}%"]
        table.add_row(*row)
    return table


def signed(change: int) -> str:
    """Return a change of the chance in percentage points: "-2.5"."""
    return f"{change / (10 * TENTH):+.1f}"
