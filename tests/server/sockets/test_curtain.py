"""The curtain: one person plays several seats of a game with secrets."""

import json
import re

import pytest
from houses import PERSON, make, seated
from houses.seeds import make_seeded, throws_a_two
from toys.whispers import GAME

from ludoteka.core.paths import read_paths
from ludoteka.referee.commands import Act, RefereeContext
from ludoteka.referee.events import Occupant, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import EVERYBODY_PRESENT
from ludoteka.server.rooms.subscribers import Subscriber, Subscribers

BOTH = {"h": PERSON, "s": PERSON}
MOMENT = RefereeContext(0.0)


@pytest.fixture
def house(quick_house):
    return quick_house


@pytest.fixture
def match(guest):
    return make(guest, "cups", BOTH)


def hide(player, action="hide:2"):
    """Hide the coin as the hider, and wait for the seeker's curtain."""
    assert player.lift()["t"] == "done"
    assert player.act(action)["t"] == "done"
    player.until(lambda view: view["curtain"] == "s")


def secrets_in(frames):
    return [frame for frame in frames if "hide:" in frame or '"kind":"coin"' in frame]


def since_curtain(player, letter):
    """The messages since the curtain fell for a seat, starting with the message that says so."""
    fell = [index for index, one in enumerate(player.frames) if f'"curtain":"{letter}"' in one]
    return player.frames[fell[0] :]


def test_a_person_sees_no_more_than_a_spectator_until_the_curtain_is_lifted(guest, house, match):
    with seated(guest, match) as player, house.guest() as other, seated(other, match) as watcher:
        assert player.view["curtain"] == "h"
        assert {name: player.view[name] for name in ("scene", "moves", "seat", "yours")} == {
            name: watcher.view[name] for name in ("scene", "moves", "seat", "yours")
        }
        assert player.lift()["t"] == "done"
        assert player.view["curtain"] is None
        assert player.view["seat"] == "h"
        assert ("cup1", "hide") in read_paths(player.view["scene"]["paths"])


def test_nothing_that_is_sent_after_the_turn_of_the_hider_reveals_the_secret(guest, match):
    """No message contains the secret: no change, no whole view, nothing after a reconnection or in another window."""
    with seated(guest, match) as player:
        hide(player)
        room = player.view["room"]
        player.hello()
        player.hello(room)
        player.lift()
        player.hello()
        player.hello(room)
        player.act("lift:1")
        told = since_curtain(player, "s")
        with seated(guest, match) as other:
            other.hello(room)
            told += other.frames
        before_the_end = [one for one in told if '"result":{' not in one]

    assert len(before_the_end) > 5
    assert secrets_in(before_the_end) == []


def heard_of(house, guest, cup):
    """What the seeker is sent from the hider's move on, in a match with a throw of two."""
    match = make_seeded(house, guest, "cups", BOTH, is_fit=throws_a_two)
    with seated(guest, match) as player:
        hide(player, f"hide:{cup}")
        player.lift()
        assert player.view["scene"]["dice"] == [2]
        player.act("lift:3")
        text = "\n".join(since_curtain(player, "s")).replace(match, "MATCH")
        return re.sub(r'"id":"[0-9a-f]{32}"|"room":"[^"]+"', "", text)


def test_matches_that_differ_only_in_the_secret_send_the_same_messages_to_the_seeker(house, guest):
    assert len({heard_of(house, guest, cup) for cup in (1, 2, 4)}) == 1


def test_a_client_that_reconnects_finds_the_curtain_down(guest, match):
    with seated(guest, match) as player:
        player.lift()
        room = player.view["room"]
        player.hello()
        assert player.view["curtain"] is None, "it is still the same connection"
    for known in (None, room):
        with seated(guest, match) as player:
            player.hello(known)
            assert player.view["curtain"] == "h"
            assert player.view["scene"]["paths"] == []


def test_each_window_of_a_person_has_its_own_curtain(guest, match):
    with seated(guest, match) as one, seated(guest, match) as other:
        one.lift()
        assert one.act("hide:2")["t"] == "done"
        for window in (one, other):
            window.until(lambda view: view["curtain"] == "s")
        other.lift()
        assert one.act("lift:1")["d"]["code"] == "curtain-down"

        assert other.view["scene"]["paths"]
        assert (one.view["curtain"], one.view["scene"]["paths"]) == ("s", [])
        assert secrets_in(one.frames) != []
        assert secrets_in(other.frames) == []
        answer = other.act("lift:1")
        while one.number < answer["n"]:
            one.next("view")
        assert (one.view["curtain"] is None) == (one.view["result"] is not None)


def test_every_action_behind_the_curtain_is_refused_with_the_same_answer(guest, match):
    with seated(guest, match) as player:
        hide(player)
        answers = [player.act(what) for what in ("lift:2", "lift:9", ["cup1"], ["nowhere"])]
        answers.append(player.command("throw"))

        assert {json.dumps(answer["d"]) for answer in answers} == {json.dumps(answers[0]["d"])}
        assert answers[0]["d"]["code"] == "curtain-down"
        player.lift()
        assert player.act("lift:2")["t"] == "done"


def test_a_repeated_action_gets_the_same_answer_behind_the_curtain(guest, match):
    """A client that lost the answer repeats the command after the turn has passed."""
    with seated(guest, match) as player:
        player.lift()
        first = player.act("hide:2", name="mine")
        player.until(lambda view: view["curtain"] == "s")

        assert player.act("hide:2", name="mine") == first


def test_the_curtain_is_lifted_only_for_the_seat_to_act(guest, house, match):
    with seated(guest, match) as player, house.guest() as other, seated(other, match) as watcher:
        for one, letter in ((player, "s"), (player, "x"), (watcher, "h")):
            answer = one.command("lift", letter)
            assert (answer["t"], answer["d"]["code"]) == ("refused", "no-curtain")
        assert [player.command("lift", "h")["t"] for _ in range(2)] == ["done", "done"]
        player.send({"t": "lift", "id": "whom", "d": None})
        assert player.next("refused")["d"]["code"] == "bad-message"


def test_a_player_can_resign_behind_the_curtain(guest, match):
    with seated(guest, match) as player:
        assert player.command("resign", "h")["t"] == "done"
        assert player.view["curtain"] is None


class Window:
    """A subscriber without a house, and the messages it has received."""

    def __init__(self, subscribers, holder):
        self.sent = []
        self.subscribers = subscribers
        self.subscriber = Subscriber(holder, self.sent.append)
        self.come()

    def come(self, last=0, token=""):
        self.subscribers.all.add(self.subscriber)
        self.subscriber.post(self.subscribers.greeting(self.subscriber, last, token, MOMENT, EVERYBODY_PRESENT))

    def lift(self, letter):
        self.subscribers.lift(self.subscriber, letter, MOMENT, EVERYBODY_PRESENT)

    @property
    def last(self):
        return json.loads(self.sent[-1])


def whispers(**people):
    seats = {letter: Occupant("person", 0, who) for letter, who in people.items()}
    referee = Referee(GAME, Setup("m1", GAME.name, 1, {}, b"seed", seats, 0.0))
    return referee, Subscribers(referee)


def play(referee, subscribers, text):
    holder = referee.occupants[referee.match.letter(referee.seat)].holder
    referee.accept(referee.decide(holder, Act("", referee.number, text), MOMENT))
    subscribers.show(MOMENT, EVERYBODY_PRESENT)


def test_each_window_sees_the_seat_for_which_its_curtain_was_lifted():
    referee, subscribers = whispers(n="anna", e="anna", s="boris")
    anna, again, boris = [Window(subscribers, who) for who in ("anna", "anna", "boris")]
    anna.lift("n")
    play(referee, subscribers, "two")
    again.lift("e")
    play(referee, subscribers, "three")
    for one in (anna, again, boris):
        one.sent.clear()
    play(referee, subscribers, "one")

    assert '"whisper"' not in anna.sent[-1].decode(), "the curtain fell and was not lifted again in this window"
    assert (anna.last["d"]["curtain"], again.last["d"]["curtain"]) == ("n", "n")
    assert [piece["place"] for piece in boris.last["d"]["scene"]["pieces"]["set"]] == ["one"]
    anna.lift("n")
    assert [piece["place"] for piece in anna.last["d"]["scene"]["pieces"]] == ["two"]
    assert '"whisper"' not in again.sent[-1].decode()


def test_no_snapshot_is_kept_of_a_seat_behind_a_curtain():
    referee, subscribers = whispers(n="anna", e="anna", s="boris")
    anna, boris = Window(subscribers, "anna"), Window(subscribers, "boris")
    anna.lift("n")
    play(referee, subscribers, "two")
    token, number = subscribers.views.run, referee.number
    play_on = Window(subscribers, "anna")
    play_on.lift("e")
    play(referee, subscribers, "three")
    back = Window(subscribers, "anna")
    back.come(number, token)

    assert [json.loads(one)["t"] for one in back.sent] == ["view", "view"]
    assert not [one for one in back.sent if b'"whisper"' in one]
    boris.come(number, token)
    assert boris.last["t"] == "event", "a person with one seat receives what they missed"
