"""Faults that the house survives or reports: crashes, full disks, invalid files, a port in use."""

import contextlib
import os
import random
import sqlite3
import subprocess
import sys

import pytest
from houses import HOT_SEAT, RunningHouse, make, seated
from plugins.campaign import scaled
from websockets.exceptions import ConnectionClosed

KILLS = scaled(50)
MOST_REQUESTS = 20_000  # which takes some seconds


def test_no_acknowledged_move_is_lost_in_a_crash(tmp_path):
    chance = random.Random(1)
    with RunningHouse(tmp_path) as house, house.guest() as guest:
        guest.get("/")
        match, acknowledged = make(guest), []
        for _ in range(KILLS):
            guest.base_url = house.address
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
    origins = view["scene"]["paths"]
    if view["result"] or not origins:
        return None
    origin = chance.choice(sorted(origins))
    return origins[origin][chance.choice(sorted(origins[origin]))][""]


def test_a_full_disk_is_reported_and_no_acknowledged_move_is_lost(tmp_path):
    """A move that cannot be stored is refused and undone; when there is space again, the match continues."""
    chance = random.Random(3)
    with RunningHouse(tmp_path) as house, house.guest() as guest:
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
        guest.base_url = house.address
        with seated(guest, match) as player:
            assert [move[1] for move in player.view["moves"]["list"]] == acknowledged
            assert player.act(any_move(player.view, chance))["t"] == "done"


def test_a_house_with_a_full_disk_is_not_ready(tmp_path):
    with RunningHouse(tmp_path, options=("--sockets", "0")) as house, house.guest() as guest:
        assert guest.get("/api/ready").json() == {"status": "ok", "broker": "up"}
        house.fill_disk(1)
        for _ in range(MOST_REQUESTS):  # until its last proof that it can write is too old
            answer = guest.get("/api/ready")
            if answer.status_code not in (200, 429):  # it is asked very often
                break

        assert (answer.status_code, answer.json()) == (503, {"status": "read-only", "broker": "up"})
        assert guest.get("/api/health").status_code == 200
        house.close()
        house.open()
        guest.base_url = house.address
        assert guest.get("/api/ready").status_code == 200


def test_a_match_against_the_computer_continues_after_a_crash(tmp_path):
    with RunningHouse(tmp_path) as house, house.guest() as guest:
        guest.get("/")
        match = make(guest, seats={"a": {"kind": "person"}, "d": {"kind": "computer", "level": 1}})
        with seated(guest, match) as player:
            player.act("d9-b9")
            house.kill()
        house.open()
        guest.base_url = house.address
        with seated(guest, match) as player:
            while player.view["to_act"] != "a":
                player.next("view")
            assert player.view["moves"]["list"][-1][0] == "d"


def serve(folder, *more):
    command = [sys.executable, "-m", "ludoteka", "serve", "--port", "0", "--data", str(folder), *more]
    return subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=60, env=os.environ | {"LANGUAGE": "en"}
    )


def test_a_file_that_is_no_database_is_refused_and_left_unchanged(tmp_path):
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
def test_an_empty_or_incomplete_database_is_refused_with_advice_and_left_unchanged(tmp_path, kind):
    file = tmp_path / "ludoteka.sqlite"
    if kind == "empty":
        file.touch()
    else:
        RunningHouse(tmp_path).close()
        with contextlib.closing(sqlite3.connect(file)) as database:
            database.execute("drop table chat")
            database.commit()
    before = file.read_bytes()

    ended = serve(tmp_path)

    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ("missing: chat" if before else "it is empty") in ended.stderr
    assert "restore a backup" in ended.stderr
    assert file.read_bytes() == before


def test_a_database_of_a_newer_version_is_refused_and_left_unchanged(tmp_path):
    RunningHouse(tmp_path).close()
    file = tmp_path / "ludoteka.sqlite"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("update alembic_version set version_num = '9999'")
        database.commit()
        database.execute("pragma wal_checkpoint(truncate)")
    before = file.read_bytes()

    ended = serve(tmp_path)

    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    assert "newer" in ended.stderr
    assert file.read_bytes() == before


def test_a_port_in_use_is_reported(house, tmp_path):
    command = [sys.executable, "-m", "ludoteka", "serve", "--port", str(house.port), "--data", str(tmp_path)]

    ended = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=60, env=os.environ | {"LANGUAGE": "en"}
    )

    assert ended.returncode != 0
    assert str(house.port) in ended.stderr
    assert "Traceback" not in ended.stderr
