"""A network link between a browser and a house that can be cut: data in flight is lost, and new connections fail."""

import socket
import struct
import threading
from contextlib import contextmanager, suppress

AT_ONCE = struct.pack("ii", 1, 0)  # closing sends a reset at once instead of the remaining data


class Line:
    """Forwards connections from a port of its own to a house."""

    def __init__(self, port):
        self._house = port
        self._is_up = True
        self._carried = set()  # both ends of every connection
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    @contextmanager
    def cut(self):
        """Cut the link, and restore it afterwards."""
        with self._lock:
            self._is_up = False
            ends, self._carried = self._carried, set()
        for end in ends:
            _reset(end)
        try:
            yield
        finally:
            self._is_up = True

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self.cut():
            pass

    def _listen(self):
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                house = socket.create_connection(("127.0.0.1", self._house)) if self._is_up else None
                if house:
                    self._carried |= {browser, house}
            if house is None:
                _reset(browser)
                continue
            for one, other in ((browser, house), (house, browser)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one, other):
        with suppress(OSError):
            while heard := one.recv(1 << 16):
                other.sendall(heard)
        with self._lock:
            self._carried -= {one, other}
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


def _reset(end):
    with suppress(OSError):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        end.shutdown(socket.SHUT_RD)  # wakes the thread that reads from the socket; only then can the socket be closed
    end.close()


@contextmanager
def line_to(house):
    line = Line(house.port)
    try:
        yield line
    finally:
        line.close()
