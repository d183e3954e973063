"""Compiled positions are the same as interpreted ones, and refuse what would leave them undefined."""

import pickle
from copy import deepcopy
from random import Random

import pytest

from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.research.choices import Choices
from ludoteka.research.compiled_position import CompiledGame, first_position, is_compilable
from ludoteka.research.observations import observe
from ludoteka.research.position import Position, usual_options

OPEN = sorted(name for name, game in games().items() if is_compilable(game))
PLIES = 150


@pytest.fixture(scope="module", params=OPEN)
def compiled(request):
    game = games()[request.param]
    return CompiledGame(game, usual_options(game))


def pickled(position):
    return pickle.loads(pickle.dumps(position))  # noqa: S301 - made here


def test_all_games_without_secrets_are_compiled_and_no_others():
    assert {"tavlei", "moksha", "quagmire", "scripta", "morris"} == set(OPEN)
    for game in (games()["kuhn"], games()["hunt"]):
        assert isinstance(first_position(game, usual_options(game)), Position)


def test_a_compiled_position_shows_the_same_as_an_interpreted_one(compiled):
    game, choices, random = compiled.game, Choices(compiled.game), Random(1)
    plain, fast, draws = Position(game, compiled.options), compiled.first.copy(), [Random(2), Random(2)]
    while plain.seat != NOBODY and plain.plies < PLIES:
        plain.settle(draws[0].randrange)
        fast.settle(draws[1].randrange)
        assert (plain.seat, plain.plies, plain.repeats, plain.quiet) == (
            fast.seat,
            fast.plies,
            fast.repeats,
            fast.quiet,
        )
        assert plain.state == fast.state
        assert plain.offers() == fast.offers()
        assert plain.returns() == fast.returns()
        if plain.seat == NOBODY:
            break
        assert [choices.choice(plain.seat, action) for action in plain.offers()] == fast.choices.tolist()
        for seat in plain.seats:
            assert (observe(plain, seat) == fast.observe(seat)).all()
            assert plain.seen(seat) == fast.seen(seat)
        action = random.choice(plain.offers())
        plain.apply(action)
        fast.apply(action)


def test_a_throw_has_the_same_probabilities_in_both(compiled):
    plain, fast, random = Position(compiled.game, compiled.options), compiled.first.copy(), Random(3)
    for _ in range(20):
        if plain.seat == CHANCE:
            assert plain.throws() == fast.throws()
            assert sum(chance for _, chance in plain.throws()) == pytest.approx(1)
        action = random.choice(plain.offers())
        plain.apply(action)
        fast.apply(action)


def test_an_action_that_is_not_legal_is_refused_and_nothing_changes(compiled):
    position = compiled.first.copy()
    position.settle(Random(4).randrange)
    before, offers = position.state, position.offers()
    for action in (-1, compiled.game.rules.NUM_ACTIONS, min(set(range(len(offers) + 1)) - set(offers))):
        with pytest.raises(ValueError, match=f"the action {action} is not legal"):
            position.apply(action)
    assert (position.state, position.offers()) == (before, offers)


def test_a_copy_and_a_pickled_position_go_their_own_way(compiled):
    position = compiled.first.copy()
    for number in range(6):
        position.settle(Random(number).randrange)
        position.apply(position.offers()[-1])
    twins = [position.copy(), deepcopy(position), pickled(position)]
    before = position.state
    for twin in twins:
        assert (twin.state, twin.offers(), twin.plies, twin.repeats) == (
            before,
            position.offers(),
            position.plies,
            position.repeats,
        )
        twin.apply(twin.offers()[0])
        assert twin.state != before
        assert position.state == before


def test_the_house_draws_at_the_same_ply_as_in_a_match():
    """Both seats move a piece to and fro, so the third occurrence of the first position ends the match."""
    game = games()["tavlei"]
    match, position, played = Match(game, usual_options(game)), CompiledGame(game, usual_options(game)).first.copy(), []
    while match.seat != NOBODY:
        origin, target = divmod(played[-2], game.rules.AREA) if len(played) >= 2 else (0, 0)
        played.append(target * game.rules.AREA + origin if target else position.offers()[0])
        match.play_action(played[-1])
        position.apply(played[-1])
        assert position.seat == match.seat
    assert (match.draw_reason, len(played)) == ("repetition", 8)
    assert (position.offers(), position.repeats) == ([], 3)
    assert pickled(position).seat == NOBODY
