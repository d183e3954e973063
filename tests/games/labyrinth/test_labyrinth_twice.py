"""The rules of Labyrinth compared with a naive second implementation, in crowded random mazes."""

import json

from boards.labyrinth_mazes import Chance, scenario
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.labyrinth import Labyrinth
from naive.maze import No, verdict
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.games.labyrinth.maze import checked
from ludoteka.testing import chooser

GAME = games()["labyrinth"]
PLIES = 60
AMOUNTS = ["0.01", "0.05", "1", "10", "2.50", "0", "100", "999999999999"]
STRANGE = ["end", "leave", "choose:vest", "north ", "deposit:3.001", "join:P@1,1", "join:Z@0,0,0", "drop:purse"]

seeds = st.integers(0, 2**32)


def options_of(chance):
    """Options with a maze that may or may not be playable."""
    names = list("PQRST"[: 1 + chance.below(4)])
    maze = scenario(chance.below, names)
    late = chance.one([[], [], ["L"]])
    if not chance.below(5):
        del maze["starts"]
    stall = chance.one([None, True, 2, 5])
    return {
        "scenario": maze,
        "players": names + late,
        "late": late,
        "rejoin": chance.one([True, False]),
        "stall": stall,
    }


def verdict_of(maze, players):
    """The code with which the game refuses a maze; None if it accepts the maze."""
    try:
        checked(maze, players)
    except Refused as refused:
        return refused.code
    return None


def some_action(chance, naive):
    """Choose mostly a legal action, of equally likely kinds; sometimes any action, or a text that is not an action."""
    legal = naive.legal()
    if not chance.below(4):
        x, y, floor = chance.one(naive.maze.cells)
        joins = [f"join:{name}@{x},{y},{floor}" for name in "PL"]
        return chance.one([*naive.tries(), *joins, *STRANGE])
    words = sorted({action.partition(":")[0] for action in legal})
    word = chance.one(words)
    action = chance.one([action for action in legal if action.partition(":")[0] == word])
    return f"{action}:{chance.one(AMOUNTS)}" if action in ("withdraw", "deposit") else action


def outcome(play, action):
    """The answers to an action, or the code of its refusal."""
    try:
        return play(action)
    except No as no:
        return no.args[0]
    except Refused as refused:
        return refused.code


def played(match, action):
    match.play(action)
    return list(match.log_entries[-1].answers)


def assert_alike(match, naive):
    """Compare everything visible of a match with the second implementation."""
    where = f"after {match.actions} under {json.dumps(match.options)}"
    assert json.loads(match.position_text) == naive.position(), where
    assert match.legal_texts() == naive.legal(), where
    assert (match.letter(match.seat), match.returns()) == (naive.to_act(), naive.result()), where


@given(seed=seeds)
@settings(max_examples=scaled(300, 30))
def test_both_implementations_accept_the_same_mazes(seed):
    options = options_of(Chance(chooser(seed)))
    maze, players = options["scenario"], len(options["players"])
    assert verdict_of(maze, players) == verdict(maze, players)


@given(seed=seeds)
@settings(max_examples=scaled(400, 40))
def test_both_implementations_play_every_match_alike(seed):
    chance = Chance(chooser(seed))
    options = options_of(chance)
    while verdict(options["scenario"], len(options["players"])):
        options = options_of(chance)
    match, naive = Match(GAME, options), Labyrinth(options)
    assert_alike(match, naive)
    for _ in range(PLIES):
        if naive.over:
            return
        action = some_action(chance, naive)
        answer = outcome(naive.play, action)
        assert outcome(lambda text: played(match, text), action) == answer, f"{action} after {match.actions}"
        assert_alike(match, naive)
