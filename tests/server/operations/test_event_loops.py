"""A house on each event loop on which it runs: asyncio's own, and uvloop where it is installed."""

import signal
from pathlib import Path

import pytest
from houses import PERSON, RunningHouse, make, seated
from programs.loops import LOOPS
from programs.processes import children_with, handles, is_ready

COMPUTER = {"kind": "computer", "level": 1}


@pytest.fixture(params=LOOPS)
def running(request, tmp_path):
    with RunningHouse(tmp_path, 0, 0, options=("--loop", request.param)) as house:
        is_uvloop = "uvloop" in Path(f"/proc/{house.process.pid}/maps").read_text("utf-8")
        assert is_uvloop == (request.param == "uvloop")
        yield house


def test_a_house_plays_analyses_is_killed_and_opens_again_on_each_event_loop(running):
    with running.guest() as guest:
        guest.get("/")
        match = make(guest, seats={"a": PERSON, "d": COMPUTER})
        with seated(guest, match) as player:
            assert player.act("e2-c2")["t"] == "done"
            player.until(lambda view: view["to_act"] == "a" and len(view["moves"]["list"]) == 2)
        maze = make(guest, "labyrinth", {"A": PERSON}, players=["A"])
        with seated(guest, maze) as player:
            player.until(lambda view: view["to_act"] == "A")
        lines = guest.post("/api/analysis/lines", json={"game": "tavlei", "actions": ["e2-c2"], "seconds": 0.2})
        assert lines.json()["lines"]

        running.kill()
        running.open()

        guest.base_url = running.address
        with seated(guest, match) as player:
            assert len(player.view["moves"]["list"]) == 2


def test_an_interrupt_closes_a_house_and_its_processes_on_each_event_loop(running):
    with running.guest() as guest:
        guest.get("/")
        make(guest, "labyrinth", {"A": PERSON}, players=["A"])
        guest.post("/api/analysis/lines", json={"game": "tavlei", "actions": [], "seconds": 0.2})
    workers = handles(children_with("ludoteka", running.process.pid))
    assert workers

    running.process.send_signal(signal.SIGINT)
    _, complaints = running.process.communicate(timeout=60)

    assert all(map(is_ready, workers))
    assert (running.process.returncode, complaints) == (0, "")
