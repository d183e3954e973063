"""The files of the browser client, its style sheets, its catalogues, and the web app manifest."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refusal
from ludoteka.games import folders
from ludoteka.server.calls.call import ANY, JSON, PUBLIC, Calls
from ludoteka.server.http import pages
from ludoteka.server.http.assets import Asset, client_files, client_version
from ludoteka.server.http.game_list import describe_games
from ludoteka.server.protocol.messages import encode
from ludoteka.surfaces.texts import LANGUAGES, client_texts, texts_in

MANIFEST = "application/manifest+json"
COMMENT_OR_INDENTATION = re.compile(rb"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)  # a tenth of a style sheet
PAPER = "#f4ecdd"  # as --linen in common/style.css
ACCENT = "#8c3123"
ICONS = [
    {"src": "/web/common/emblem.svg", "sizes": "any", "type": "image/svg+xml"},
    *({"src": f"/web/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)),
    {"src": "/web/icons/maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
]
NO_SUCH_LANGUAGE = Refusal("no-such-language", Message("This server doesn't have that language."), 404)
Catalogue = dict[str, str | list[str]]

calls = Calls()


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
    return _style_sheet(kind).response(request, is_final=request.url.query == client_version())


@cache
def _style_sheet(kind: str) -> Asset:
    written = b"\n".join(client_files()[path].content for path in pages.styles(kind))
    return Asset(COMMENT_OR_INDENTATION.sub(b"", written), "text/css")


async def manifest(request: Request) -> Response:
    """Return the manifest (https://www.w3.org/TR/appmanifest), with the name that the owner gave to the house."""
    name = pages.house_name(request)
    content = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": name,
        "short_name": name,
        "lang": pages.language(request),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "categories": ["games"],
        "icons": ICONS,
    }
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    return Response(encode(content), headers=headers, media_type=MANIFEST)


calls.add_file("/web/{path:path}", "A file of the browser client", client_file, content=ANY, other_statuses=(304,))
calls.add_file(
    "/styles/{file}", "All style sheets of a page, as one file", style_sheet, content="text/css", other_statuses=(304,)
)
calls.add_file(
    "/manifest.webmanifest",
    "What browsers need to install the house",
    manifest,
    content=MANIFEST,
    answer=dict[str, Any],
)


@calls.add(
    "GET /api/catalogue/{language}", costs={"read": 1}, scope=PUBLIC, answer=Catalogue, refuses=(NO_SUCH_LANGUAGE,)
)
async def get_catalogue(language: str, request: Request) -> Response:
    """Translations into a language.

    Every text of the house, its browser client and its games.
    """
    _check_language(language)
    return _catalogue(language).response(request)


@calls.add("GET /api/catalogue/{language}/start", costs={"read": 1}, answer=Catalogue, refuses=(NO_SUCH_LANGUAGE,))
async def get_start_catalogue(language: str, request: Request) -> Response:
    """Translations for the start page: those of the games, and of the modules that it loads at once."""
    _check_language(language)
    return _start_catalogue(language).response(request)


def _check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise NO_SUCH_LANGUAGE()


@cache
def _catalogue(language: str) -> Asset:
    return Asset(encode(texts_in(language, folders()).catalogue()), JSON)


@cache
def _start_catalogue(language: str) -> Asset:
    described = msgspec.json.decode(encode(describe_games()))
    needed = set(_strings(described)) | client_texts(language).said_in(pages.scripts("start"))
    whole = texts_in(language, folders()).catalogue()
    return Asset(encode({text: said for text, said in whole.items() if text in needed}), JSON)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        yield from chain.from_iterable(map(_strings, value.values() if isinstance(value, dict) else value))
