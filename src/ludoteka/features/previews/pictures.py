"""The pictures of previews: each is drawn once, and kept as long as there is room."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from hashlib import sha256
from weakref import WeakValueDictionary

from starlette.requests import Request
from starlette.responses import Response

from ludoteka import __version__

MOST_BYTES = 16 << 20  # of all pictures: about a hundred
PNG = "image/png"


class Pictures:
    """The pictures of one server that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()  # by tag
        self._size = 0
        # A lock exists as long as somebody draws the picture or waits for it
        self._drawing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def answer(
        self, request: Request, shows: tuple[object, ...], seconds: int, draw: Callable[[], Awaitable[bytes]]
    ) -> Response:
        """Return the answer with a picture; `shows` is all that it depends on, and sites may keep it for some seconds."""
        tag = f'"{sha256(repr((__version__, shows)).encode()).hexdigest()[:32]}"'
        headers = {"cache-control": f"public, max-age={seconds}", "etag": tag}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        async with self._drawing.setdefault(tag, asyncio.Lock()):
            if tag not in self._kept:
                self._keep(tag, await draw())
            self._kept.move_to_end(tag)
            return Response(self._kept[tag], headers=headers, media_type=PNG)

    def _keep(self, tag: str, picture: bytes) -> None:
        self._kept[tag] = picture
        self._size += len(picture)
        while self._size > MOST_BYTES and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1])
