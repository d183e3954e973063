"""The earlier positions of a match, as computer players get them."""

import random

import pytest

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players import computer
from ludoteka.players.computer import moves_to_win, past_digests, until_repeated


@pytest.mark.parametrize("name", ["tavlei", "moksha"])
def test_the_digests_of_position_texts_are_those_of_the_positions(name):
    chance, match = random.Random(1), Match(games()[name])
    texts, digests = [match.position_text], [match.state.digest(0)]
    while match.legal() and len(digests) < 50:
        match.play(match.text_of(chance.choice(match.legal())))
        texts.append(match.position_text)
        digests.append(match.state.digest(0))
    assert past_digests(match.game, texts, match.options) == digests


def test_the_earlier_positions_of_a_long_match_are_read_once():
    chance, match, texts = random.Random(2), Match(games()["moksha"]), dict[str, None]()
    while len(texts) < 3_000:
        match = match if match.legal() else Match(games()["moksha"])
        match.play(match.text_of(chance.choice(match.legal())))
        texts[match.position_text] = None
    found = past_digests(match.game, [*texts], match.options)
    read = computer._digest.cache_info().misses
    assert past_digests(match.game, [*texts], match.options) == found
    assert computer._digest.cache_info().misses == read


CIRCLE = ("d9-c9", "e7-d7", "c9-d9", "d7-e7")  # of Tavlei


def actions_of(texts):
    match = Match(games()["tavlei"], {"repetition": "off"})
    return match.game, match.state.copy(), [match.play(text) for text in texts]


def test_a_line_ends_where_a_position_comes_again():
    game, start, actions = actions_of(CIRCLE * 3)
    assert until_repeated(game, start, actions, ()) == actions[:4]
    assert until_repeated(game, start, actions[:3], ()) == actions[:3]


def test_a_line_ends_where_it_comes_to_an_earlier_position_of_the_match():
    game, start, actions = actions_of(CIRCLE)
    earlier = start.copy()
    for action in actions[:2]:
        game.rules.apply(earlier, action)
    assert until_repeated(game, start, actions, [earlier.digest(0)]) == actions[:2]


@pytest.mark.parametrize(
    ("position", "line", "moves"),
    [
        ("9/9/9/9/9/9/k8/9/1a7 d", ["a3-a1"], 1),  # the king escapes
        ("9/9/9/9/9/9/k8/9/1a7 d", ["a3-a2"], None),  # the line goes on
        ("4a4/9/1a7/k2a5/a1d6/9/9/9/9 d", ["c5-c1", "e9-e8", "a6-a9"], 2),
        ("4a4/9/1a7/k2a5/a1d6/9/9/9/9 a", ["e9-e8", "a6-a9"], 1),  # the other side wins
    ],
)
def test_a_line_that_ends_in_a_win_says_how_many_moves_its_winner_plays(position, line, moves):
    match = Match(games()["tavlei"], position=position)
    state = match.state.copy()
    actions = []
    for text in line:
        actions.append(match.check(text))
        match.play(text)
    assert moves_to_win(match.game, state, actions) == moves
