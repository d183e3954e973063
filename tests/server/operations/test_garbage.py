"""A house collects garbage when there may be much of it."""

import signal
import socket
from contextlib import contextmanager
from pathlib import Path

from houses import RunningHouse

from ludoteka.server.operations.limits import CLOSINGS_TO_COLLECT, OBJECTS_TO_COLLECT


@contextmanager
def watched_house(tmp_path):
    """Run a house that writes down each collection of garbage, and makes many objects on SIGUSR2."""
    folder = tmp_path / "hook"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(
        "import gc, signal\n"
        "from pathlib import Path\n"
        f"path = Path({str(tmp_path / 'collections')!r})\n"
        "path.touch()\n"
        "gc.callbacks.append(\n"
        "    lambda phase, told: phase == 'stop' and told['generation'] == 2\n"
        "    and path.write_text(path.read_text() + '.'))\n"
        "objects = []\n"
        f"make = lambda *told: objects.append([[] for _ in range({2 * OBJECTS_TO_COLLECT})])\n"
        "signal.signal(signal.SIGUSR2, make)\n"
    )
    with RunningHouse(tmp_path, environment={"PYTHONPATH": f"{folder}:{Path('src').absolute()}"}) as house:
        yield house, (tmp_path / "collections").read_text


def test_garbage_is_collected_after_many_closed_connections(tmp_path):
    with watched_house(tmp_path) as (house, collections):
        before = collections()
        for _ in range(CLOSINGS_TO_COLLECT + 10):
            socket.create_connection(("127.0.0.1", house.port), timeout=20).close()
        with house.guest() as guest:
            while collections() == before:
                guest.get("/api/health")


def test_garbage_is_collected_when_there_are_many_new_objects(tmp_path):
    with watched_house(tmp_path) as (house, collections):
        before = collections()
        house.process.send_signal(signal.SIGUSR2)
        with house.guest() as guest:
            while collections() == before:
                guest.get("/api/health")
