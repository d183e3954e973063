"""Pages and files: one template, filled in for each page in the reader's language."""

import posixpath
import re
from collections.abc import Awaitable, Callable
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ludoteka.core.message import Message, Refused
from ludoteka.games import folders, games
from ludoteka.server.calls.call import ANY, Calls
from ludoteka.server.http.assets import MEDIA_TYPES, WEB, client_version, file_asset
from ludoteka.server.whole_matches import game_named
from ludoteka.surfaces.texts import best_language, texts_in

GAME_FILES = ("cover.svg", "looks.svg", "looks.css")
IMPORT = re.compile(r'^(?:import|\}) .*from "(\.[\w./-]+\.js)"', re.MULTILINE)


class Preview(NamedTuple):
    """What a page says of itself to sites that show a link to it (https://ogp.me)."""

    title: str
    description: str
    picture: str  # its path, with the query
    alt: str  # what the picture shows, in words


PICTURE_SIZE = 1200, 630  # pixels
Describe = Callable[[Request], Awaitable[Preview | None]]


class Page:
    """A kind of page: its script, its style sheets, and what it shows until the script has run."""

    def __init__(self, script: str, *styles: str, content: str = "fallback") -> None:
        self.script, self.styles, self.content = script, styles, content


BASE_STYLES = ("common/style.css", "common/controls.css")
BOARD = ("board/board.css", "board/interaction.css", "match/sidebar.css", "match/choices.css", "dice/dice.css")
MATCH = (
    *("match/seats.css", "match/match.css", "match/actions.css"),
    *("record/record.css", "match/chat.css", "match/said.css", "match/narrow.css"),
)
SHEETS, SETUP = "common/sheets.css", "start/setup.css"
TOURNAMENTS, CHALLENGES = "tournaments/tournaments.css", "challenges/challenges.css"
PAGES = {  # by the class of their body
    "start": Page("start/start.js", "start/start.css"),
    "match": Page("match/match.js", *BOARD, *MATCH),
    "embed": Page("embed/embed.js", *BOARD, "match/seats.css", "embed/embed.css"),
    "review-page": Page("review/review.js", "board/board.css", "dice/dice.css", "review/review.css"),
    "analysis": Page("analysis/analysis.js", *BOARD, "record/record.css", "analysis/analysis.css"),
    "puzzles": Page("puzzles/list.js", "puzzles/list.css"),
    "puzzle": Page("puzzles/puzzle.js", *BOARD, "puzzles/puzzle.css"),
    "account": Page("account/account.js", SHEETS, "account/account.css"),
    "mail-link": Page("account/mail-link.js", SHEETS, "account/account.css"),
    "sign-in": Page("pages/sign-in.js", SHEETS),
    "profile": Page("profiles/profile.js", SHEETS, SETUP, TOURNAMENTS, CHALLENGES, "profiles/profile.css"),
    "leaderboards": Page("profiles/leaderboards.js", SHEETS, "profiles/leaderboards.css"),
    "watch": Page("profiles/watch.js", "board/board.css", SHEETS, "profiles/watch.css"),
    "tournaments": Page("tournaments/tournaments.js", SHEETS, SETUP, TOURNAMENTS),
    "tournament": Page("tournaments/tournament.js", SHEETS, "tournaments/tournament.css"),
    "dice-page": Page("dice/statistics.js", "dice/statistics.css"),
    "rules": Page("pages/rules.js", "board/board.css", "pages/rules.css"),
    "help": Page("help/help.js", "pages/rules.css", "help/help.css"),
    "order": Page("moderation/moderation.js", SHEETS, "moderation/moderation.css"),
    "notices-end": Page("notices/end.js", SHEETS),
    "settings": Page("settings/settings.js", SHEETS, "settings/settings.css"),
    "closed": Page("pages/closed.js", content="missing"),
    "missing": Page("pages/missing.js", content="missing"),
}
FOOT = {
    "/help": Message("Help"),
    "/help/privacy": Message("Safety and privacy"),
    "/leaderboards": Message("Best players"),
    "/dice": Message("All dice in this house"),
}


def _imports(script: str) -> list[str]:
    folder = posixpath.dirname(script)
    return [posixpath.normpath(f"{folder}/{path}") for path in IMPORT.findall((WEB / script).read_text("utf-8"))]


@cache
def scripts(kind: str) -> tuple[str, ...]:
    """Return the script of a kind of page and every module that it imports directly or through others, each once.

    Modules that are imported later, when they are used, are left out.
    """
    order = [PAGES[kind].script]
    for path in order:
        order += [found for found in dict.fromkeys(_imports(path)) if found not in order]
    return tuple(order)


def styles(kind: str) -> tuple[str, ...]:
    """Return the style sheets of a kind of page by their paths, in the order in which they apply."""
    return (*BASE_STYLES, *PAGES[kind].styles)


@cache
def _links(kind: str) -> str:
    """Return the links to a page's styles and to the scripts it needs at once, so that no script waits for another one."""
    preloads = [f'<link rel="modulepreload" href="/web/{client_version()}@/{path}">' for path in scripts(kind)]
    return "\n    ".join([f'<link rel="stylesheet" href="/styles/{kind}.css?{client_version()}">', *preloads])


@cache
def _fragment(name: str) -> str:
    return (WEB / "pages" / f"{name}.html").read_text("utf-8").rstrip()


def house_name(request: Request) -> str:
    """Return the name that the owner gave to the house."""
    return request.app.state.own_settings.own.name or "Ludoteka"


def language(request: Request) -> str:
    """Return the reader's language: from the cookie of the language switch, else from Accept-Language."""
    offered = request.app.state.own_settings.own.languages
    return best_language(request.headers.get("accept-language", ""), request.cookies.get("language", ""), offered)


def public_address(request: Request) -> str:
    """Return the address of the start page, as the owner has set it or as the client has used it."""
    return request.app.state.house.settings.public_address or str(request.base_url)


def preview_tags(request: Request, preview: Preview) -> str:
    """Return the tags from which other sites make a preview."""
    start, (width, height) = public_address(request).rstrip("/"), PICTURE_SIZE
    said = {
        "og:site_name": house_name(request),
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": f"{start}{request.scope['raw_path'].decode('ascii')}",
        "og:image": f"{start}{preview.picture}",
        "og:image:type": "image/png",
        "og:image:width": width,
        "og:image:height": height,
        "og:image:alt": preview.alt,
    }
    tags = [f'<meta property="{name}" content="{escape(str(value))}">' for name, value in said.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n    ".join([f'<meta name="description" content="{escape(preview.description)}">', *tags])


async def described_page(request: Request, kind: str, title: str = "", content: str = "") -> HTMLResponse:
    """Return a page as `page` does, with what it says of itself to other sites."""
    describe = request.app.state.house.previews.get(kind)
    try:
        preview = await describe(request) if describe else None
    except Refused:  # there is no such thing, or the database is away: the page itself says so
        preview = None
    return page(request, kind, title=title, content=content, preview=preview)


def page(
    request: Request, kind: str, status: int = 200, title: str = "", content: str = "", preview: Preview | None = None
) -> HTMLResponse:
    """Return a kind of page in the reader's language; `content` is HTML, `title` is plain text."""
    name = house_name(request)
    text = Template(_fragment("page")).substitute(
        language=language(request),
        title=escape(f"{title} · {name}" if title else name),
        house=escape(name),
        languages=" ".join(request.app.state.own_settings.own.languages),
        preview=preview_tags(request, preview) if preview else "",
        links=_links(kind),
        script=f"{client_version()}@/{PAGES[kind].script}",
        kind=kind,
        resident=escape(request.scope.get("resident", "")),
        content=content or _fragment(PAGES[kind].content),
        foot=_foot(language(request)),
    )
    return HTMLResponse(text, status, {"cache-control": "no-cache", "vary": "accept-language, cookie"})


@cache
def _foot(language: str) -> str:
    """Return what stands at the foot of every page."""
    reader = texts_in(language, folders())
    return " · ".join(f'<a href="{address}">{escape(reader.say(title))}</a>' for address, title in FOOT.items())


def serve_page(kind: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler of a page that is the same for all addresses: its script asks the house for the rest."""

    async def serve(request: Request) -> Response:
        return await described_page(request, kind)

    return serve


async def change_password(request: Request) -> Response:
    """Redirect password managers to the page to change a password (https://w3c.github.io/webappsec-change-password-url)."""
    return RedirectResponse("/account", 302)


async def analysis_board(request: Request) -> Response:
    """Serve the analysis board of a game; the page itself says if the game has secrets."""
    return await described_page(request, "analysis") if request.path_params["game"] in games() else missing(request)


async def rules(request: Request) -> Response:
    """Serve the rules of a game."""
    from ludoteka.surfaces.page import rules_page  # noqa: PLC0415 - a house starts faster without it

    try:
        game = game_named(request.path_params["game"])
    except Refused:
        return missing(request)
    reader = texts_in(language(request), folders())
    article = f"<article>\n{rules_page(game, reader)}\n</article>"
    return await described_page(request, "rules", title=reader.say(game.title), content=article)


def missing(request: Request) -> Response:
    """Serve the page for an address that leads nowhere."""
    return page(request, "missing", 404)


def closed(request: Request) -> Response:
    """Serve the page for banned visitors."""
    return page(request, "closed", 403)


async def game_file(request: Request) -> Response:
    """Serve one of the files that give a game its looks; 204 for one that the game does without."""
    game = games().get(request.path_params["game"])
    name = request.path_params["file"]
    if game is None or name not in GAME_FILES:
        raise HTTPException(404)
    if not (game.folder / name).is_file():
        return Response(status_code=204, media_type=MEDIA_TYPES[Path(name).suffix])  # browsers report a 404 as an error
    return file_asset(game.folder / name).response(request)


calls = Calls()
calls.add_file("/", "The start page", serve_page("start"))
calls.add_file("/match/{match}", "The page of a match", serve_page("match"), costs={"read": 1})
calls.add_file(
    "/match/{match}/review", "The page of the review of a match", serve_page("review-page"), costs={"read": 1}
)
calls.add_file("/analysis/{game}", "The analysis board", analysis_board)
calls.add_file("/rules/{game}", "The rules of a game", rules, costs={"read": 10})
calls.add_file("/account", "The account page", serve_page("account"))
calls.add_file("/account/mail", "The page of an e-mail link", serve_page("mail-link"))
calls.add_file(
    "/.well-known/change-password", "The page to change a password, for password managers", change_password, status=302
)
calls.add_file("/resident/{name}", "The page of a user", serve_page("profile"), costs={"read": 1})
calls.add_file("/leaderboards", "The leaderboards, as a page", serve_page("leaderboards"))
calls.add_file("/watch", "The page of matches in progress", serve_page("watch"))
calls.add_file("/order", "The moderators' page", serve_page("order"))
calls.add_file("/settings", "The page of settings of the house", serve_page("settings"))
calls.add_file("/tournaments", "The list of tournaments, as a page", serve_page("tournaments"))
calls.add_file("/tournament/{tournament}", "The page of a tournament", serve_page("tournament"))
calls.add_file("/games/{game}/{file}", "A file with a game's looks", game_file, content=ANY, other_statuses=(204,))
