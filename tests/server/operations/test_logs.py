"""The log: JSON lines, an id for every request, and no secrets."""

import base64
import io
import json
import logging
import re
import socket
import sqlite3
import sys
from contextlib import closing

import pytest
from houses import PERSON, RunningHouse, seated, until

from ludoteka.server.operations.logs import PlainFormatter, RepetitionFilter

FREE = {"kind": "free"}
WORDS = "nobody-else-may-read-this"
SALT = "pepper-of-anna"
NAME = "Anna-Karolina"
UPLOADS = 'ludoteka_http_requests_total{method="POST",route="/api/records",status='


class Busy:
    """The log and all the secrets of a house in which two matches were played and some errors occurred."""

    def __init__(self, folder, form):
        log = folder / "log"
        options = ["--log", form]
        with log.open("w") as file, RunningHouse(folder, moment=0, options=options, log=file) as house:
            self.house = house
            with house.guest() as anna, house.guest() as boris:
                for guest in (anna, boris):
                    guest.get("/")
                self.request = anna.get("/api/house").headers["x-request-id"]
                self.tokens = [guest.cookies["guest"] for guest in (anna, boris)]
                self.matches = [self._play(anna, boris, game) for game in ("quagmire", "labyrinth")]
                self.measures = self._abort_upload(anna)
                self.while_well = log.read_text()
                self._break(anna)
        self.text = log.read_text()

    def _play(self, anna, boris, game):
        letters = {"quagmire": "bt", "labyrinth": "PQ"}[game]
        options = {"quagmire": {"seats": "bt"}, "labyrinth": {"players": ["P", "Q"]}}[game]
        anna.post("/api/guest", json={"name": NAME})
        wish = {"game": game, "seats": {letters[0]: PERSON, letters[1]: FREE}, "options": options}
        match = anna.post("/api/matches", json=wish).json()["id"]
        with seated(anna, match) as one, seated(boris, match) as two:
            self.invitations = [*getattr(self, "invitations", []), one.view["invitation"]]
            two.command("sit", {"seat": letters[1], "secret": "x" * 20})
            two.command("sit", {"seat": letters[1], "secret": one.view["invitation"]})
            one.command("salt", {"seat": letters[0], "salt": SALT})
            one.command("chat", {"text": WORDS})
            one.send('{"t":"chat","id":"' + WORDS)
            two.command("resign")
            for call in ("record", "dice", "link.svg"):
                anna.get(f"/match/{match}/{call}")
        return match

    def _abort_upload(self, guest):
        """Leave in the middle of a request; return the metrics once the house has noticed it."""
        with socket.create_connection(("127.0.0.1", self.house.port), timeout=20) as upload:
            upload.sendall(b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf")
        return until(lambda: guest.get("/metrics").text, lambda metrics: UPLOADS in metrics)

    def _break(self, guest):
        """Make the house fail while it handles a request."""
        with closing(sqlite3.connect(self.house.folder / "ludoteka.sqlite")) as file:
            rows = file.execute("select seed, host from matches").fetchall()
            [[self.key]] = file.execute("select key from keys").fetchall()
            file.execute("update matches set options = substr(options, 2)")
            file.execute("alter table guests rename to gone")
            file.commit()
        self.seeds = [seed for seed, _ in rows]
        self.holders = [host for _, host in rows]
        assert guest.get(f"/match/{self.matches[0]}/record").status_code == 500
        assert guest.post("/api/guest", json={"name": NAME}).status_code >= 500
        assert (
            guest.post("/api/matches", json={"game": "tavlei", "seats": {"a": PERSON, "d": PERSON}}).status_code >= 500
        )

    def secrets(self):
        """Every secret, in every form in which it could be written."""
        yield from (WORDS, SALT, NAME, *self.invitations, *self.holders)
        yield from (part for token in self.tokens for part in (token, token.split(".")[0], token.split(".")[2]))
        for secret in (*self.seeds, self.key):
            yield from (secret.hex(), repr(secret)[2:-1], base64.b64encode(secret).decode())
            yield base64.urlsafe_b64encode(secret).decode()


@pytest.fixture(scope="module", params=["json", "plain"])
def busy(tmp_path_factory, request):
    return Busy(tmp_path_factory.mktemp("busy"), request.param), request.param


def test_the_log_contains_no_secret(busy):
    one, _ = busy
    assert one.text, "the error is logged"

    assert [secret for secret in one.secrets() if secret in one.text] == []


def test_a_json_log_has_one_object_per_line_and_a_plain_log_has_text(busy):
    one, form = busy
    if form == "plain":
        assert "Traceback" in one.text
        assert '"what"' not in one.text
        return
    lines = [json.loads(line) for line in one.text.splitlines()]

    assert all({"at", "level", "from", "what"} <= line.keys() for line in lines)
    assert {"info", "error"} <= {line["level"] for line in lines}


def test_a_request_can_be_found_by_its_id(busy):
    one, form = busy
    served = [json.loads(line) for line in one.text.splitlines() if one.request in line] if form == "json" else []

    assert [(line["route"], line["status"]) for line in served] == ([("/api/house", 200)] if form == "json" else [])
    assert re.fullmatch(r"[0-9a-f]{12}", one.request)


def test_an_internal_error_is_logged_with_its_request(busy):
    one, form = busy
    assert "a request to /match/{match}/record failed" in one.text
    assert f"/match/{one.matches[0]}" not in one.text, "the log has the route, not the address"
    if form == "json":
        broken = [json.loads(line) for line in one.text.splitlines() if "a request to" in line]
        assert broken
        assert all(line["request"] and "Traceback" in line["error"] for line in broken)
    else:
        assert re.search(r"ERROR ludoteka\.house\.app \[[0-9a-f]{12}\] a request to", one.text)


def test_a_plain_log_is_empty_and_no_log_has_a_fault_while_all_is_well(busy):
    one, form = busy
    assert (one.while_well == "") == (form == "plain")
    assert "Traceback" not in one.while_well


def test_an_aborted_upload_is_no_fault_of_the_house(busy):
    one, _ = busy
    assert f'{UPLOADS}"499"}} 1.0' in one.measures


def failing(kind):
    raise kind("on purpose")


def test_an_unexpected_error_of_one_kind_is_logged_once_a_minute_with_the_number_of_those_left_out():
    told = io.StringIO()
    handler = logging.StreamHandler(told)
    handler.addFilter(RepetitionFilter())
    for second in range(121):
        for kind in (KeyError, ValueError):
            try:
                failing(kind)
            except kind:
                record = logging.makeLogRecord(
                    {"msg": "%s failed", "args": (kind.__name__,), "exc_info": sys.exc_info()}
                )
            record.created = second
            handler.handle(record)
        handler.handle(logging.makeLogRecord({"msg": "a line without an error"}))
    lines = told.getvalue().splitlines()
    more = " (and 59 times more since the last such line)"
    assert [line for line in lines if line.startswith("KeyError failed")] == [
        "KeyError failed",
        *2 * [f"KeyError failed{more}"],
    ]
    assert sum("Traceback" in line for line in lines) == 6
    assert lines.count("a line without an error") == 121


def test_a_value_with_line_breaks_is_logged_in_one_line():
    told = io.StringIO()
    handler = logging.StreamHandler(told)
    handler.setFormatter(PlainFormatter())
    reason = "refused\r\n2026-01-01 ERROR all is lost\x1b[2J\u2028more"
    handler.handle(logging.makeLogRecord({"msg": "not sent: %s", "args": (reason,)}))
    [line] = told.getvalue().splitlines()
    assert line.endswith("not sent: refused  2026-01-01 ERROR all is lost [2J more")
