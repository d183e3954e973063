"""Requests to identity providers, with limits on time and size, and without redirects."""

import asyncio
import json
import ssl
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from ludoteka.features.sign_in.configuration import is_loopback

if TYPE_CHECKING:
    import httpx2


SECONDS = 5.0  # for a whole request
LONGEST = 300_000  # bytes of a response; the keys of a large provider take 10,000


class ProviderFailure(Exception):
    """A provider did not respond, or responded incorrectly; the text is for the log and quotes nothing of the response."""


class JsonReply(NamedTuple):
    """A provider's response."""

    status: int
    content: dict[str, Any]  # {} if it is not a JSON object


class Outbound:
    """The connections to a provider."""

    def __init__(self) -> None:
        self._clients: dict[bool, httpx2.AsyncClient] = {}  # by whether the address is on this machine

    async def get(self, address: str) -> dict[str, Any]:
        """Return the JSON object at an address.  Raises ProviderFailure."""
        reply = await self._send("GET", address, None, {"accept": "application/json"})
        if reply.status != 200 or not reply.content:
            raise ProviderFailure(f"{_place(address)} answered with {reply.status} and no JSON object")
        return reply.content

    async def post(self, address: str, body: str, headers: Mapping[str, str]) -> JsonReply:
        """Send an encoded form and return the response, whatever its status.  Raises ProviderFailure."""
        return await self._send("POST", address, body.encode(), headers)

    async def close(self) -> None:
        """Close the connections."""
        for client in self._clients.values():
            await client.aclose()

    async def _send(self, method: str, address: str, body: bytes | None, headers: Mapping[str, str]) -> JsonReply:
        import httpx2  # noqa: PLC0415 - a house without providers does not need it

        content = bytearray()
        try:
            async with asyncio.timeout(SECONDS):
                client = await self._client(address)
                async with client.stream(method, address, content=body, headers=headers) as answer:
                    async for part in answer.aiter_bytes():
                        content += part
                        if len(content) > LONGEST:
                            raise ProviderFailure(f"{_place(address)} answered with more than {LONGEST} bytes")
        except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError, OSError) as error:
            raise ProviderFailure(f"{_place(address)} did not answer: {type(error).__name__}") from error
        return JsonReply(answer.status_code, _read_object(content))

    async def _client(self, address: str) -> "httpx2.AsyncClient":
        """Return the client for an address; requests to this machine use no proxy."""
        import httpx2  # noqa: PLC0415 - as above

        is_here = is_loopback(urlsplit(address).hostname or "")
        if is_here not in self._clients:
            context = await asyncio.to_thread(ssl.create_default_context)  # uses the system's certificates
            made = httpx2.AsyncClient(verify=context, timeout=SECONDS, follow_redirects=False, trust_env=not is_here)
            self._clients.setdefault(is_here, made)
        return self._clients[is_here]


def _read_object(content: bytes | bytearray) -> dict[str, Any]:
    try:
        read = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _place(address: str) -> str:
    """Return the host and the path of an address, for the log."""
    parts = urlsplit(address)
    return f"{parts.hostname}{parts.path}"
