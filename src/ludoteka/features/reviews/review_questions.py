"""The questions by which a server lets workers review a match; `features.reviews.review_parts` answers them in the workers.

A question is (record, first, judged): judge moments from the one with the index `first`, or compose the review if every
moment is among the judgements `judged`, which are left out before.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

PART_SECONDS = 1.0  # after which a part ends, so that others who wait for a worker have their turn
KIND = "review"
REVIEW_PARTS = f"{KIND}=ludoteka.features.reviews.review_parts:answer_part"  # how `players.thinker` names the function


class PartAnswer(NamedTuple):
    """What a part has done.  Nothing at all means that the search is still being compiled: ask again."""

    judged: Sequence[list[Any]] = ()  # what the next moments were judged to be
    review: dict[str, Any] | None = None  # the whole review, once every moment was judged
