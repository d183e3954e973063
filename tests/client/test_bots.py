"""Bots: real programs that answer challenges and play, in every game."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from boards.labyrinth import house as maze
from houses import RunningHouse, make_token, registering, until
from plugins.campaign import IS_CAMPAIGN
from policies import untrained
from programs import forked

from ludoteka.client import Bot, Client, Request
from ludoteka.client.bots import BotRunner
from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.server.people.tokens import SCOPES

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
EXAMPLE = EXAMPLES / "random_bot.py"
OPTIONS = {  # games of two; short ones; a labyrinth without cartridges, because a match goes on without a person who is shot
    "quagmire": {"seats": "bl"},
    "scripta": {"pieces": 3},
    "labyrinth": {"scenario": maze(items="a1 key", objects=())},
}
OWN_GAMES = ("labyrinth", "moksha", "quagmire", "scripta", "tavlei")
FEW = 3  # actions, which the dice may give to the others only after many turns
ENOUGH = 40  # turns of the person, after which they resign: a labyrinth may last for hours if nobody thinks
ENOUGH_ELSEWHERE = ENOUGH if IS_CAMPAIGN else 8  # where seats act in turn


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house"), moment=0, options=("--sockets", "0")) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.fixture(scope="module")
def tokens(house):
    """The tokens of a person and of a bot."""
    with registering(house) as register:
        person, robot = register("Anna"), register("Robot")
        robot.post("/api/account/bot", json={})
        yield make_token(person, *SCOPES), make_token(robot, *SCOPES)


@contextmanager
def running_bot(house, token, *arguments):
    """Run `ludoteka bot` until it is ready."""
    environment = os.environ | {"LUDOTEKA_TOKEN": token, "LANGUAGE": "en", "PYTHONUNBUFFERED": "1"}
    command, pipes = ("bot", "--server", house.address, *arguments), {"stdout": subprocess.PIPE}
    process = forked.start(*command, **pipes, stderr=subprocess.STDOUT, text=True, env=environment)
    try:
        assert "is ready to play" in process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.communicate()


def theirs(position):
    """The actions of the others so far."""
    return [letter for letter, _ in position.moves if letter not in (position.seat, "chance")]


class Patient(Bot):
    """Plays an action from the middle of the list, and gives up after some turns, once the others have acted too."""

    def __init__(self, turns):
        self.turns = turns
        self.last = None

    def choose(self, position):
        self.turns -= 1
        if self.turns < 0 and len(theirs(position)) > FEW:
            raise Refused("tired", Message("Enough for today."))
        return position.actions[len(position.actions) // 2]

    def end(self, position):
        self.last = position


def play(client, match, turns):
    """Play a match, and resign after so many turns; return the last position."""
    bot = Patient(turns)
    BotRunner(client, bot, lambda message: None).play(match)
    return bot.last or next(client.watch(match))


@pytest.mark.parametrize("game", OWN_GAMES)
def test_the_bot_of_a_few_lines_plays_every_game(house, tokens, game):
    with running_bot(house, tokens[1], "--player", f"{EXAMPLE}:RandomBot"), Client(house.address, tokens[0]) as anna:
        match = anna.challenge("Robot", game, options=OPTIONS.get(game, {}))
        position = play(anna, match, ENOUGH if game == "labyrinth" else ENOUGH_ELSEWHERE)

    assert len(theirs(position)) > FEW


def test_the_bot_that_looks_ahead_plays_the_game_that_it_knows(house, tokens):
    player = f"{EXAMPLES / 'crowding_bot.py'}:CrowdingBot"
    with running_bot(house, tokens[1], "--player", player), Client(house.address, tokens[0]) as anna:
        match = anna.challenge("Robot", "tavlei")
        position = play(anna, match, ENOUGH_ELSEWHERE)

    assert len(theirs(position)) > FEW


@pytest.mark.parametrize("game", OWN_GAMES)
def test_the_bot_in_plain_http_plays_every_game(house, tokens, game):
    command = [sys.executable, EXAMPLES / "http_bot.py", house.address]
    with (
        subprocess.Popen(command, env=os.environ | {"LUDOTEKA_TOKEN": tokens[1]}) as process,
        Client(house.address, tokens[0]) as anna,
    ):
        match = anna.challenge("Robot", game, options=OPTIONS.get(game, {}))
        position = play(anna, match, ENOUGH if game == "labyrinth" else ENOUGH_ELSEWHERE)
        process.kill()

    assert len(theirs(position)) > FEW


def take_turns(client, match, count):
    """Play so many turns; return the position when it is one's turn again, that is, when the other has answered."""
    for position in client.watch(match):
        if position.is_mine and not count:
            return position
        if position.is_mine:
            count -= 1
            client.act(position, position.actions[0])
    raise AssertionError("the match is over")


def test_a_bot_that_is_killed_and_started_again_goes_on_with_its_match(house, tokens):
    player = ("--player", f"{EXAMPLE}:RandomBot")
    with Client(house.address, tokens[0]) as anna:
        with running_bot(house, tokens[1], *player):
            match = anna.challenge("Robot", "tavlei", seat="d")
            before = take_turns(anna, match, 2)
        anna.act(before, before.actions[0])
        with running_bot(house, tokens[1], *player):
            after = take_turns(anna, match, 2)
        anna.resign(match)

    assert after.moves[: len(before.moves)] == before.moves
    assert [seat for seat, _ in after.moves] == ["a", "d"] * 5 + ["a"]


def test_an_engine_plays_its_game_and_no_other(house, tokens):
    engine = f"{sys.executable} -m ludoteka engine scripta"
    settings = ("--engine", engine, "--game", "scripta", "--think", "20")
    with running_bot(house, tokens[1], *settings) as bot, Client(house.address, tokens[0]) as anna:
        other = anna.challenge("Robot", "tavlei")
        match = anna.challenge("Robot", "scripta", options={"pieces": 1}, clock="5+3")
        position = play(anna, match, 100)
        assert bot.stdout.readline() == "Declined a challenge of Anna.\n"
        assert next(anna.watch(other)).result == {}
    assert sorted(position.result.values()) == [-1, 1]


def test_a_trained_policy_plays_its_game_and_no_other(house, tokens, tmp_path):
    file = tmp_path / "policy.npz"
    untrained("scripta").save(file)
    with running_bot(house, tokens[1], "--player", f"policy:{file}") as bot, Client(house.address, tokens[0]) as anna:
        other = anna.challenge("Robot", "tavlei")
        match = anna.challenge("Robot", "scripta", options={"pieces": 1})
        position = play(anna, match, ENOUGH_ELSEWHERE)
        assert bot.stdout.readline() == "Declined a challenge of Anna.\n"
        assert next(anna.watch(other)).result == {}

    assert position.result is not None
    assert len(theirs(position)) > FEW


def test_a_bot_plays_a_tournament_by_its_link(house, tokens):
    with Client(house.address, tokens[0]) as anna:
        terms = {"name": "For programs", "kind": "arena", "game": "tavlei", "clock": "5+3", "visibility": "private"}
        tournament = anna.ask(Request("POST", "/api/tournaments", terms))["id"]
        anna.tournament(tournament, "join")
        with running_bot(house, tokens[1], "--player", f"{EXAMPLE}:RandomBot", "--tournament", tournament):
            until(lambda: anna.tournament(tournament)["players"] == 2)
            anna.tournament(tournament, "start")
            until(lambda: anna.tournament(tournament)["match"])
            match = anna.tournament(tournament)["match"]
            play(anna, match, 1)
            until(lambda: any(one["won"] for one in anna.tournament(tournament)["standings"]))
            [best, _] = anna.tournament(tournament, "withdraw")["standings"]
    assert (best["name"], best["points"]) == ("Robot", 2)


def test_a_bot_that_fails_resigns(house, tokens, tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text(
        "from ludoteka.client import Bot\nclass Broken(Bot):\n    def choose(self, position): return 1 / 0\n"
    )
    with running_bot(house, tokens[1], "--player", f"{broken}:Broken") as bot, Client(house.address, tokens[0]) as anna:
        match = anna.challenge("Robot", "tavlei", seat="d")
        assert [*anna.watch(match)][-1].result == {"a": -1, "d": 1}
        assert "ZeroDivisionError" in bot.stdout.readline() + bot.stdout.readline()


def ask_until_refused(client):
    """Ask for what does not exist until the house wants no more."""
    code = ""
    while code != "too-often":
        with pytest.raises(Refused) as refusal:
            client.resign("nothing-here")
        code = refusal.value.code


def test_a_bot_that_has_asked_too_often_answers_and_resigns_a_little_later(house, tokens):
    class Broken(Bot):
        def plays(self, begun):
            return begun["id"] == match

        def choose(self, position):
            ask_until_refused(robot)
            raise ZeroDivisionError

    with Client(house.address, tokens[1]) as robot, Client(house.address, tokens[0]) as anna:
        runner = BotRunner(robot, Broken(), lambda message: None)
        match = anna.challenge("Robot", "tavlei", seat="d")
        for happening in robot.events():
            if happening.kind == "challenge":
                ask_until_refused(robot)
            runner.take(happening)
            if happening.kind == "over" and happening.id == match:
                break
    assert happening.content["result"] == {"a": -1, "d": 1}


@pytest.mark.parametrize(
    ("arguments", "complaint", "code"),
    [
        (["--player", "nothing.py:Bot"], "There is no Python file nothing.py.", 1),
        (["--player", f"{EXAMPLE}:Nobody"], "has no class Nobody", 1),
        (["--player", f"policy:{EXAMPLE}"], "is not a trained policy.", 1),
        ([], "Name either an engine and its game, or a player.", 2),
        (["--engine", "ludoteka engine tavlei"], "Name either an engine and its game, or a player.", 2),
    ],
)
def test_a_bot_that_cannot_be_run_is_refused(house, tokens, arguments, complaint, code):
    command = ("bot", "--server", house.address, "--token", tokens[1], *arguments)
    told = forked.run(*command, env=os.environ | {"LANGUAGE": "en"})
    assert (told.returncode, complaint in " ".join(told.stderr.split())) == (code, True), told.stderr


def test_the_account_of_a_person_is_no_bot(house, tokens):
    command = ("bot", "--server", house.address, "--token", tokens[0], "--player", f"{EXAMPLE}:RandomBot")
    told = forked.run(*command, env=os.environ | {"LANGUAGE": "en"})
    assert told.returncode == 1
    assert "not of the account of a bot" in told.stderr


def test_every_game_of_the_house_is_played():
    assert {*OWN_GAMES} <= set(games())
