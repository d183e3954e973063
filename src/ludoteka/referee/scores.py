"""The scores of a match, in words."""

from collections.abc import Mapping

from ludoteka.core.message import Message


def told(result: Mapping[str, int], titles: Mapping[str, Message]) -> Message:
    """Return the scores by seat, both by letter: "North +2, South −2"."""
    *others, last = (
        Message("{seat} {score}", seat=titles[letter], score=written(score, result)) for letter, score in result.items()
    )
    for one in reversed(others):
        last = Message("{score}, {others}", score=one, others=last)
    return last


def written(score: int, result: Mapping[str, int]) -> str:
    """Return a score as people write it; where the scores cancel out, what was won has a sign too."""
    sign = "−" if score < 0 else "+" if score > 0 and sum(result.values()) == 0 else ""
    return f"{sign}{abs(score)}"
