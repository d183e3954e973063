"""The files of the browser client, its style sheets and its catalogues, kept in memory."""

import os
from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludoteka.core.message import Message, Refused
from ludoteka.games import folders
from ludoteka.server.http import pages
from ludoteka.server.http.game_list import describe_games
from ludoteka.server.protocol.messages import encode
from ludoteka.surfaces.texts import LANGUAGES, client_texts, texts_in

MOST_FILES = 500


class ClientFiles(StaticFiles):
    """The files of the browser client; the browser revalidates each of them every time."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve a file, but no page template and no catalogue; these have routes of their own."""
        if path.endswith((".html", ".po", ".py")):
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file, or the answer that it has not been modified; each version of a file is read only once."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        if not isinstance(response, FileResponse):
            return response
        return Response(_content(str(full_path), stat_result.st_mtime_ns), status_code, dict(response.headers))


@lru_cache(MOST_FILES)
def _content(path: str, modified: int) -> bytes:
    """Return the content of a file; the time at which it was modified tells its versions apart in the cache."""
    return Path(path).read_bytes()


async def style_sheet(request: Request) -> Response:
    """Return all style sheets of a kind of page as one, which loads faster than a dozen."""
    kind, _, ending = request.path_params["file"].rpartition(".")
    if kind not in pages.PAGES or ending != "css":
        raise HTTPException(404)
    content = b"\n".join(_content(str(path), path.stat().st_mtime_ns) for path in pages.styles(kind))
    headers = {"cache-control": "no-cache", "etag": f'"{sha256(content).hexdigest()}"'}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, 200, headers, "text/css")


async def catalogue(request: Request) -> Response:
    """Return every text of the house, its browser client and its games in a language."""
    return Response(_catalogue(_language(request)), media_type="application/json")


async def start_catalogue(request: Request) -> Response:
    """Return the part of the catalogue that the start page needs."""
    return Response(_start_catalogue(_language(request)), media_type="application/json")


def _language(request: Request) -> str:
    language: str = request.path_params["language"]
    if language not in LANGUAGES:
        raise Refused("no-such-language", Message("This house doesn't speak that language."))
    return language


@cache
def _catalogue(language: str) -> bytes:
    return encode(texts_in(language, folders()).catalogue())


@cache
def _start_catalogue(language: str) -> bytes:
    needed = set(_strings(describe_games())) | client_texts(language).said_in(pages.modules("start"))
    whole = texts_in(language, folders()).catalogue()
    return encode({text: said for text, said in whole.items() if text in needed})


def _strings(value: Any) -> Iterator[str]:
    """Yield every string in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from chain.from_iterable(map(_strings, value.values()))
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_strings, value))
