"""Faults that the house survives or reports: crashes, full disks, invalid files, a port in use."""

import contextlib
import logging
import random
import sqlite3

import pytest
from houses import HOT_SEAT, RunningHouse, make, seated, until
from houses.keeping import open_house
from plugins.campaign import scaled
from programs.commands import ludoteka
from websockets.exceptions import ConnectionClosed

KILLS = scaled(50, 17)


def test_no_acknowledged_move_is_lost_in_a_crash(mortal_house):
    chance, house = random.Random(1), mortal_house
    with house.guest() as guest:
        guest.get("/")
        match, acknowledged = make(guest), []
        for _ in range(KILLS):
            with seated(guest, match) as player:
                texts = [move[1] for move in player.view["moves"]["list"]]
                assert texts[: len(acknowledged)] == acknowledged
                assert len(texts) <= len(acknowledged) + 1, "at most the move in flight was stored unacknowledged"
                acknowledged = texts
                for _ in range(chance.randint(0, 4)):
                    text = any_move(player.view, chance)
                    if text is None or player.act(text)["t"] != "done":
                        break
                    acknowledged = [*acknowledged, text]
                text = any_move(player.view, chance)
                if text is None:  # this match is over: continue with another
                    match, acknowledged = make(guest), []
                else:
                    player.send({"t": "act", "id": f"last-{len(acknowledged)}", "n": player.number, "d": text})
                house.kill()
                with contextlib.suppress(ConnectionClosed):
                    while player.next("done"):
                        acknowledged = [*acknowledged, text]
            house.open()


def any_move(view, chance):
    texts = view["scene"]["paths"]
    return None if view["result"] or not texts else chance.choice(texts)


def test_a_full_disk_is_reported_no_acknowledged_move_is_lost_and_the_house_is_not_ready(tmp_path):
    """A move that cannot be stored is refused and undone; when there is space again, the match continues."""
    chance = random.Random(3)
    with RunningHouse(tmp_path, options=("--sockets", "0")) as house, house.guest() as guest:
        guest.get("/")
        house.fill_disk(700_000)
        match, acknowledged = make(guest, repetition="off"), []
        with seated(guest, match) as player:
            answer = {"t": "done"}
            while answer["t"] == "done":
                text = any_move(player.view, chance)
                answer = player.act(text) if text else {"t": "over"}
                acknowledged += [text] if answer["t"] == "done" else []
            assert answer["d"]["code"] == "not-stored"
            assert answer["n"] == len(acknowledged)
            assert guest.post("/api/matches", json={"game": "tavlei", "seats": HOT_SEAT}).status_code == 503
            assert [move[1] for move in player.hello()["moves"]["list"]] == acknowledged
        house.close()
        house.open()
        with seated(guest, match) as player:
            assert [move[1] for move in player.view["moves"]["list"]] == acknowledged
            assert player.act(any_move(player.view, chance))["t"] == "done"
        check_readiness(house, guest)


def check_readiness(house, guest):
    """Fill the disk of a house that has space again: it is not ready until it has been opened anew."""
    assert guest.get("/api/ready").json() == {"status": "ok", "broker": "up"}
    house.fill_disk(1)  # which the house notices once its last proof that it can write is too old
    answer = until(lambda: guest.get("/api/ready"), lambda answer: answer.status_code != 200)
    assert (answer.status_code, answer.json()) == (503, {"status": "read-only", "broker": "up"})
    assert guest.get("/api/health").status_code == 200
    house.close()
    house.open()
    assert guest.get("/api/ready").status_code == 200


def test_a_match_against_the_computer_continues_after_a_crash(mortal_house):
    with mortal_house.guest() as guest:
        guest.get("/")
        match = make(guest, seats={"a": {"kind": "person"}, "d": {"kind": "computer", "level": 1}})
        with seated(guest, match) as player:
            player.act("d9-b9")
            mortal_house.kill()
        mortal_house.open()
        with seated(guest, match) as player:
            while player.view["to_act"] != "a":
                player.next("view")
            assert player.view["moves"]["list"][-1][0] == "d"


@pytest.fixture
def serve():
    """A function that tries to open a house in this process; afterwards, the log is again what it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield lambda folder, port=0: ludoteka("serve", "--port", port, "--data", folder)
    root.handlers, root.level = handlers, level


def test_a_file_that_is_no_database_is_refused_and_left_unchanged(serve, tmp_path):
    file = tmp_path / "ludoteka.sqlite"
    file.write_bytes(b"these are not the moves you are looking for" * 100)
    before = file.read_bytes()

    ended = serve(tmp_path)

    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    assert str(file) in ended.stderr
    assert file.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir() if one.stat().st_size and one != file] == []


@pytest.mark.parametrize("kind", ["empty", "without chat"])
def test_an_empty_or_incomplete_database_is_refused_with_advice_and_left_unchanged(serve, tmp_path, kind):
    file = tmp_path / "ludoteka.sqlite"
    if kind == "empty":
        file.touch()
    else:
        with open_house(file), contextlib.closing(sqlite3.connect(file)) as database:
            database.execute("drop table chat")
            database.commit()
    before = file.read_bytes()

    ended = serve(tmp_path)

    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ("missing: chat" if before else "it is empty") in ended.stderr
    assert "restore a backup" in ended.stderr
    assert file.read_bytes() == before


def test_a_database_of_a_newer_version_is_refused_and_left_unchanged(serve, tmp_path):
    file = tmp_path / "ludoteka.sqlite"
    with open_house(file), contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("update alembic_version set version_num = '9999'")
        database.commit()
    before = file.read_bytes()

    ended = serve(tmp_path)

    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    assert "newer" in ended.stderr
    assert file.read_bytes() == before


def test_a_port_in_use_is_reported(serve, house, tmp_path):
    ended = serve(tmp_path, house.port)

    assert ended.returncode != 0
    assert str(house.port) in ended.stderr
    assert "Traceback" not in ended.stderr
