"""The AsyncAPI description: it is valid and current, and real messages conform to it."""

import json
import random
from contextlib import ExitStack
from pathlib import Path

import pytest
from houses import Player
from jsonschema import Draft7Validator
from plugins.campaign import IS_CAMPAIGN, scaled

from ludoteka.core.paths import read_paths
from ludoteka.games import games
from ludoteka.server.protocol import asyncapi

SPECIFICATION = Path(__file__).parents[3] / "node_modules/@asyncapi/specs/schemas/3.0.0.json"
COMMANDS = scaled(1000, 20)  # for each game
CLOCKS = {"tavlei": "5+3", "moksha": "3/day"}  # the other games are played without a clock
RARE = [
    ("back", None),
    ("offer", "draw"),
    ("offer", "back"),
    ("decline", "draw"),
    ("accept", "back"),
    ("chat", {"text": "Hm."}),
    ("chat", {"text": "And now?"}),
    ("chat", {"phrase": "good-move"}),
    ("chat", {"text": "see http://a.example"}),
    ("claim", "win"),
    ("throw", None),
    ("act", "nonsense"),
    ("act", ["nowhere", "here"]),
]


def described():
    return json.loads(json.dumps(asyncapi.asyncapi_document()))


def validators(direction):
    """Validators by the kind of message."""
    parts = described()["components"]
    return {
        message["name"]: Draft7Validator(message["payload"] | {"components": parts})
        for name, message in parts["messages"].items()
        if name.startswith(direction)
    }


def test_the_description_is_valid_asyncapi():
    schema = json.loads(SPECIFICATION.read_text("utf-8"))

    assert [error.message for error in Draft7Validator(schema).iter_errors(described())] == []


def test_the_house_serves_its_description(guest):
    assert guest.get("/api/asyncapi.json").json() == described()


class Checked(Player):
    """A player that validates everything it sends and receives."""

    to_house, from_house = validators("client_"), validators("house_")

    def send(self, message):
        self.to_house[message["t"]].validate(message)
        super().send(message)

    def next(self, *kinds):
        before = len(self.frames)
        message = super().next(*kinds)
        for frame in self.frames[before:]:
            one = json.loads(frame)
            self.from_house[one["t"]].validate(one)
        return message


class Game:
    """A match with a guest at each seat and a spectator, who send random commands."""

    def __init__(self, house, stack, name):
        self.chance = random.Random(name)
        game = games()[name]
        letters = [seat.letter for seat in game.seats(game.check_options({}))]
        guests = [stack.enter_context(house.guest()) for _ in [*letters, "watcher"]]
        for guest in guests:
            guest.get("/")
        seats = {letters[0]: {"kind": "person"}} | {one: {"kind": "free"} for one in letters[1:]}
        wish = {"game": name, "seats": seats, "clock": CLOCKS.get(name, "")}
        match = guests[0].post("/api/matches", json=wish).json()["id"]
        self.players = [Checked(guest, match) for guest in guests]
        for player in self.players:
            stack.callback(player.close)
            player.hello()
        for letter, player in zip(letters[1:], self.players[1:], strict=False):
            player.command("sit", {"seat": letter, "secret": self.players[0].view["invitation"]})
        for letter, player in zip(letters, self.players, strict=False):
            player.command("salt", {"seat": letter, "salt": f"of-{letter}"})

    def play(self, commands):
        for number in range(commands):
            asking = self.players if IS_CAMPAIGN else [self.players[number // 8 % len(self.players)]]
            for player in asking if number % 8 == 0 else []:  # for everything
                player.hello()
            if any(one.view["result"] is not None for one in self.players):
                break
            whose = [one for one in self.players if one.view["yours"] or one.view["can"]["throw"]]
            if whose and number % 5:
                answer = self._act(whose[0])
            else:
                answer = self.chance.choice(self.players).command(*self.chance.choice(RARE))
            for player in self.players if answer["t"] == "done" else []:
                while player.number < answer["n"]:
                    player.next("view")
        self.players[0].command("resign")
        for player in self.players:
            player.hello()
            player.command("abort")

    def _act(self, player):
        if player.view["can"]["throw"]:
            return player.command("throw")
        path, text = self.chance.choice(sorted(read_paths(player.view["scene"]["paths"]).items()))
        return player.act(self.chance.choice([text, list(path)]))


@pytest.mark.parametrize("name", sorted(games()))
def test_every_message_of_a_long_match_is_described(quick_house, name):
    with ExitStack() as stack:
        Game(quick_house, stack, name).play(COMMANDS)


def test_a_message_that_violates_the_description_is_detected():
    """The test above would not notice validators that accept everything."""
    assert not Checked.from_house["view"].is_valid({"t": "view", "n": 1, "d": {}})
    assert not Checked.to_house["act"].is_valid({"t": "act", "id": "x", "d": {"secret": 1}})
