"""A house collects garbage when there may be much of it."""

import signal
import socket
from contextlib import contextmanager
from pathlib import Path

from houses import RunningHouse

from ludoteka.server.operations.limits import CLOSINGS_TO_COLLECT, OBJECTS_TO_COLLECT

MOST_REQUESTS = 20_000


@contextmanager
def watched_house(tmp_path):
    """Run a house that makes garbage, and then many objects, on SIGUSR2; and that writes down when garbage is freed."""
    folder = tmp_path / "hook"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(
        "import gc, signal, weakref\n"
        "from pathlib import Path\n"
        f"path = Path({str(tmp_path / 'freed')!r})\n"
        "objects = []\n"
        "class Garbage:\n"
        "    def __init__(self, *told):\n"
        "        self.own = self\n"
        "        weakref.finalize(self, path.touch)\n"
        "def make(*told):\n"
        "    Garbage()\n"
        f"    objects.append([[] for _ in range({2 * OBJECTS_TO_COLLECT})])\n"
        "signal.signal(signal.SIGUSR1, Garbage)\n"
        "signal.signal(signal.SIGUSR2, make)\n"
    )
    with RunningHouse(tmp_path, environment={"PYTHONPATH": f"{folder}:{Path('src').absolute()}"}) as house:
        yield house, (tmp_path / "freed").exists


def is_freed_while_asked(guest, is_freed):
    """Tell whether garbage is freed while the house answers many requests, which takes some seconds."""
    for _ in range(MOST_REQUESTS):
        if is_freed():
            return True
        guest.get("/api/health")
    return False


def test_garbage_is_collected_after_many_closed_connections(tmp_path):
    with watched_house(tmp_path) as (house, is_freed):
        house.process.send_signal(signal.SIGUSR1)
        with house.guest() as guest:
            guest.get("/api/health")
            assert not is_freed()
            for _ in range(CLOSINGS_TO_COLLECT + 10):
                socket.create_connection(("127.0.0.1", house.port), timeout=20).close()
            assert is_freed_while_asked(guest, is_freed)


def test_garbage_is_collected_when_there_are_many_new_objects(tmp_path):
    with watched_house(tmp_path) as (house, is_freed):
        house.process.send_signal(signal.SIGUSR2)
        with house.guest() as guest:
            assert is_freed_while_asked(guest, is_freed)
