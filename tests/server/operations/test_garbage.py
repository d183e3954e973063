"""A house collects garbage when there may be much of it."""

import signal
import socket

from houses import until

from ludoteka.server.operations.limits import CLOSINGS_TO_COLLECT


def test_garbage_is_collected_after_many_closed_connections_and_when_there_are_many_new_objects(hooked_house):
    freed = hooked_house.folder / "freed"
    with hooked_house.guest() as guest:
        guest.get("/api/health")  # so that no collection is due
        hooked_house.process.send_signal(signal.SIGUSR1)
        guest.get("/api/health")
        assert not freed.exists()
    for _ in range(CLOSINGS_TO_COLLECT + 10):
        socket.create_connection(("127.0.0.1", hooked_house.port), timeout=20).close()
    until(freed.exists)

    freed.unlink()
    hooked_house.process.send_signal(signal.SIGUSR2)
    until(freed.exists)
