"""Positions of programs that learn are the same as matches of the house."""

from random import Random

import pytest
from learners.positions import position_of

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.research.position import Position, usual_options
from ludoteka.testing.leaks import initial_history

ALL = [game for game in games().values() if game.throw or game.has_secrets]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_position_is_the_same_as_a_match_and_as_the_history_of_the_leak_check(game):
    options, random = usual_options(game), Random(1)
    if game.generate:
        options = dict(game.generate(options, bytes(32)))
    match, position, history = Match(game, options), Position(game, options), initial_history(game, options)
    while match.seat != NOBODY and position.plies < 40:
        assert match.seat == position.seat
        if match.seat != CHANCE:
            assert position.offers() == match.offers()
        for other in (position, position_of(history)):
            assert (other.state, other.seat, other.plies) == (match.state, match.seat, position.plies)
            for seat in position.seats:
                assert repr(other.seen(seat)) == repr(match.seen(seat))
                assert tuple(other.heard[seat]) == match.log(seat) or not game.keeps_log
        action = random.choice(match.legal())
        match.play_action(action)
        position.apply(action)
        history = history.after(action)
    assert position.returns() == {seat: game.rules.returns(match.state, seat) for seat in position.seats}


def test_what_happened_to_a_copy_does_not_happen_to_the_position():
    game = games()["kuhn"]
    position = Position(game, usual_options(game))
    twin = position.copy()
    twin.settle(Random(1).randrange)
    assert (position.plies, position.seat, position.heard[0]) == (0, CHANCE, [])
    assert (twin.plies, twin.seat, len(twin.heard[0])) == (2, 0, 2)


def test_throws_come_with_their_probabilities():
    game, counts, random = games()["liars_dice"], {}, Random(2)
    position = Position(game, usual_options(game, {"each": 2}))
    for _ in range(3600):
        twin = position.copy()
        twin.settle(random.randrange)
        cup = twin.state.cups[0]
        counts[cup] = counts.get(cup, 0) + 1
    chances = {game.rules.THROWS[action - game.rules.THROW]: chance for action, chance in position.throws()}
    assert (chances[11], chances[12]) == (1 / 36, 2 / 36)
    for cup, chance in chances.items():
        assert counts[cup] == pytest.approx(3600 * chance, abs=5 * (3600 * chance) ** 0.5)
