"""The files of the browser client, its style sheets and its catalogues."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refused
from ludoteka.games import folders
from ludoteka.server.http import pages
from ludoteka.server.http.assets import Asset, client_files, client_version
from ludoteka.server.http.game_list import describe_games
from ludoteka.server.protocol.messages import encode
from ludoteka.surfaces.texts import LANGUAGES, client_texts, texts_in


async def client_file(request: Request) -> Response:
    """Serve a file of the browser client, below the client's version or without a version."""
    version, _, path = request.path_params["path"].rpartition("@/")
    if path not in client_files():
        raise HTTPException(404)
    return client_files()[path].response(request, is_final=version == client_version())


async def style_sheet(request: Request) -> Response:
    """Serve all style sheets of a kind of page as one, which loads faster than a dozen."""
    kind, _, ending = request.path_params["file"].rpartition(".")
    if kind not in pages.PAGES or ending != "css":
        raise HTTPException(404)
    content = b"\n".join(client_files()[path].content for path in pages.styles(kind))
    return _style_sheet(content).response(request, is_final=request.url.query == client_version())


@cache
def _style_sheet(content: bytes) -> Asset:
    return Asset(content, "text/css")


async def catalogue(request: Request) -> Response:
    """Return every text of the house, its browser client and its games in a language."""
    return _catalogue(_language(request)).response(request)


async def start_catalogue(request: Request) -> Response:
    """Return the part of the catalogue that the start page needs."""
    return _start_catalogue(_language(request)).response(request)


def _language(request: Request) -> str:
    """Return the language of a catalogue, which is large, so that requests for it are counted."""
    language: str = request.path_params["language"]
    if language not in LANGUAGES:
        raise Refused("no-such-language", Message("This server doesn't have that language."))
    return language


@cache
def _catalogue(language: str) -> Asset:
    return Asset(encode(texts_in(language, folders()).catalogue()), "application/json")


@cache
def _start_catalogue(language: str) -> Asset:
    needed = set(_strings(describe_games())) | client_texts(language).said_in(pages.modules("start"))
    whole = texts_in(language, folders()).catalogue()
    return Asset(encode({text: said for text, said in whole.items() if text in needed}), "application/json")


def _strings(value: Any) -> Iterator[str]:
    """Yield every string in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from chain.from_iterable(map(_strings, value.values()))
    elif isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_strings, value))
