"""The curtain: who plays several seats at one screen sees a secret only once the screen was handed over to its seat."""

from ludoteka.core.rules import NOBODY
from ludoteka.referee.course import Course


def is_shared(course: Course, holder: str) -> bool:
    """Tell whether a person has several seats of which one knows what another must not."""
    return course.game.has_private_views and len(course.held_by(holder)) > 1


def curtain(course: Course, holder: str, lifted: str = "") -> str | None:
    """Return the letter of the seat to hand over to before its view is shown; None where nothing is covered.

    `lifted` is the seat for which the curtain was lifted last.
    """
    awaited = course.awaited
    is_down = awaited != lifted and is_shared(course, holder) and awaited in course.seats_of(holder)
    return awaited if is_down else None


def still_lifted(course: Course, holder: str, lifted: str) -> str:
    """Return the seat for which the curtain is lifted still: `lifted`, until another seat of this person is awaited."""
    if not lifted or not is_shared(course, holder) or lifted not in course.held_by(holder):
        return ""
    return lifted if curtain(course, holder, lifted) is None else ""


def acting(course: Course, holder: str, lifted: str) -> list[str]:
    """Return the letters of the seats for which this person may act and throw as long as the curtain is as it is."""
    mine = course.seats_of(holder)
    return [one for one in mine if one == lifted] if is_shared(course, holder) else mine


def hides_turn(course: Course, holder: str, lifted: str) -> bool:
    """Tell whether it is the turn of a seat of this person that is not the one for which the curtain was lifted."""
    due = course.thrower or course.match.letter(course.seat)
    return due in course.seats_of(holder) and due not in acting(course, holder, lifted)


def is_hidden(course: Course, holder: str, lifted: str) -> bool:
    """Tell whether this person is shown no more than a spectator: until the end, where no curtain was lifted."""
    return not lifted and course.seat != NOBODY and is_shared(course, holder)
