"""Pages and files: shells from the client's folder, put into the reader's language."""

import re
from functools import cache
from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from ludoteka import web
from ludoteka.core.message import Refused
from ludoteka.games import folders, games
from ludoteka.server.house import game_named
from ludoteka.surfaces.page import rules_page
from ludoteka.surfaces.texts import best_language, texts_in

WEB = Path(next(iter(web.__path__)))
GAME_FILES = {"cover.svg": "image/svg+xml", "looks.svg": "image/svg+xml", "looks.css": "text/css"}
IMPORT = re.compile(r'^(?!/\*\*| \*).*(?:from |import\()"\./(\w+\.js)"', re.MULTILINE)  # types are imported in comments

AT_ONCE = re.compile(r'^(?:import|\}) .*from "\./(\w+\.js)"', re.MULTILINE)


@cache
def modules(page: str) -> frozenset[str]:
    """Return the files of the scripts that a page loads, at once or later."""
    found: set[str] = set()
    sought = [f"{page}.js"]
    while sought:
        name = sought.pop()
        if name not in found:
            found.add(name)
            sought += IMPORT.findall((WEB / name).read_text("utf-8"))
    return frozenset(found)


@cache
def preloads(page: str) -> str:
    """Return links to the scripts that a page needs at once, so that none waits until another asks for it."""
    needed: dict[str, None] = {}  # in the order in which they are found
    sought = [f"{page}.js"]
    while sought:
        name = sought.pop(0)
        if name not in needed and (WEB / name).is_file():
            needed[name] = None
            sought += AT_ONCE.findall((WEB / name).read_text("utf-8"))
    return "".join(f'<link rel="modulepreload" href="/web/{name}">\n    ' for name in needed)


def language(request: Request) -> str:
    """Return the reader's language: the switch's cookie, else what the browser asks for."""
    return best_language(request.headers.get("accept-language", ""), request.cookies.get("language", ""))


def shell(request: Request, name: str, status: int = 200, **parts: str) -> HTMLResponse:
    """Return one of the client's pages in the reader's language; `parts` replace its <!--name--> comments."""
    text = (WEB / f"{name}.html").read_text("utf-8")
    text = text.replace('<html lang="en"', f'<html lang="{language(request)}"', 1)
    text = text.replace('<script type="module"', f'{preloads(name)}<script type="module"', 1)
    for part, content in parts.items():
        text = text.replace(f"<!--{part}-->", content)
    return HTMLResponse(text, status, {"cache-control": "no-cache", "vary": "accept-language, cookie"})


async def start_page(request: Request) -> Response:
    """Serve the start page."""
    return shell(request, "start")


async def match_page(request: Request) -> Response:
    """Serve the page of a match; whether there is one, its socket tells."""
    return shell(request, "match")


async def rules(request: Request) -> Response:
    """Serve the rules of a game."""
    try:
        game = game_named(request.path_params["game"])
    except Refused:
        return missing(request)
    reader = texts_in(language(request), folders())
    return shell(request, "rules", title=escape(reader.say(game.title)), article=rules_page(game, reader))


def missing(request: Request) -> Response:
    """Say that there is no such page."""
    return shell(request, "missing", 404)


async def game_file(request: Request) -> Response:
    """Serve one of the files by which a game looks as it does; 204 for one that it does without."""
    game = games().get(request.path_params["game"])
    name = request.path_params["file"]
    if game is None or name not in GAME_FILES:
        raise HTTPException(404)
    if not (game.folder / name).is_file():
        return Response(status_code=204, media_type=GAME_FILES[name])  # no fault that a browser would report
    return FileResponse(game.folder / name, media_type=GAME_FILES[name], headers={"cache-control": "no-cache"})
