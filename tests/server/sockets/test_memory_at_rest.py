"""The memory that one more connection takes while nothing happens."""

from contextlib import ExitStack
from pathlib import Path

from houses import PERSON, RunningHouse, make
from houses.raw_websockets import frame, raw_socket, read_until

SOCKETS = 80
EACH = 40  # of one guest
KILOBYTES = 25


def memory(house):
    """The memory that a house uses, in kilobytes."""
    [line] = [one for one in Path(f"/proc/{house.process.pid}/status").read_text().splitlines() if "VmRSS" in one]
    return int(line.split()[1])


def watch(house, match, count, stack):
    """Open sockets of spectators, each of which has received the whole match."""
    for index in range(count):
        if index % EACH == 0:
            guest = stack.enter_context(house.guest())
            guest.get("/")
        socket = stack.enter_context(raw_socket(house, match, Cookie=f"guest={guest.cookies['guest']}"))
        read_until(socket, b"\r\n\r\n")
        socket.sendall(frame(b'{"t":"hello"}') + frame(b'{"t":"act","id":"here","n":0,"d":"nowhere"}'))
        read_until(socket, b'"here"')


def test_a_socket_at_rest_takes_little_memory(tmp_path):
    with RunningHouse(tmp_path, is_fresh=True) as house, house.guest() as host, ExitStack() as stack:
        match = make(host, seats={"a": PERSON, "d": PERSON})
        watch(house, match, EACH, stack)  # what only the first ones need is not counted
        before = memory(house)
        watch(house, match, SOCKETS, stack)
        assert (memory(house) - before) / SOCKETS < KILOBYTES
