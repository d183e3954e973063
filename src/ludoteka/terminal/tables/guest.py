"""HTTP requests to a house, with the cookie by which the house recognises the guest."""

import json
import os
import re
from contextlib import suppress
from http.client import HTTPException, HTTPMessage
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from ludoteka.client.views import decode_message, printable
from ludoteka.core.message import Message, Refused

COOKIES = ("guest", "__Host-guest")  # its name with HTTP, and with HTTPS
SECONDS = 20.0  # the timeout of a request
LARGEST = 8 << 20  # bytes of an answer


class GuestClient:
    """The HTTP client of a guest of one house."""

    def __init__(self, server: str, folder: Path) -> None:
        """Create a client for the house at an address; the cookie is stored in a file in `folder`.

        Raises:
            Refused: "bad-address".
        """
        parts = urlsplit(server if "://" in server else f"http://{server}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused("bad-address", Message("{address} is not the address of a server.", address=server))
        self.address = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._file = folder / re.sub(r"[^\w.-]+", "_", self.address)
        self.cookie = ""
        with suppress(OSError, UnicodeDecodeError):
            self.cookie = self._file.read_text("ascii").strip()

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every request."""
        return {"Cookie": "; ".join(f"{name}={self.cookie}" for name in COOKIES)} if self.cookie else {}

    def ask(self, path: str, content: Any = None) -> Any:
        """Return the JSON answer to a GET, or with content to a POST.

        Raises:
            Refused: as the house does, and "no-house".
        """
        try:
            return printable(json.loads(self.read(path, content)))
        except ValueError as error:
            raise self.is_no_house from error

    def read(self, path: str, content: Any = None) -> bytes:
        """Return the body of the answer.  Raises the same as `ask`."""
        body = None if content is None else json.dumps(content).encode()
        headers = self.headers | ({"Content-Type": "application/json"} if body else {})
        request = Request(self.address + path, body, headers)  # noqa: S310 - the address was checked to be HTTP
        try:
            with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - as above
                self._keep(answer.headers)
                return bytes(answer.read(LARGEST))
        except HTTPError as error:
            with error:
                raise self._refused(error) from error
        except (OSError, HTTPException) as error:
            reason = str(getattr(error, "reason", "") or error)
            text = Message("The server at {address} cannot be reached: {reason}.", address=self.address, reason=reason)
            raise Refused("no-house", text) from error

    def _refused(self, error: HTTPError) -> Refused:
        """Return the refusal in an error response, if it comes from a house."""
        try:
            plain = printable(json.loads(error.read(LARGEST)))
            return Refused(plain["code"], decode_message(plain["message"]))
        except (OSError, HTTPException, ValueError, TypeError, KeyError):
            return self.is_no_house

    @property
    def is_no_house(self) -> Refused:
        """The refusal for an address where something other than a house answers."""
        return Refused("no-house", Message("There is no Ludoteka server at {address}.", address=self.address))

    def _keep(self, headers: HTTPMessage) -> None:
        """Store the cookie in a file that only this user can read."""
        for line in headers.get_all("Set-Cookie") or ():
            with suppress(CookieError, OSError):
                value = next((one.value for name, one in SimpleCookie(line).items() if name in COOKIES), "")
                if value not in ("", self.cookie):
                    self.cookie = value
                    self._file.parent.mkdir(parents=True, exist_ok=True)
                    fresh = self._file.with_name(f"{self._file.name}.{os.getpid()}")
                    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                        file.write(self.cookie)
                    fresh.replace(self._file)
