"""No tensor and no text that OpenSpiel passes to a player tells what its seat may not know; planted leaks are found."""

from itertools import pairwise
from random import Random

import pyspiel
import pytest
from learners.positions import position_of
from open_spiel.python.observation import make_observation

from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.research import spiel
from ludoteka.research.position import Position
from ludoteka.testing.leaks import altered_start, find_leaks
from ludoteka.testing.walks import chooser

SECRET = [game for game in games().values() if game.has_secrets]
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
        start = 0 if game.variant.starts else None  # whichever it is
        state.moment = spiel.Moment(game.variant, position_of(history), list(history.actions), start)
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
    options = game.complete_options(opened.variant.options, [], b"leaks")
    return list(find_leaks(game, options, histories, lines, view=received(opened)))


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


# What is refused is no part of a history: pairs of mazes in which the same is tried and heard

PLIES, OTHERS = 120, 8
DEEDS = ("take", "drop", "choose")


def begun(game, options):
    """Return a state in the maze of these options."""
    state = game.new_initial_state()
    state.moment = spiel.Moment(game.variant, Position(games()["labyrinth"], options), [], 0)
    return state


def named(state):
    return {state.action_to_string(choice): choice for choice in state.legal_actions()}


def line_with_refusals(game, options):
    """Return states one after another, things handled more often than cells are walked through; something is refused."""
    for seed in range(50):
        random, states = Random(seed), [begun(game, options)]
        while len(states) < PLIES and not states[-1].is_terminal():
            texts = named(states[-1])
            deeds = [text for text in sorted(texts) if text.startswith(DEEDS)]
            states.append(
                states[-1].child(texts[random.choice(deeds if deeds and random.random() < 0.7 else sorted(texts))])
            )
        if states[-1].moment.tries:
            return states
    raise AssertionError("nothing was refused")


def known(state):
    """Return what each player has heard, the refusals of their own tries included."""
    moment = state.moment
    return [(moment.position.heard[seat], [one for one in moment.tries if one.seat == seat]) for seat in range(2)]


def in_two_mazes(game, lines):
    """Yield pairs of states in mazes that differ; the same was played and heard in both."""
    labyrinth = games()["labyrinth"]
    for number in range(lines):
        options = labyrinth.complete_options(game.variant.options, [], str(number).encode())
        line = line_with_refusals(game, options)
        for other in range(OTHERS):
            changed = altered_start(labyrinth, options, chooser(other))
            twin = changed and begun(game, changed.table.options)
            for before, after in pairwise(line if changed else ()):
                choice = named(twin).get(before.action_to_string(after.history()[-1]))
                if choice is None:
                    break
                twin.apply_action(choice)
                if known(twin) != known(after) or twin.is_terminal():
                    break
                yield after, twin


def seen_by(state, player):
    """Return what a player receives who is not told the maze."""
    is_to_act = player == state.current_player()
    choices = [(choice, state.action_to_string(choice)) for choice in state.legal_actions()] if is_to_act else []
    texts = state.observation_string(player), state.information_state_string(player)
    return state.current_player(), choices, texts, state.observation_tensor(player)


def compared_mazes(lines):
    """Return how many pairs were compared in all, after a refusal, and how many differ."""
    found = {"all": 0, "after a refusal": 0, "different": 0}
    for one, other in in_two_mazes(pyspiel.load_game(spiel.register("labyrinth")), lines):
        if str(one) != str(other):
            found["all"] += 1
            found["after a refusal"] += bool(one.moment.tries)
            found["different"] += any(seen_by(one, player) != seen_by(other, player) for player in range(2))
    return found


def test_two_mazes_in_which_the_same_was_heard_and_tried_look_the_same():
    found = compared_mazes(4)
    assert found["different"] == 0
    assert found["all"] > 50 > found["after a refusal"] > 0


def choices_ordered_by_the_floor(moment):
    return CHOICES(moment)[:: -1 if sum(map(ord, moment.text())) % 2 else 1]


def numbers_with_the_floor(moment, seat):
    numbers = NUMBERS(moment, seat)
    numbers[0] = len(moment.text()) % 100
    return numbers


CHOICES = spiel.Moment.choices


@pytest.mark.parametrize(
    ("method", "planted"),
    [("sight", everything), ("numbers", numbers_with_the_floor), ("choices", choices_ordered_by_the_floor)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_difference_between_two_mazes_is_found_that_is_planted(monkeypatch, method, planted):
    monkeypatch.setattr(spiel.Moment, method, planted)
    assert compared_mazes(1)["different"]
