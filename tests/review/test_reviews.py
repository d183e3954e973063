"""Reviews of matches: grades, turning points, plain data, and the command."""

import json
from itertools import cycle

import pytest
from programs.commands import ludoteka

from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord, Ply
from ludoteka.review.history import history_of
from ludoteka.review.judges import WHOLE, chances_of, judge_of, usual_limits
from ludoteka.review.reports import Grade, compose_review, grade_of
from ludoteka.search.search import Root
from ludoteka.search.searches import search_of

TAVLEI = games()["tavlei"]
BLUNDER = ("4a4/9/1a7/k2a5/a1d6/9/9/9/9 d", "c5-c1", "a6-a9")  # the king can escape at once; a move that waits; the win
SHALLOW = search_of(TAVLEI, is_compiled=True)


def reviewed(record, game=TAVLEI, search=SHALLOW, depth=3):
    history = history_of(record, game)
    judge = judge_of(history, lambda: search, usual_limits(history, depth, None, None))
    return compose_review(judge, [judge.judge(moment) for moment in history.moments])


def best_play(plies):
    """Return the texts of a match in which both seats play the best action."""
    texts = []
    for _ in range(plies):
        record = MatchRecord("tavlei", plies=tuple(Ply(text) for text in texts))
        history = history_of(record, TAVLEI)
        legal = TAVLEI.legal(history.last)
        action = SHALLOW.best(Root(history.last, legal), usual_limits(history, 3, None, None))
        texts.append(TAVLEI.texts.action_text(history.last, action))
    return texts


def test_a_piece_more_gives_the_same_chance_in_every_game():
    assert chances_of((0, 0), 1_000) == (WHOLE // 2, WHOLE // 2)
    assert chances_of((100, -100), 1_000) == (598_687, 401_313)  # 60 %
    assert chances_of((1_000, -1_000), 1_000) == (WHOLE, 0)
    assert sum(chances_of((30, 10, -40), 1_000)) == WHOLE


def test_a_grade_depends_only_on_the_chance_that_was_given_away():
    grades = [grade_of(loss * WHOLE // 100, 2) for loss in (0, 1, 5, 10, 20)]
    assert grades == [Grade.BEST, Grade.GOOD, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER]
    assert grade_of(0, 1) is Grade.ONLY


@pytest.mark.parametrize("repetition", ["draw", "off"])
def test_a_position_is_judged_with_those_whose_next_occurrence_is_a_draw_if_repetition_counts(repetition):
    plies = tuple(map(Ply, ("e2-c2", "e4-c4", "c2-e2", "c4-e4", "e2-d2")))
    moments = history_of(MatchRecord("tavlei", options={"repetition": repetition}, plies=plies), TAVLEI).moments
    repeated = (moments[0].state.digest(0),) if repetition == "draw" else ()
    assert [moment.past for moment in moments] == [(), (), (), (), repeated]


def test_whoever_plays_as_the_search_would_gives_nothing_away():
    texts = best_play(4)
    review = reviewed(MatchRecord("tavlei", plies=tuple(map(Ply, texts))))
    assert [step.loss for step in review.steps] == [0, 0, 0, 0]
    assert {step.grade for step in review.steps} == {Grade.BEST}
    assert review.turning_points == ()


def test_a_blunder_is_a_turning_point_that_names_the_better_action_and_the_reply():
    review = reviewed(MatchRecord("tavlei", position=BLUNDER[0], plies=(Ply(BLUNDER[1]),)))
    (point,) = review.turning_points
    (step,) = review.steps
    assert step.grade is Grade.BLUNDER
    assert step.before[step.moment.seat] == WHOLE
    assert point.sentences[0].text == "{seat}: {best} forced a win in {count} move; {played} lets it slip."
    assert point.sentences[0].values["best"] == BLUNDER[2]
    assert point.sentences[0].values["count"] == 1


def test_a_search_that_is_compiled_in_the_middle_of_a_review_changes_nothing():
    record, scripta = (
        MatchRecord("scripta", options={"pieces": 1}, plies=(Ply("r233"), Ply("in/3"))),
        games()["scripta"],
    )
    interpreted, compiled = (search_of(scripta, is_compiled=is_compiled) for is_compiled in (False, True))
    history, either = history_of(record, scripta), cycle((interpreted, compiled))
    judge = judge_of(history, lambda: next(either), usual_limits(history, 1, None, None))
    judgements = [judge.judge(moment) for moment in history.moments]
    assert compose_review(judge, judgements).plain() == reviewed(record, scripta, interpreted, depth=1).plain()


def test_a_review_is_plain_data():
    plain = reviewed(MatchRecord("tavlei", plies=tuple(map(Ply, best_play(2))))).plain()
    assert json.loads(json.dumps(plain)) == plain
    assert [step["grade"] for step in plain["steps"]] == ["best", "best"]
    assert all(sum(step["chances"]) == 1000 for step in plain["steps"])


def test_a_match_whose_positions_cannot_be_judged_is_refused():
    with pytest.raises(Refused) as refused:
        history_of(MatchRecord("labyrinth"), games()["labyrinth"])
    assert refused.value.code == "not-reviewable"
    assert isinstance(refused.value.message, Message)


@pytest.mark.parametrize("language", ["en", "ru", "cs"])
def test_the_command_prints_a_report(tmp_path, language):
    (tmp_path / "match.txt").write_text(
        MatchRecord("scripta", options={"pieces": 1}, plies=(Ply("r233"), Ply("in/3"))).text()
    )
    ended = ludoteka("review", tmp_path / "match.txt", "--language", language)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "r233" in ended.stdout
    assert "in/3" in ended.stdout


def test_the_command_says_why_a_record_cannot_be_reviewed(tmp_path):
    (tmp_path / "match.txt").write_text('[Game "scripta"]\n\n1. r999 *\n')
    ended = ludoteka("review", tmp_path / "match.txt", "--json")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "r999" in ended.stderr
