"""A match: options, actions, and their results."""

import pytest

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

CUPS = games()["cups"]
each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


@each_game
def test_the_actions_of_a_match_replay_to_the_same_position(game):
    *_, first = random_walk(Match(game), chooser(1), 100)
    again = Match(game, first.options)
    for text in first.actions:
        again.play(text)
    assert (again.state, again.position_text, again.returns()) == (first.state, first.position_text, first.returns())


@each_game
def test_what_can_be_played_is_the_same_after_a_position_was_shown(game):
    for match in random_walk(Match(game), chooser(3), 60):
        legal, offers, ways = match.legal(), match.offers(), match.ways()
        match.release()
        assert [match.action_of(path) for path in ways] == [*ways.values()]
        assert (match.legal(), match.offers(), match.ways()) == (legal, offers, ways)


@pytest.mark.parametrize(
    "game", [one for one in games().values() if one.texts.reads_positions], ids=lambda game: game.name
)
def test_a_match_continues_from_a_position_text(game):
    *_, first = random_walk(Match(game), chooser(2), 12)
    again = Match(game, first.options, first.position_text)
    assert again.position_text == first.position_text
    assert again.legal_texts() == first.legal_texts()
    assert again.actions == []


def test_a_position_text_is_refused_by_a_game_that_parses_no_positions():
    game = games()["labyrinth"]
    *_, first = random_walk(Match(game), chooser(2), 12)
    with pytest.raises(Refused) as refused:
        Match(game, first.options, first.position_text)
    assert refused.value.code == "bad-position"


def test_seats_and_chance_have_letters_and_there_is_none_when_the_match_is_over():
    match = Match(CUPS)
    letters = []
    for text in ("hide:1", "r1", "lift:2"):
        letters.append(match.letter(match.seat))
        match.play(text)
    assert letters == ["h", "chance", "s"]
    assert (match.seat, match.letter(match.seat)) == (NOBODY, None)
    assert match.letter(CHANCE) == "chance"


def test_the_texts_of_legal_actions_are_sorted_by_code_point():
    texts = Match(games()["tavlei"]).legal_texts()
    assert texts == sorted(texts)
    assert texts[:3] == ["a4-a2", "a4-a3", "a4-b4"]


def test_a_match_has_a_result_only_at_the_end():
    match = Match(CUPS)
    for text in ("hide:1", "r1"):
        match.play(text)
        assert match.returns() is None
    match.play("lift:1")
    assert match.returns() == {"h": -1, "s": 1}


def test_a_refused_action_does_not_change_the_match():
    match = Match(CUPS)
    for text in ("lift:1", "hide:9", "", "r1"):
        with pytest.raises(Refused):
            match.play(text)
    assert (match.position_text, match.actions) == ("- - -", [])


def test_the_seeker_does_not_observe_where_the_coin_is_hidden():
    match = Match(CUPS)
    match.play("hide:3")
    match.play("r2")
    assert match.seen() == CUPS.rules.observe(match.state, match.seat)
    assert match.seen().coin == CUPS.rules.NOWHERE


def test_the_past_holds_positions_whose_next_occurrence_is_a_draw_if_repetition_counts():
    tavlei = games()["tavlei"]
    counted, free = Match(tavlei), Match(tavlei, {"repetition": "off"})
    for match in (counted, free):
        for text in ("d1-c1", "e3-c3", "c1-d1"):
            match.play(text)
        assert match.past == []
        match.play("c3-e3")
    assert counted.past == [Match(tavlei).position_text] == [counted.position_text]
    assert free.past == []
