"""How a terminal finds a house, and how it treats the house's answers."""

import json
import os
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic

import pytest
from boards.labyrinth import house as maze
from browsers.visitor import ESCAPE
from houses import PERSON, make, seated
from programs import forked
from programs.commands import ludoteka
from websockets.sync.server import serve

from ludoteka.client.views import decode_message, decode_scene, fold, printable
from ludoteka.core.message import Message, Refused
from ludoteka.surfaces.texts import texts_in
from ludoteka.terminal.plain.session import LineSession
from ludoteka.terminal.tables import remote
from ludoteka.terminal.tables.narration import clocks
from ludoteka.terminal.tables.remote import GuestClient, MatchLink, RemoteTable, greet, parse_link


class Quiet(SimpleHTTPRequestHandler):
    """Some other server: it serves files, and logs nothing."""

    def log_message(self, *arguments):
        """Say nothing."""


@contextmanager
def other_server(folder):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("games.example.org", MatchLink("http://games.example.org")),
        ("https://there/match/abc#secret.", MatchLink("https://there", "abc", "secret")),
        ("https://games.example.org/", MatchLink("https://games.example.org")),
        ("127.0.0.1:8642/match/abc_-1", MatchLink("http://127.0.0.1:8642", "abc_-1")),
        ("https://there/match/abc#secret", MatchLink("https://there", "abc", "secret")),
        ("http://[::1]:8642/match/abc/#secret", MatchLink("http://[::1]:8642", "abc", "secret")),
    ],
)
def test_an_address_is_parsed_into_house_match_and_invitation(written, meant):
    assert parse_link(written) == meant


@pytest.mark.parametrize(
    "written", ["http://there/rules/tavlei", "there/match/", "there/match/a/b", "http://[", "http://[x/"]
)
def test_an_address_that_leads_neither_to_a_house_nor_to_a_match_is_refused(written):
    with pytest.raises(Refused) as refused:
        parse_link(written)
    assert refused.value.code == "bad-address"


@pytest.mark.parametrize("asked", [("play", "--join"), ("mcp", "--house")])
@pytest.mark.parametrize("written", ["games.example.org", "https://games.example.org/match/", "nope"])
def test_a_link_that_leads_to_no_match_is_refused_as_such(asked, written):
    ended = ludoteka(*asked, written)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"{written} is not the link of a match.")


def test_a_server_that_is_no_house_is_refused(tmp_path):
    with other_server(tmp_path) as address:
        for content in (None, "[]", "{", '{"games": '):
            if content is not None:
                (tmp_path / "api").mkdir(exist_ok=True)
                (tmp_path / "api" / "house").write_text(content)
            with pytest.raises(Refused) as refused:
                greet(GuestClient(address, tmp_path), LineSession(texts_in("en")), "")
            assert refused.value.code == "no-house"


@pytest.mark.parametrize(
    "said", ['{"t": "view", "n": 1, "d": {}}', '{"t": "event", "n": 1}', "{}", "[]", "7", "no JSON"]
)
def test_a_house_that_sends_nonsense_is_refused_with_an_explanation(tmp_path, said):
    def speak(socket):
        socket.recv()
        socket.send(said)
        socket.recv()

    with serve(speak, "127.0.0.1", 0) as strange:
        threading.Thread(target=strange.serve_forever).start()
        try:
            guest = GuestClient(f"127.0.0.1:{strange.socket.getsockname()[1]}", tmp_path)
            with pytest.raises(Refused) as refused:
                RemoteTable(guest, "match", LineSession(texts_in("en")))
        finally:
            strange.shutdown()
    assert refused.value.code in ("not-understood", "no-house")


def test_a_guest_is_warned_if_the_house_has_another_version(house, tmp_path, monkeypatch, capsys):
    greet(GuestClient(house.address, tmp_path), LineSession(texts_in("en")), "")
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(remote, "__version__", "99.1.0")
    greet(GuestClient(house.address, tmp_path), LineSession(texts_in("en")), "")
    assert "this terminal runs 99.1.0" in " ".join(capsys.readouterr().out.split())


def test_a_guest_is_recognised_by_the_cookie(house, tmp_path):
    greet(GuestClient(house.address, tmp_path), LineSession(texts_in("en")), "Anna")
    assert GuestClient(house.address, tmp_path).me()["name"] == "Anna"
    assert GuestClient(house.address, tmp_path / "other").me()["name"] == ""


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", b"nonsense\n"])
def test_a_damaged_cookie_makes_a_new_guest(house, tmp_path, damage):
    greet(GuestClient(house.address, tmp_path), LineSession(texts_in("en")), "Anna")
    (file,) = tmp_path.iterdir()
    file.write_bytes(damage)
    assert GuestClient(house.address, tmp_path).me()["name"] == ""


def test_changes_build_the_same_view_as_a_whole_view(house):
    with house.guest() as client:
        match = make(client)
        with seated(client, match) as player:
            for text in ESCAPE:
                player.act(text)
            view = {}
            for frame in map(json.loads, player.frames):
                if frame["t"] in ("view", "event"):
                    view = fold(view, frame.get("d") or {})
        with seated(client, match) as again:
            whole = again.view
    assert (
        view["moves"]["list"]
        == whole["moves"]["list"]
        == [[one, text] for one, text in zip("ad" * 5, ESCAPE, strict=True)]
    )
    assert {**decode_scene(view["scene"])._asdict(), "pieces": 0} == {
        **decode_scene(whole["scene"])._asdict(),
        "pieces": 0,
    }
    stands = [{(piece.kind, piece.place) for piece in decode_scene(each["scene"]).pieces} for each in (view, whole)]
    assert stands[0] == stands[1]


@pytest.mark.parametrize(
    "whole",
    [
        Message("Play"),
        Message("{seat} to move", seat=Message("White")),
        Message("{count} man", plural="{count} men", count=2),
        Message("{name}: {dice}", name="Anna", dice=Message("{number} and {other}", number=1, other="two")),
    ],
)
def test_a_message_survives_encoding_and_decoding(whole):
    assert decode_message(json.loads(json.dumps(whole.plain()))) == whole


def test_control_characters_from_a_house_are_removed():
    sent = {"t": "chat", "d": [{"text": "\x1b[2J\u009b31m", "n": 1}, "a\rb\u202e"], "\x07": None}
    assert printable(sent) == {"t": "chat", "d": [{"text": " [2J 31m", "n": 1}, "a b "], " ": None}


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (3.25, "0:03.2"),
        (19.96, "0:19.9"),
        (65, "1:05"),
        (3600, "1:00:00"),
        (86_400, "1 day, 0:00"),
        (200_000, "2 days, 7:33"),
        (-1, "0:00.0"),
    ],
)
def test_clocks_are_written_as_text(seconds, told):
    seats = [{"letter": "a", "title": "White"}]
    view = {"clock": {"control": "5+3", "left": {"a": seconds}, "running": None}, "result": None, "seats": seats}
    assert [texts_in("en").say(clock) for clock in clocks(view, 0.0)] == [f"White {told}"]


def test_a_clock_does_not_run_during_its_delay():
    seats = [{"letter": "a", "title": "White"}]
    clock = {"control": "5d1000", "left": {"a": 300.0}, "running": "a", "delay": 1000.0}
    view = {"clock": clock, "result": None, "seats": seats}
    now = monotonic()

    assert [texts_in("en").say(one) for one in clocks(view, now - 500)] == ["White 5:00"]
    assert [texts_in("en").say(one) for one in clocks(view, now - 1500)] == ["White 0:00.0"]


def test_a_guest_reads_that_the_host_knows_the_maze(house, sit):
    with house.guest() as host:
        host.get("/")
        seats, options = {"P": PERSON, "Q": {"kind": "free"}}, {"scenario": maze("P A1, Q B3", items="a1 key")}
        match = make(host, "labyrinth", seats, players=["P", "Q"], **options)
        terminal = sit("--join", f"{house.address}/match/{match}")
        terminal.until("The host chose what is hidden here and knows it.")
        terminal.quit()


def test_a_refused_name_is_explained_before_a_match_is_made(house, tmp_path):
    environment = os.environ | {"LANGUAGE": "en", "XDG_DATA_HOME": str(tmp_path)}
    ended = forked.run("play", "tavlei", "--server", house.address, "--name", "Computer 3", env=environment)

    assert ended.returncode == 1
    assert ended.stderr.strip() == "This name is reserved. Please choose another one."
    assert ended.stdout == ""
