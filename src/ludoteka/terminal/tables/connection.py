"""The connection of a terminal to one match, which reconnects and loses no command (docs/protocol.md)."""

import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludoteka.client.views import printable

Content = dict[str, Any]
FIRST_DELAY, LONGEST_DELAY = 0.25, 8.0  # seconds before the first attempt to reconnect; doubled after each failure
LARGEST = 16 << 20  # bytes of a message
NOT_SERVED = (4403, 4404)  # close codes after which reconnecting would not help
LOST, FOUND, ENDED = "lost", "found", "ended"  # kinds of message that the connection itself reports


class MatchConnection:
    """A connection to a match.  It calls `put` with every message, and when the connection opens, is lost or ends."""

    def __init__(self, address: str, headers: Mapping[str, str], put: Callable[[Content], None]) -> None:
        self._address = address.replace("http", "ws", 1)
        self._headers = headers
        self._put = put
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, Content] = {}
        self._number = 0  # of the last event received
        self._room: str | None = None  # the id of the room that numbered it
        self._sending = Lock()  # so that no new command overtakes the repeated ones
        self._closing = Event()
        Thread(
            target=self._run, daemon=True
        ).start()  # a daemon, because it may still be waiting for the house when the program ends

    def command(self, kind: str, number: int, content: Any = None) -> str:
        """Send a command, now or after reconnecting; return its id."""
        name = secrets.token_hex(12)
        said = {"t": kind, "id": name, "n": number, **({} if content is None else {"d": content})}
        with self._sending:
            self._unanswered[name] = said
            self._send(said)
        return name

    def close(self) -> None:
        """Close the connection."""
        self._closing.set()
        if socket := self._socket:
            with suppress(WebSocketException, OSError):
                socket.close()

    def _run(self) -> None:
        delay = FIRST_DELAY
        while not self._closing.is_set():
            was_there, code = self._visit()
            is_ended = code in NOT_SERVED or self._closing.is_set()
            self._put({"t": ENDED if is_ended else LOST})
            if is_ended:
                return
            delay = FIRST_DELAY if was_there else min(LONGEST_DELAY, delay * 2)
            self._closing.wait(
                delay * (0.5 + secrets.randbelow(500) / 1000)
            )  # jitter, so that clients do not all reconnect at once

    def _visit(self) -> tuple[bool, int]:
        """Connect and read until the connection closes; return whether it opened, and the close code."""
        was_there = False
        try:
            with self._opened() as socket:
                with self._sending:
                    self._socket = socket
                    self._greet()
                for text in socket:
                    was_there = was_there or self._is_found()
                    self._take(printable(json.loads(text)))
        except (WebSocketException, OSError):
            pass  # retried, whatever the reason
        except (ValueError, LookupError, TypeError):
            self._closing.set()  # a message that cannot be decoded will not be decodable later
        ended, self._socket = self._socket, None
        return was_there, (ended.close_code or 0) if ended else 0

    def _opened(self) -> ClientConnection:
        return connect(self._address, additional_headers=self._headers, compression=None, max_size=LARGEST)

    def _is_found(self) -> bool:
        self._put({"t": FOUND})
        return True

    def _greet(self) -> None:
        """Send the last event number and repeat all unanswered commands; the house executes none twice."""
        self._send({"t": "hello", "n": self._number, "d": {"room": self._room} if self._room else None})
        for said in self._unanswered.values():
            self._send(said)

    def _send(self, said: Content) -> None:
        if socket := self._socket:
            with suppress(WebSocketException, OSError):  # after reconnecting, `_greet` sends it again
                socket.send(json.dumps(said))

    def _take(self, message: Content) -> None:
        kind = message["t"]
        if kind == "ping":
            self._send({"t": "pong", "d": message["d"]})
            return
        if kind in ("view", "event"):
            self._number = message["n"]
        if kind == "view":
            self._room = message["d"].get("room")
        if kind in ("done", "refused"):
            with self._sending:
                self._unanswered.pop(message.get("id") or next(iter(self._unanswered), ""), None)
        self._put(message)
