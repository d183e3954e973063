"""Replaying a record gives the same position, or a refusal that says where and why the record is wrong."""

import coins
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord, Ply, result_text
from ludoteka.records.replay import replay
from ludoteka.surfaces.texts import texts_in
from ludoteka.testing import chooser, variants
from ludoteka.testing.walks import random_walk

PLIES = 60


def told(match):
    """The record of a match, without what only the house knows."""
    plies = tuple(map(Ply, match.actions))
    result = result_text(match.returns(), has_scores=match.game.scores is not None)
    return MatchRecord(match.game.name, options=match.options, position=match.position, result=result, plies=plies)


def refused(text, game=None):
    with pytest.raises(Refused) as caught:
        replay(MatchRecord.parse(text), game or games()["tavlei"])
    return caught.value.code, texts_in("en").say(caught.value.message)


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
@given(data=st.data(), seed=st.integers(0, 2**32), plies=st.integers(0, PLIES))
@settings(max_examples=25, deadline=None)
def test_the_record_of_any_match_replays_to_the_same_position(game, data, seed, plies):
    options = data.draw(st.sampled_from(variants(game)))
    *_, match = random_walk(Match(game, options), chooser(seed), plies)
    again = replay(MatchRecord.parse(told(match).text()), game)

    assert (again.position_text, again.seat, again.actions) == (match.position_text, match.seat, match.actions)
    assert again.returns() == match.returns()


def test_a_record_may_begin_from_any_position():
    record = MatchRecord.parse('[Game "tavlei"]\n[Position "9/9/9/9/a8/9/9/2k6/9 d"]\nc2-c1 a5-a4 c1-a1 0-1')
    match = replay(record, games()["tavlei"])

    assert match.returns() == {"a": -1, "d": 1}


def test_an_illegal_action_is_named_with_the_reason():
    code, said = refused('[Game "tavlei"]\n\n1. e2-f2 f5-f8\n2. e2-e3 *')

    assert code == "no-such-piece"
    assert said == "Action 3, e2-e3, on line 4 of the record: There is no piece on e2."
    assert refused('[Game "tavlei"]\nhello')[0] == "bad-text"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('[Game "cups"]', 1, "This is not a match of Tavlei."),
        ('[Game "tavlei"]\n[RulesVersion "99"]', 2, "Version 99 of the rules is unknown here."),
        ('[Game "tavlei"]\n[Option.speed "1"]', 2, "There is no option speed."),
        ('[Game "tavlei"]\n[Option.repetition "3"]', 2, "The option repetition can't have this value."),
        ('[Game "tavlei"]\n\n[Position "x"]', 3, "A position is nine ranks"),
        ('[Game "tavlei"]\nresign:x', 2, "There is no seat x that could resign."),
        ('[Game "tavlei"]\nresign:a\n1. e2-f2', 3, "The match was already over: a seat had resigned."),
        ('[Game "tavlei"]\nresign:a\nresign:d', 3, "The match was already over: a seat had resigned."),
        ('[Game "tavlei"]\ne2-f2 resign:a\n1-0', 3, "The result is 0-1, not 1-0."),
        ('[Game "tavlei"]\ne2-f2\n1-0-1', 3, "The result is *, not 1-0-1."),
        ('[Game "tavlei"]\n[Position "9/9/9/9/a8/9/9/9/2k6 d"]\n[Result "1-0"]\nc1-a1', 3, "is 0-1, not 1-0"),
    ],
)
def test_an_error_is_reported_with_its_line(text, line, reason):
    code, said = refused(text)

    assert code == "bad-record"
    assert said.startswith(f"Line {line} of the record: ")
    assert reason in said


@pytest.mark.parametrize("end", ["", "*", "1-0", "1/2-1/2"])
def test_a_record_may_contain_an_agreed_result(end):
    match = replay(MatchRecord.parse(f'[Game "tavlei"]\ne2-f2 f5-f8 {end}'), games()["tavlei"])

    assert match.actions == ["e2-f2", "f5-f8"]


def test_a_seat_that_resigns_loses():
    for text in ("e2-f2 resign:d 1-0", "e2-f2 resign:a", "resign:a 0-1"):
        replay(MatchRecord.parse(f'[Game "tavlei"]\n{text}'), games()["tavlei"])


@pytest.mark.parametrize(
    "end",
    [
        "0 1 2 3 4 5 -4,+4",
        "0 1 2 3 4 5",
        "0 resign:n -20,+20",
        "0 resign:s +20,-20",
        "0 +7,-7",
        "0 *",
        '[Result "-4,+4"]',
    ],
)
def test_a_record_with_scores_is_replayed(end):
    match = replay(MatchRecord.parse(f'[Game "coins"]\n{end}'), coins.GAME)

    assert match.returns() in (None, {"n": -4, "s": 4})


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("0 1 2 3 4 5 +4,-4", "The result is -4,+4, not +4,-4."),
        ("0 1 2 3 4 5 0-1", "The result is -4,+4, not 0-1."),
        ("0 resign:n -1,+1", "The result is -20,+20, not -1,+1."),
        ("0 1-0", "The result is *, not 1-0."),
        ("0 +1,+2,+3", "The result is *, not +1,+2,+3."),
    ],
)
def test_wrong_scores_are_refused(end, reason):
    code, said = refused(f'[Game "coins"]\n{end}', coins.GAME)

    assert (code, said) == ("bad-record", f"Line 2 of the record: {reason}")


def test_a_record_of_a_game_without_scores_may_contain_no_scores():
    code, said = refused('[Game "tavlei"]\ne2-f2\n+1,-1')

    assert (code, said) == ("bad-record", "Line 3 of the record: The result is *, not +1,-1.")


@given(seed=st.integers(0, 2**32), plies=st.integers(0, 6))
@settings(max_examples=50, deadline=None)
def test_the_record_of_any_match_with_scores_replays_to_the_same_scores(seed, plies):
    *_, match = random_walk(Match(coins.GAME), chooser(seed), plies)
    plies = tuple(map(Ply, match.actions))
    result = result_text(match.returns(), has_scores=True)
    text = MatchRecord("coins", result=result, plies=plies).text()
    again = replay(MatchRecord.parse(text), coins.GAME)

    assert MatchRecord.parse(text).text() == text
    assert (again.returns(), again.position_text) == (match.returns(), match.position_text)
