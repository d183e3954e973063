"""Grades of actions: the same for all games, because they depend only on the chance that an action gave away."""

from enum import StrEnum

from ludoteka.review.chances import WHOLE

PER_MILLE = WHOLE // 1000


class Grade(StrEnum):
    """How good an action was."""

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
