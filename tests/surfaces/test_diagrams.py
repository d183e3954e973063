"""The diagrams of the rules pages are correct: each is played through by the rules."""

import pytest

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.scene import track_pieces
from ludoteka.games import games

DIAGRAMS = [
    pytest.param(game, diagram, id=f"{game.name}-{name}")
    for game in games().values()
    for name, diagram in game.diagrams.items()
]


def before_the_last_action(game, diagram):
    match = Match(game, position=diagram.position)
    for text in diagram.actions[:-1]:
        match.play(text)
    return match


def scene(match):
    return match.scene()


@pytest.mark.parametrize(("game", "diagram"), DIAGRAMS)
def test_a_diagram_captures_exactly_what_it_declares(game, diagram):
    match = before_the_last_action(game, diagram)
    before = track_pieces(None, scene(match))
    for text in diagram.actions[-1:]:
        match.play(text)
    marks = track_pieces(before, scene(match)).marks
    assert sorted(mark.place for mark in marks if mark.kind == "captured") == sorted(diagram.captured)


@pytest.mark.parametrize(("game", "diagram"), DIAGRAMS)
def test_the_actions_that_a_diagram_declares_as_refused_are_refused_for_the_declared_reason(game, diagram):
    match = before_the_last_action(game, diagram)
    reasons = {}
    for text in diagram.refused:
        with pytest.raises(Refused) as refused:
            match.play(text)
        reasons[text] = refused.value.code
    assert reasons == diagram.refused


@pytest.mark.parametrize(("game", "diagram"), DIAGRAMS)
def test_a_diagram_has_the_declared_winner(game, diagram):
    match = before_the_last_action(game, diagram)
    for text in diagram.actions[-1:]:
        match.play(text)
    winners = [letter for letter, won in (match.returns() or {}).items() if won == 1]
    assert winners == ([diagram.winner] if diagram.winner else [])


@pytest.mark.parametrize(("game", "diagram"), DIAGRAMS)
def test_the_position_of_a_diagram_is_in_the_standard_form(game, diagram):
    assert Match(game, position=diagram.position).position_text == diagram.position


@pytest.mark.parametrize(("game", "diagram"), [one for one in DIAGRAMS if one.values[1].reach])
def test_a_piece_whose_reach_is_shown_can_move(game, diagram):
    match = before_the_last_action(game, diagram)
    assert any(path[0] == diagram.reach for path in scene(match).paths)
