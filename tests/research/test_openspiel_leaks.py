"""No tensor and no text that OpenSpiel passes to a player tells what its seat may not know; planted leaks are found."""

import pyspiel
import pytest
from learners.positions import position_of
from open_spiel.python.observation import make_observation

from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.research import spiel
from ludoteka.testing.leaks import find_leaks

SECRET = [game for game in games().values() if game.has_secrets and game.attempts is None]
KINDS = {
    f"{'memory' if recalls else 'sight'} of {name}": pyspiel.IIGObservationType(public, recalls, private)
    for recalls in (False, True)
    for name, public, private in (
        ("a player", True, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        ("everybody", True, pyspiel.PrivateInfoType.NONE),
        ("the player alone", False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
    )
}


def received(game):
    """Return a function that says what a seat or a spectator receives in OpenSpiel, for the leak check."""
    observations = {name: make_observation(game, kind) for name, kind in KINDS.items()}

    def view(history, seat):
        state = game.new_initial_state()
        state.moment = spiel.Moment(game.variant, position_of(history), list(history.actions))
        if seat == NOBODY:
            return {name: one.string_from(state, 0) for name, one in observations.items() if name.endswith("everybody")}
        player = game.variant.seats.index(seat)
        shown = {"turn": state.current_player()}
        for name, one in observations.items():
            one.set_from(state, player)
            shown |= {f"text of the {name}": one.string_from(state, player)}
            shown |= {f"tensor {part} of the {name}": tensor.tobytes() for part, tensor in one.dict.items()}
        if player == state.current_player():
            shown["actions"] = [(action, state.action_to_string(action)) for action in state.legal_actions()]
        return shown

    return view


def leaks(game, histories=60, lines=1):
    opened = pyspiel.load_game(spiel.register(game.name))
    return list(find_leaks(game, opened.variant.options, histories, lines, view=received(opened)))


@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_no_player_receives_a_secret(game):
    assert leaks(game) == []


def everything(moment, seat):
    return str(moment.position.state.values())


def memory_of_the_other(moment, seat):
    return MEMORY(moment, 1 - seat if seat >= 0 else seat)


def numbers_of_the_other(moment, seat):
    return NUMBERS(moment, 1 - seat)


def actions_of_all(moment, seat):
    return list(map(str, moment.played))


def text_of_the_state(moment, choice):
    return f"{choice} {moment.position.state.values()}"


MEMORY, NUMBERS = spiel.Moment.memory, spiel.Moment.numbers


@pytest.mark.parametrize(
    ("method", "planted", "complaint"),
    [
        ("sight", everything, "by its text of the sight of a player"),
        ("sight", everything, "by its sight of everybody"),
        ("memory", memory_of_the_other, "by its text of the memory of a player"),
        ("memory", memory_of_the_other, "by its tensor heard of the memory of a player"),
        ("memory", actions_of_all, "by its memory of everybody"),
        ("memory", actions_of_all, "by its text of the memory of the player alone"),
        ("numbers", numbers_of_the_other, "by its tensor observation of the sight of a player"),
        ("action_text", text_of_the_state, "by its actions"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_leak_is_found_that_is_planted(monkeypatch, method, planted, complaint):
    monkeypatch.setattr(spiel.Moment, method, planted)
    assert complaint in " ".join(leaks(games()["kuhn"], 100, 0))
