"""The bodies of requests, and of answers."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message
from ludoteka.server.protocol.messages import MAX_CHARACTERS, TOO_LARGE, check_null, encode


async def read_body(request: Request, most: int = MAX_CHARACTERS, text: Message | None = None) -> bytes:
    """Return the body.  Raises Refused: "too-large", with this text, if it has more than `most` bytes; "bad-message"."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > most:  # it isn't read; one of unknown length is, up to the limit
        raise TOO_LARGE(text)
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise TOO_LARGE(text)
    read = bytes(body)
    check_null(read)
    return read


def json_answer(content: Any, status: int = 200) -> Response:
    """Return an answer in JSON."""
    return Response(encode(content), status, media_type="application/json")
