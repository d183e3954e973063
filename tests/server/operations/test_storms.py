"""Much comes at the same time, and the people who play are answered in between."""

import select
import signal
import socket
from contextlib import ExitStack

from houses import make, seated

MANY = 200  # connections


def test_a_player_is_answered_before_all_of_many_new_connections(mortal_house):
    house = mortal_house
    with house.guest() as guest, seated(guest, make(guest)) as player, ExitStack() as stack:
        house.process.send_signal(signal.SIGSTOP)
        visitors = []
        for _ in range(MANY):
            visitors.append(stack.enter_context(socket.create_connection(("127.0.0.1", house.port), timeout=20)))
            visitors[-1].sendall(b"GET /api/house HTTP/1.1\r\nHost: x\r\n\r\n")
        player.send('{"t": "act", "id": "mine", "n": 0, "d": "d9-b9"}')
        house.process.send_signal(signal.SIGCONT)
        assert player.next("done")["id"] == "mine"

        answered, _, _ = select.select(visitors, [], [], 0)
        assert len(answered) < MANY / 2
        assert all(visitor.recv(1) == b"H" for visitor in visitors), "everybody is answered in the end"
