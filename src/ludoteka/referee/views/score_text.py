"""The scores of a match in words."""

from collections.abc import Mapping

from ludoteka.core.message import Message


def scores_text(result: Mapping[str, int], titles: Mapping[str, Message]) -> Message:
    """Return the scores of all seats as one sentence: "North +2, South −2".  Both mappings are by letter."""
    *others, last = (
        Message("{seat} {score}", seat=titles[letter], score=score_text(score, result))
        for letter, score in result.items()
    )
    for one in reversed(others):
        last = Message("{score}, {others}", score=one, others=last)
    return last


def score_text(score: int, result: Mapping[str, int]) -> str:
    """Return a score as people write it; a gain has a plus sign if all scores add up to zero."""
    sign = "−" if score < 0 else "+" if score > 0 and sum(result.values()) == 0 else ""
    return f"{sign}{abs(score)}"
