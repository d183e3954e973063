"""Addresses with ids that no match can have: they are answered like unknown ones, and nothing is logged."""

import pytest
from houses import Player, make, seated
from houses.inner import InnerHouse
from websockets.exceptions import ConnectionClosed

IMPOSSIBLE = ["%00", "a%00b", "%F0%9F%98%80", "a%20b", "x" * 41, "%D9%A3", "a.b", "%27;--"]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request, tmp_path_factory):
    """A house on each kind of database, which must not complain."""
    database = request.getfixturevalue("postgres").fresh_database() if request.param == "postgresql" else None
    with InnerHouse(tmp_path_factory.mktemp("house"), database=database) as running:
        yield running
    assert not running.complaints, running.complaints


@pytest.mark.parametrize(
    "path", ["/match/{}/record", "/match/{}/dice", "/match/{}/link.svg", "/api/matches/{}/positions/0"]
)
def test_an_impossible_id_is_answered_like_an_unknown_one(guest, path):
    for written in ("unknown", *IMPOSSIBLE):
        answer = guest.get(path.format(written))

        assert answer.status_code == 404, written


def test_a_rematch_of_an_impossible_match_is_refused(guest):
    for written in ("unknown", *IMPOSSIBLE):
        assert guest.post(f"/api/matches/{written}/rematch").status_code == 404, written


@pytest.mark.parametrize("written", ["unknown", *IMPOSSIBLE])
def test_a_socket_to_an_impossible_match_is_closed_as_one_to_an_unknown_match(guest, written):
    player = Player(guest, written)

    assert player.next("refused")["d"]["code"] == "no-such-match"
    with pytest.raises(ConnectionClosed, match="4404"):
        player.next("view")
    player.close()


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 10, "-1", "1.0", "%00", "%D9%A3"])
def test_an_impossible_position_is_answered_like_an_unknown_one(guest, number):
    match = make(guest)
    with seated(guest, match) as player:
        player.command("resign", "a")

    answer = guest.get(f"/api/matches/{match}/positions/{number}")

    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-position")


def test_a_command_id_that_cannot_be_stored_is_refused(guest):
    with seated(guest, make(guest)) as player:
        player.send({"t": "act", "id": "a\0b", "n": player.number, "d": "e2-f2"})

        assert player.next("done", "refused")["d"]["code"] == "bad-message"
