"""The earlier positions of a match, as computer players get them."""

import random

import pytest

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players import past
from ludoteka.players.past import past_digests


@pytest.mark.parametrize("name", ["tavlei", "moksha"])
def test_the_digests_of_position_texts_are_those_of_the_positions(name):
    chance, match = random.Random(1), Match(games()[name])
    digests = [match.state.digest(0)]
    while match.legal() and len(digests) < 50:
        match.play(match.text_of(chance.choice(match.legal())))
        digests.append(match.state.digest(0))
    assert past_digests(match.game, match.past, match.options) == list(dict.fromkeys(digests))


def test_the_earlier_positions_of_a_long_match_are_read_once():
    chance, match, texts = random.Random(2), Match(games()["moksha"]), dict[str, None]()
    while len(texts) < 3_000:
        match = match if match.legal() else Match(games()["moksha"])
        match.play(match.text_of(chance.choice(match.legal())))
        texts[match.position_text] = None
    found = past_digests(match.game, [*texts], match.options)
    read = past._digest.cache_info().misses
    assert past_digests(match.game, [*texts], match.options) == found
    assert past._digest.cache_info().misses == read
