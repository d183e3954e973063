"""A running match of a game with secrets reveals nothing about them to anybody by any request."""

import json
import sqlite3
from contextlib import ExitStack, closing
from typing import get_args

import pytest
from boards.labyrinth import house as maze
from houses import PERSON, seated, streaming

from ludoteka.house.house import CALLS
from ludoteka.server.protocol.socket_messages import Agreement, Play, Say

# Requests about matches that are over: method, address, what is sent.
LATER = [
    ("GET", "/match/{match}/record", None),
    ("GET", "/match/{match}/record/{form}", None),
    ("GET", "/match/{match}/animation", None),
    ("GET", "/match/{match}/dice", None),
    ("GET", "/api/matches/{match}/positions/{number}", None),
    ("GET", "/api/matches/{match}/positions/{number}?seat=P", None),
    ("GET", "/api/matches/{match}/positions/{number}?seat=Q", None),
    ("GET", "/api/matches/{match}/review", None),
    ("POST", "/api/matches/{match}/review", {}),
    ("POST", "/api/matches/{match}/retry", {"number": 1, "seat": "P", "level": 1}),
    ("POST", "/api/matches/{match}/rematch", {}),
]
PAGES = [
    *("/match/{match}", "/match/{match}/review", "/match/{match}/link.svg", "/api/matches/{match}/rating"),
    *("/embed/match/{match}", "/preview/match/{match}"),
]
SOCKET = "/api/matches/{match}/socket"  # what it tells is the subject of tests/server/sockets
CONTENT = {  # of commands sent by a person who does not play; those of players are the subject of tests/server/sockets
    **dict.fromkeys(("offer", "accept", "decline", "claim"), "draw"),
    "act": "stay",
    "sit": {"seat": "Q"},
    "salt": {"seat": "P", "salt": "x"},
    "chat": {"phrase": "hello"},
}
COMMANDS = {kind.__struct_config__.tag for kind in get_args(Play | Agreement | Say)} - {"hint"}
CHALLENGES = ["/api/challenges/{match}/accept", "/api/challenges/{match}/decline"]  # of users; these are guests
STREAM = "/api/matches/{match}/stream"  # it carries what the socket carries (tests/server/streams)
STARTS = "P A1, Q B3"  # where nothing is, so that what the moderator says aloud is the same in both matches


@pytest.fixture(scope="module")
def matches(guests):
    """Two running public matches with different mazes; the player has seat P, the opponent Q."""
    made = []
    with ExitStack() as stack:
        for items in ("a1 key", "a2 key"):
            seats = {"P": PERSON, "Q": {"kind": "free"}}
            options = {"scenario": maze(STARTS, items=items), "players": ["P", "Q"]}
            wish = {"game": "labyrinth", "seats": seats, "options": options, "visibility": "public"}
            made.append(guests["player"].post("/api/matches", json=wish).json()["id"])
            player, opponent, _ = (
                stack.enter_context(seated(guests[name], made[-1])) for name in ("player", "opponent", "spectator")
            )
            wish = {"seat": "Q", "secret": player.view["invitation"]}
            assert opponent.command("sit", wish)["t"] == "done"
            player.until(lambda view: view["yours"])
            player.act("stay")
        yield made


@pytest.fixture(scope="module")
def guests(house):
    """The people, in browsers of their own; the spectator watches both matches, the stranger knows only their ids."""
    with ExitStack() as stack:
        known = {name: stack.enter_context(house.guest()) for name in ("player", "opponent", "spectator", "stranger")}
        for guest in known.values():
            guest.get("/")
        yield known


@pytest.fixture(params=["player", "opponent", "spectator", "stranger"])
def name(request):
    return request.param


@pytest.fixture
def asking(guests, name):
    return guests[name]


def test_the_mazes_of_the_matches_differ(house, matches):
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite")) as file:
        [one], [other] = (file.execute("select options from matches where id = ?", [match]) for match in matches)

    assert json.loads(one[0])["scenario"] != json.loads(other[0])["scenario"]


def test_every_request_about_a_match_is_known_here():
    served = {(call.method, call.path) for call in CALLS if "{match}" in call.path}
    known = {(method, address.split("?")[0]) for method, address, _ in LATER} | {
        ("GET", page) for page in [*PAGES, STREAM]
    }
    known |= {("POST", f"/api/matches/{{match}}/{kind}") for kind in COMMANDS} | {
        ("POST", challenge) for challenge in CHALLENGES
    }

    assert {one for one in served if one[0] != "HEAD"} == known  # HEAD is answered like GET, without the content


@pytest.mark.parametrize(("method", "address", "content"), LATER)
def test_a_running_match_is_refused_in_the_same_words_whatever_its_secrets(
    asking, name, matches, method, address, content
):
    answers = [
        asking.request(method, address.format(match=match, number=1, form="html"), json=content) for match in matches
    ]

    is_of_players = address.endswith("/rematch") and name not in ("player", "opponent")
    assert answers[0].json()["code"] == ("not-your-seat" if is_of_players else "not-over")
    assert answers[0].status_code == answers[1].status_code
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize("who", ["spectator", "stranger"])
@pytest.mark.parametrize("kind", sorted(COMMANDS))
def test_a_command_of_somebody_who_does_not_play_is_refused_in_the_same_words(guests, matches, who, kind):
    answers = [guests[who].post(f"/api/matches/{match}/{kind}", json={"d": CONTENT.get(kind)}) for match in matches]
    assert answers[0].status_code in (400, 403, 409)
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize("address", CHALLENGES)
def test_nobody_without_an_account_answers_a_challenge(asking, matches, address):
    assert asking.post(address.format(match=matches[0]), json={}).json()["code"] == "not-signed-in"


@pytest.mark.parametrize("who", ["spectator", "stranger"])
def test_the_stream_of_a_match_tells_those_who_only_watch_nothing_of_its_secrets(guests, matches, who):
    views = []
    for match in matches:
        with streaming(guests[who], STREAM.format(match=match)) as lines:
            views.append(next(lines)["d"])
    apart = {"id", "room", "dice"}  # the dice are committed to with different seeds
    assert {name for name in views[0] if views[0][name] != views[1][name]} <= apart


@pytest.mark.parametrize("address", PAGES)
def test_the_pages_of_running_matches_differ_in_nothing_but_the_match(asking, matches, address):
    one, other = matches
    shown, expected = (asking.get(address.format(match=match)) for match in matches)

    assert shown.status_code == expected.status_code
    assert shown.status_code == 200 or shown.json()["code"] == "not-your-seat"
    if not address.endswith(".svg"):  # a QR code of another address differs everywhere
        assert shown.text.replace(one, other) == expected.text


def test_lists_tell_the_matches_apart_by_nothing_but_id_and_time(asking, name, matches):
    listed, own = asking.get("/api/lobby").json()["playing"], asking.get("/api/matches").json()

    for entries, is_listed in ((listed, True), (own, name in ("player", "opponent"))):
        told = [entry | {"id": None, "made_at": None} for entry in entries if entry["id"] in matches]
        assert len(told) == (2 if is_listed else 0)
        assert told[:1] == told[1:]
