"""The bodies of requests."""

from starlette.requests import Request

from ludoteka.core.message import Message, Refused


async def read_body(request: Request, most: int, text: Message) -> bytes:
    """Return the body.  Raises Refused: "too-large", with this text, if it has more than `most` bytes."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refused("too-large", text)
    return bytes(body)
