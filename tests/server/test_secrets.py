"""What reaches a browser through a real socket: never anything that it may not know."""

import base64
import hashlib
import re
import sqlite3
from contextlib import ExitStack, closing, contextmanager

import pytest
from houses import PERSON, RunningHouse, make, seated
from labyrinth_house import house as maze

FREE = {"kind": "free"}
SEED = bytes(range(32))  # of matches that differ in nothing that chance makes


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house that does not look on at throws."""
    with RunningHouse(tmp_path_factory.mktemp("house"), moment=0) as running:
        yield running


class Table:
    """A match of a browser for each seat, and one that watches."""

    def __init__(self, match, guests, players):
        self.match = match
        self.holders = [hashlib.sha256(guest.cookies["guest"].split(".")[0].encode()).hexdigest() for guest in guests]
        self.players = players  # by seat; "watcher"

    def play(self, *actions):
        """Let whose turn it is play each of these actions, and everybody hear of it."""
        for action in actions:
            self.settle()
            assert self.players[self.to_act].act(action)["t"] == "done"
        self.settle()

    @property
    def to_act(self):
        return next(iter(self.players.values())).view["to_act"]

    def resign(self, *seats):
        for seat in seats:
            self.settle()
            assert self.players[seat].command("resign")["t"] == "done"
        self.settle()

    def settle(self):
        """Let everybody hear of what has happened, and of what dice and moderator do thereupon."""
        first = next(iter(self.players.values()))
        while first.hello() and self.to_act == "chance":
            first.next("view")
        for player in self.players.values():
            while player.number < first.number:
                player.next("view")

    def heard(self, seat):
        """All that a browser has been sent, without what differs between any two matches of the same seed."""
        text = "\n".join(self.players[seat].frames).replace(self.match, "MATCH")
        return re.sub(r'"guest":\d+|"id":"[0-9a-f]{32}"', "", text)


@contextmanager
def table(house, game, seats, **options):
    with ExitStack() as stack:
        guests = [stack.enter_context(house.guest()) for _ in [*seats, "watcher"]]
        for guest in guests:
            guest.get("/")
        match = make(guests[0], game, dict.fromkeys(seats, FREE) | {seats[0]: PERSON}, **options)
        with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
            file.execute("update matches set seed = ? where id = ?", [SEED, match])
            file.commit()
        players = [stack.enter_context(seated(guest, match)) for guest in guests]
        made = Table(match, guests, dict(zip([*seats, "watcher"], players, strict=True)))
        for seat in seats[1:]:
            wish = {"seat": seat, "secret": players[0].view["invitation"]}
            assert made.players[seat].command("sit", wish)["t"] == "done"
        made.settle()
        yield made


def labyrinth(house, starts="P A1, Q B3", **parts):
    scenario = maze(starts, **parts)
    return table(house, "labyrinth", "PQ", scenario=scenario, players=["P", "Q"])


def test_under_which_cup_the_coin_is_reaches_nobody_but_the_hider(house):
    heard = {"h": set(), "s": set(), "watcher": set()}
    for cup in (1, 2, 4):
        with table(house, "cups", "hs") as match:
            match.play(f"hide:{cup}", "lift:3")
            for seat, texts in heard.items():
                texts.add(match.heard(seat))

    assert {seat: len(texts) for seat, texts in heard.items()} == {"h": 3, "s": 1, "watcher": 1}


def heard_of(house, variants, *actions):
    """How many different things each browser hears while these actions are played in labyrinths that differ."""
    heard = {"P": set(), "Q": set(), "watcher": set()}
    for variant in variants:
        with labyrinth(house, **variant) as match:
            match.play(*actions)
            for seat, texts in heard.items():
                texts.add(match.heard(seat))
    return {seat: len(texts) for seat, texts in heard.items()}


def test_what_lies_where_nobody_has_been_reaches_nobody(house):
    variants = [{"items": "a1 key"}, {"items": "a2 key, a1 vest"}, {"items": "a1 key, a2 purse 5"}]

    assert heard_of(house, variants, "south", "end", "stay", "stay") == {"P": 1, "Q": 1, "watcher": 1}


def test_where_somebody_stands_reaches_nobody_not_even_himself(house):
    variants = [{"starts": "P A1, Q B3"}, {"starts": "P A2, Q B3"}, {"starts": "P A3, Q B3"}]

    assert heard_of(house, variants, "stay", "stay") == {"P": 1, "Q": 1, "watcher": 1}


def test_what_one_hears_does_differ_where_the_labyrinth_answers_otherwise(house):
    """The two tests above would not notice a house that says nothing at all."""
    variants = [{"starts": "P A1, Q B3"}, {"starts": "P A2, Q B3"}]

    assert heard_of(house, variants, "east") == {"P": 2, "Q": 2, "watcher": 2}


def test_no_scenario_seed_cell_or_token_reaches_anybody_before_the_end(house):
    with labyrinth(house, items="a1 key") as match:
        match.play("stay", "stay", "south")
        told = {seat: match.heard(seat) for seat in match.players}
        match.resign("P", "Q")
        for player in match.players.values():
            while player.view["result"] is None:
                player.next("view")

    seeds = {SEED.hex(), base64.b64encode(SEED).decode(), base64.urlsafe_b64encode(SEED).decode()}
    for text in told.values():
        assert not [one for one in (*seeds, *match.holders) if one in text]
        assert not re.findall(r"scenario|cells|walls|ladders|starts|@", text)
    for player in match.players.values():
        assert player.view["options"]["scenario"]["cells"], "now everybody may know"
