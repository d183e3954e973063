"""A running match of a game with secrets tells nothing about them, whoever asks and by whatever request."""

import pytest
from houses import PERSON, make, seated

from ludoteka.server.app import ROUTES

# Requests about matches that are over: method, address, what is sent.
LATER = [
    ("GET", "/match/{match}/record", None),
    ("GET", "/match/{match}/dice", None),
    ("GET", "/api/matches/{match}/positions/{number}", None),
    ("GET", "/api/matches/{match}/positions/{number}?seat=P", None),
    ("GET", "/api/matches/{match}/positions/{number}?seat=Q", None),
    ("GET", "/api/matches/{match}/review", None),
    ("POST", "/api/matches/{match}/review", {}),
    ("POST", "/api/matches/{match}/retry", {"number": 1, "seat": "P", "level": 1}),
    ("POST", "/api/matches/{match}/rematch", {}),
]
PAGES = ["/match/{match}", "/match/{match}/review", "/match/{match}/link.svg"]
SOCKET = "/api/matches/{match}/socket"  # what it tells is the subject of tests/server/sockets


@pytest.fixture(scope="module")
def running(house):
    """The guest who plays for P in two running matches with different mazes, and the matches."""
    with house.guest() as owner:
        owner.get("/")
        matches = [make(owner, "labyrinth", {"P": PERSON, "Q": PERSON}) for _ in range(2)]
        for match in matches:
            with seated(owner, match) as player:
                player.until(lambda view: view["yours"])
                player.act("stay")
        yield owner, matches


@pytest.fixture(params=["player", "stranger"])
def asking(request, house, running):
    """Somebody who asks: the player, or a guest who has just come."""
    if request.param == "player":
        yield running[0]
        return
    with house.guest() as stranger:
        stranger.get("/")
        yield stranger


def test_every_request_about_a_match_is_known_here():
    known = {address.split("?")[0] for _, address, _ in LATER} | {*PAGES, SOCKET}
    assert {route.path for route in ROUTES if "{match}" in route.path} == known


@pytest.mark.parametrize(("method", "address", "content"), LATER)
def test_a_running_match_is_refused_in_the_same_words_whatever_its_secrets(asking, running, method, address, content):
    answers = [asking.request(method, address.format(match=match, number=1), json=content) for match in running[1]]

    is_strange = address.endswith("/rematch") and asking is not running[0]
    assert answers[0].json()["code"] == ("not-your-seat" if is_strange else "not-over")
    assert answers[0].status_code == answers[1].status_code
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize("address", PAGES)
def test_the_pages_of_running_matches_differ_in_nothing_but_the_match(asking, running, address):
    one, other = running[1]
    shown, expected = (asking.get(address.format(match=match)) for match in (one, other))

    assert shown.status_code == expected.status_code
    assert shown.status_code == 200 or shown.json()["code"] == "not-your-seat"
    if not address.endswith(".svg"):  # a QR code of another address differs everywhere
        assert shown.text.replace(one, other) == expected.text
