"""Export and import of match records over HTTP."""

import hashlib
import re

import pytest
from houses import make, seated

from ludoteka.games import games
from ludoteka.records.match_record import MOST_ACTIONS, MatchRecord

OPENING = ("e2-f2", "f5-f8", "f2-f3")


def record_of(client, match):
    answer = client.get(f"/match/{match}/record")
    assert answer.status_code == 200, answer.text
    return MatchRecord.parse(answer.text)


def bring_in(client, text):
    answer = client.post("/api/records", content=text)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


@pytest.fixture
def opened(guest):
    """A match in which three moves were made."""
    match = make(guest)
    with seated(guest, match) as player:
        for action in OPENING:
            player.act(action)
    return match


def test_a_match_is_exported_as_a_text_file(guest, opened):
    answer = guest.get(f"/match/{opened}/record")

    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"] == f'attachment; filename="tavlei-{opened}.txt"'
    record = MatchRecord.parse(answer.text)
    assert tuple(ply.text for ply in record.plies) == OPENING
    assert (record.result, record.seed) == ("*", "")
    assert re.fullmatch("[0-9a-f]{64}", record.seed_commitment)


def test_a_spectator_can_export_a_record(house, opened):
    with house.guest() as other:
        assert len(record_of(other, opened).plies) == 3


def test_the_record_of_a_finished_match_contains_the_seed(guest, opened):
    before = record_of(guest, opened).seed_commitment
    with seated(guest, opened) as player:
        player.command("resign", "a")
    record = record_of(guest, opened)

    assert record.result == "0-1"
    assert hashlib.sha256(bytes.fromhex(record.seed)).hexdigest() == record.seed_commitment == before


def test_an_unknown_match_has_no_record(guest):
    answer = guest.get("/match/nowhere/record")

    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-match")


def test_the_record_of_a_game_with_secrets_is_refused_until_the_match_is_over(guest):
    match = make(guest, "cups", {letter: {"kind": "person"} for letter in "hs"})
    with seated(guest, match) as player:
        player.lift()
        player.act("hide:2")
        answer = guest.get(f"/match/{match}/record")
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
        assert "hide" not in answer.text

        while player.view["to_act"] != "s":
            player.next("view")
        assert player.command("resign", "h")["t"] == "done"
    assert record_of(guest, match).plies[0].text == "hide:2"


def test_an_imported_record_becomes_the_guests_own_match(guest, opened):
    text = guest.get(f"/match/{opened}/record").text
    match = bring_in(guest, text)

    assert match != opened
    with seated(guest, match) as player:
        assert [entry[1] for entry in player.view["moves"]["list"]] == list(OPENING)
        assert all(seat["yours"] and seat["kind"] == "person" for seat in player.view["seats"])
        assert player.view["to_act"] == "d"
        assert player.act("e7-d7")["t"] == "done"
    again = record_of(guest, match)
    assert again.seed_commitment != MatchRecord.parse(text).seed_commitment, "its dice are its own"


def test_a_finished_match_is_imported_with_its_result(guest):
    match = bring_in(guest, '[Game "tavlei"]\n\n1. e2-f2 resign:d 1-0\n')
    with seated(guest, match) as player:
        assert player.view["result"] == {"a": 1, "d": -1}
    kept = next(one for one in guest.get("/api/matches").json() if one["id"] == match)
    assert kept["result"] == {"a": 1, "d": -1}
    assert record_of(guest, match).result == "1-0"


def test_an_imported_record_of_a_game_with_secrets_can_be_continued(guest):
    match = bring_in(guest, '[Game "cups"]\n\nhide:2\n')
    with seated(guest, match) as player:
        while player.view["to_act"] != "s":
            player.next("view")


@pytest.mark.parametrize(
    ("record", "code", "status"),
    [
        ('[Game "tavlei"]\n\ne2-f2\ne2-f2', "no-such-piece", 400),
        ('[Game "tavlei"]\n\n}', "bad-record", 400),
        ('[Game "chess"]', "no-such-game", 404),
        (b"\xff\xfe", "bad-record", 400),
        ("", "bad-record", 400),
        ("x" * 2_000_000, "bad-record", 400),
        ("x" * 5_000_000, "too-large", 413),
        ('[Game "tavlei"]\n' + "e2-f2 " * (MOST_ACTIONS + 1), "bad-record", 400),
    ],
)
def test_an_invalid_record_creates_no_match(guest, record, code, status):
    before = guest.get("/api/matches").json()
    answer = guest.post("/api/records", content=record)

    assert (answer.json()["code"], answer.status_code) == (code, status)
    assert answer.json()["message"]
    assert guest.get("/api/matches").json() == before


def test_another_site_cannot_import_a_record(guest):
    answer = guest.post("/api/records", content='[Game "tavlei"]', headers={"origin": "http://evil.example"})

    assert (answer.json()["code"], answer.status_code) == ("bad-origin", 403)


def test_a_long_record_is_accepted(guest):
    throws = "r1 pass " * (MOST_ACTIONS // 2)  # replayed in a third of the time of moves
    match = bring_in(guest, f'[Game "quagmire"]\n[Option.seats "bt"]\n\n{throws}')

    assert len(record_of(guest, match).plies) == MOST_ACTIONS


@pytest.mark.parametrize("game", sorted(games()))
def test_an_empty_record_of_any_game_creates_a_match_or_is_refused_as_a_bad_record(guest, game):
    answer = guest.post("/api/records", content=f'[Game "{game}"]\n')

    assert answer.status_code == 201 or answer.json()["code"] == "bad-record"


def test_a_record_that_starts_at_a_given_position_can_be_continued(guest):
    position = "9/9/9/9/a8/9/9/2k6/9 d"
    match = bring_in(guest, f'[Game "tavlei"]\n[Position "{position}"]\n')
    with seated(guest, match) as player:
        assert player.act("c2-d2")["t"] == "done"

    assert record_of(guest, match).position == position
