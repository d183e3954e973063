"""The review of a match in parts, each of which takes about a second and can be done by any worker process.

A part knows nothing of the others but how many moments they have judged.  Only workers import this module.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from time import monotonic
from typing import Any

from ludoteka.core.game import Game, Narration
from ludoteka.core.rules import NOBODY
from ludoteka.features.reviews.review_questions import PART_SECONDS, PartAnswer
from ludoteka.games import games
from ludoteka.players.computer import best_search, ready_search
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.replay import replay
from ludoteka.review.history import history_of
from ludoteka.review.judges import Judge, Judgement, judge_of, usual_limits
from ludoteka.review.reports import compose_review

SECONDS = 0.08  # for each search: 100 moves take less than 20 s, with the start of a worker


def answer_part(question: Sequence[Any]) -> PartAnswer:
    """Answer a question of `features.reviews.review_questions`."""
    record, first, judged = question
    parsed = MatchRecord.parse(record)
    game = games()[parsed.game]
    if game.evaluation is None:
        return PartAnswer(review=_hindsight(parsed, game))
    judge = _judge_of(record)
    if best_search(game) is None:
        return PartAnswer()
    moments = judge.history.moments
    if first < len(moments):
        return PartAnswer(_judge_some(judge, first))
    return PartAnswer(review=compose_review(judge, [Judgement(*map(dict, one)) for one in judged]).plain())


def _judge_some(judge: Judge, first: int) -> list[list[Any]]:
    until = monotonic() + PART_SECONDS
    judged: list[list[Any]] = []
    for moment in judge.history.moments[first:]:
        judged.append([list(mapping.items()) for mapping in judge.judge(moment)])
        if monotonic() >= until:
            break
    return judged


@lru_cache(1)  # a worker is mostly asked for the next part of the same match
def _judge_of(record: str) -> Judge:
    parsed = MatchRecord.parse(record)
    game = games()[parsed.game]
    history = history_of(parsed, game)
    return judge_of(history, partial(ready_search, game), usual_limits(history, None, None, SECONDS))


def _hindsight(record: MatchRecord, game: Game) -> dict[str, Any]:
    """Return what can be said of a match with secrets: where everybody was, and what they overlooked."""
    match = replay(record, game)
    traced = match.hindsight() or []
    log, narration = match.log(), Narration(options=record.options, is_whole=True)
    heard = log if game.has_private_views else match.log(NOBODY)
    says = game.describe_log(heard, 0, narration) if game.describe_log else [()] * len(log)
    return {
        "game": game.name,
        "result": record.result,
        "seats": list(dict.fromkeys(seat for one in traced for seat in one.places)),
        "hindsight": [
            {
                "seat": entry.seat,
                "text": entry.text,
                "says": [sentence.plain() for sentence in sentences],
                "places": dict(one.places),
                "facts": [fact.plain() for fact in one.facts],
            }
            for entry, one, sentences in zip(log, traced, says, strict=True)
        ],
    }
