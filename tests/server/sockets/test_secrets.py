"""No secret reaches a client through a real WebSocket."""

import base64
import hashlib
import json
import re
from contextlib import ExitStack, contextmanager

import pytest
from boards.labyrinth import house as maze
from houses import PERSON, seated
from houses.seeds import SEED, make_seeded, throws_a_two

FREE = {"kind": "free"}
STILL = 4  # checks without progress, after which a match counts as waiting for a person


@pytest.fixture
def house(quick_house):
    return quick_house


class Table:
    """A match with a client for each seat and a spectator."""

    def __init__(self, match, guests, players):
        self.match = match
        self.holders = [hashlib.sha256(guest.cookies["guest"].split(".")[0].encode()).hexdigest() for guest in guests]
        self.players = players  # by seat; the spectator is "watcher"
        self.guests = guests

    def play(self, *actions):
        """Let the seats play these actions in turn, and wait until everybody has received each."""
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
        """Wait until everybody has received the last action and what the house played after it."""
        first = next(iter(self.players.values()))
        numbers = [0]
        while self.to_act == "chance" or numbers[-1:] * STILL != numbers[-STILL:]:
            numbers.append(first.command("sit", {"seat": "?"})["n"])  # the refusal arrives after all earlier messages
        for player in self.players.values():
            while player.number < numbers[-1]:
                player.next("view")

    def listen(self):
        """Start to record what everybody receives; everybody has joined."""
        self.settle()
        for player in self.players.values():
            player.command("sit", {"seat": "?"})  # the refusal arrives after all earlier messages
            player.frames = [json.dumps(player.view, sort_keys=True)]

    def heard(self, seat):
        """Everything a client has received, without what differs between any two matches with the same seed."""
        frames = [frame for frame in self.players[seat].frames if '"t":"refused"' not in frame]
        text = "\n".join(frames).replace(self.match, "MATCH")
        return re.sub(r'"guest": ?\d+|"id":"[0-9a-f]{32}"|"room": ?"[^"]+"', "", text)


@contextmanager
def table(house, game, seats, **options):
    with ExitStack() as stack:
        guests = [stack.enter_context(house.guest()) for _ in [*seats, "watcher"]]
        for guest in guests:
            guest.get("/")
        match = make_seeded(house, guests[0], game, dict.fromkeys(seats, FREE) | {seats[0]: PERSON}, **options)
        players = [stack.enter_context(seated(guest, match)) for guest in guests]
        made = Table(match, guests, dict(zip([*seats, "watcher"], players, strict=True)))
        for seat in seats[1:]:
            wish = {"seat": seat, "secret": players[0].view["invitation"]}
            assert made.players[seat].command("sit", wish)["t"] == "done"
        made.listen()
        yield made


def labyrinth(house, starts="P A1, Q B3", **parts):
    scenario = maze(starts, **parts)
    return table(house, "labyrinth", "PQ", scenario=scenario, players=["P", "Q"])


def heard_of_cups(house, cup):
    """What each browser receives in a match with a throw of two."""
    with table(house, "cups", "hs", is_fit=throws_a_two) as match:
        match.play(f"hide:{cup}")
        assert match.players["s"].view["scene"]["dice"] == [2]
        match.play("lift:3")
        return {seat: match.heard(seat) for seat in match.players}


def test_only_the_hider_learns_which_cup_covers_the_coin(house):
    heard = [heard_of_cups(house, cup) for cup in (1, 2, 4)]

    assert {seat: len({one[seat] for one in heard}) for seat in heard[0]} == {"h": 3, "s": 1, "watcher": 1}


def heard_of_hunt(house, *actions):
    """What each browser receives in a match of the hunt with these actions."""
    with table(house, "hunt", "fh") as match:
        match.play(*actions)
        return {seat: match.heard(seat) for seat in match.players}


def test_the_hunter_hears_how_the_fugitive_travels_but_does_not_learn_where(house):
    dawdling = ("walk-9", "walk-25")
    flights = [("10", *dawdling, "tram-16"), ("16", *dawdling, "tram-22"), ("4", *dawdling, "tram-13")]
    heard = [heard_of_hunt(house, *flight) for flight in flights]

    assert {seat: len({one[seat] for one in heard}) for seat in heard[0]} == {"f": 3, "h": 1, "watcher": 1}


def heard_of(house, variants, *actions):
    """The number of different transcripts of each client when these actions are played in different labyrinths."""
    heard = {"P": set(), "Q": set(), "watcher": set()}
    for variant in variants:
        with labyrinth(house, **variant) as match:
            match.play(*actions)
            for seat, texts in heard.items():
                texts.add(match.heard(seat))
    return {seat: len(texts) for seat, texts in heard.items()}


def test_nobody_learns_what_is_on_an_unvisited_cell(house):
    variants = [{"items": "a1 key"}, {"items": "a2 key, a1 vest"}, {"items": "a1 key, a2 purse 5"}]

    assert heard_of(house, variants, "south", "end", "stay", "stay") == {"P": 1, "Q": 1, "watcher": 1}


def test_nobody_learns_a_players_position(house):
    variants = [{"starts": "P A1, Q B3"}, {"starts": "P A2, Q B3"}, {"starts": "P A3, Q B3"}]

    assert heard_of(house, variants, "stay", "stay") == {"P": 1, "Q": 1, "watcher": 1}


def test_views_differ_when_the_labyrinth_answers_differently(house):
    """The two tests above would not notice a house that sends nothing at all."""
    variants = [{"starts": "P A1, Q B3"}, {"starts": "P A2, Q B3"}]

    assert heard_of(house, variants, "east") == {"P": 2, "Q": 2, "watcher": 2}


def test_no_secret_of_a_labyrinth_is_sent_before_the_end(house):
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


OUT_OF_TURN = [
    ("act", "east"),
    ("act", "stay"),
    ("act", ["P", "south"]),
    ("throw", None),
    ("back", None),
    ("claim", "win"),
]
OF_NOBODY = [
    ("act", "fly"),
    ("act", ["nowhere"]),
    ("act", "e99"),
    ("resign", "x"),
    ("accept", "draw"),
    ("chat", {"text": "?"}),
]


def test_a_refusal_reveals_no_secret(house):
    variants = [{"starts": "P A1, Q B3"}, {"starts": "P A2, Q B3"}, {"items": "a1 key"}, {"items": "a2 key, a1 vest"}]
    answers = {"P": set(), "Q": set(), "watcher": set()}
    for variant in variants:
        with labyrinth(house, **variant) as match:
            for seat, player in match.players.items():
                tried = OF_NOBODY if seat == match.to_act else OUT_OF_TURN + OF_NOBODY
                refusals = [player.command(*command) for command in tried]
                assert {refusal["t"] for refusal in refusals} == {"refused"}
                answers[seat].add(json.dumps([(refusal["d"], refusal["n"]) for refusal in refusals]))

    assert {seat: len(texts) for seat, texts in answers.items()} == {"P": 1, "Q": 1, "watcher": 1}


def told_of(player, since):
    """The event numbers that a client has received since a frame."""
    messages = [json.loads(frame) for frame in player.frames[since:]]
    return [message["n"] for message in messages if message["t"] in ("view", "event")]


@pytest.mark.parametrize("starts", ["P A1, Q B3", "P A2, Q B3", "P A3, Q B2"])
def test_every_client_receives_the_same_number_of_messages(house, starts):
    """Neither the number of messages nor their event numbers reveal anything."""
    with labyrinth(house, starts, items="a1 key") as match:
        for player in match.players.values():
            player.hello()
        since = {seat: len(player.frames) for seat, player in match.players.items()}
        for action in ("east", "stay", "south", "stay"):
            number = act_for_the_seat_to_act(match, action)
            for player in match.players.values():
                while player.number < number:
                    player.next("view")

        told = {seat: told_of(player, since[seat]) for seat, player in match.players.items()}

    assert told["P"] == told["Q"] == told["watcher"]
    assert len(told["P"]) >= 1


def act_for_the_seat_to_act(match, action):
    """Act for the seat to act; an impossible action is recorded as an attempt."""
    seat = next(seat for seat, player in match.players.items() if player.view["yours"])
    answer = match.players[seat].act(action)
    return answer["n"] if answer["t"] == "done" else 0


def test_no_http_call_reveals_a_secret_of_a_running_match(house):
    calls = [
        "/match/{}",
        "/match/{}/record",
        "/match/{}/dice",
        "/match/{}/link.svg",
        "/api/matches",
        "/api/lobby",
        "/api/dice",
        "/metrics",
    ]
    with labyrinth(house, items="a1 key") as match:
        match.play("stay")
        invitation = match.players["P"].view["invitation"]
        told = [guest.get(call.format(match.match)).text for guest in match.guests for call in calls]

    assert invitation is None, "no seat is free"
    for text in told:
        assert not [one for one in (SEED.hex(), base64.b64encode(SEED).decode(), *match.holders) if one in text]
        assert not re.findall(r"scenario|\"cells|walls|ladders|starts|a1 key", text)
