"""The pages of the help and their pictures, over HTTP."""

from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludoteka.core.game import Game
from ludoteka.core.message import Message
from ludoteka.games import folders, games
from ludoteka.puzzles.puzzle import puzzles_of
from ludoteka.server.calls.call import ANY, Calls
from ludoteka.server.http.assets import file_asset
from ludoteka.server.http.pages import language, missing, page
from ludoteka.surfaces.texts import Texts, texts_in

PICTURES = Path(__file__).parent / "pictures"
CURRENT = 'aria-current="page"'


async def index(request: Request) -> Response:
    """Serve the first page of the help."""
    return _serve(request, "index")


async def help_page(request: Request) -> Response:
    """Serve a page of the help; the first one for a game without a page of its own."""
    from ludoteka.features.help.articles import ADDRESS, article_names  # noqa: PLC0415 - a house starts faster without it

    name = request.path_params["name"]
    if name in article_names():
        return _serve(request, name)
    return RedirectResponse(ADDRESS, 302) if name in games() else missing(request)


async def help_picture(request: Request) -> Response:
    """Serve a picture of the help."""
    name = request.path_params["picture"]
    if name not in {path.name for path in PICTURES.iterdir()}:
        raise HTTPException(404)
    return file_asset(PICTURES / name).response(request)


def _serve(request: Request, name: str) -> Response:
    from ludoteka.features.help.articles import address, article, article_names  # noqa: PLC0415 - as above

    reader = texts_in(language(request), folders())
    names = article_names()
    found = article(name, reader.language)

    def link(to: str, attribute: str) -> str:
        return f'<a href="{address(to)}" {attribute}>{escape(article(to, reader.language).title)}</a>'

    entries = "".join(f"<li>{link(one, CURRENT if one == name else '')}</li>\n" for one in names)
    number = names.index(name)
    neighbours = [link(one, 'rel="prev"') for one in names[:number][-1:]]
    neighbours += [link(one, 'rel="next"') for one in names[number + 1 :][:1]]
    contents = escape(reader.say(Message("Help pages")))
    content = f"""<details class="contents">
<summary>{contents}</summary>
<nav aria-label="{contents}"><ol>
{entries}</ol></nav>
</details>
<div class="reading">
<article>
{found.html}</article>
{_ways(games().get(name), reader)}<p class="neighbours">{"".join(neighbours)}</p>
</div>"""
    return page(request, "help", title=found.title, content=content)


def _ways(game: Game | None, reader: Texts) -> str:
    """Return the buttons below the page of a game."""
    if game is None:
        return ""
    ways = {f"/#{game.name}": Message("Play"), f"/rules/{game.name}": Message("Rules")}
    if puzzles_of(game):
        ways[f"/puzzles#{game.name}"] = Message("Puzzles")
    links = (f'<a class="button" href="{address}">{escape(reader.say(title))}</a>' for address, title in ways.items())
    return f'<p class="row">{"".join(links)}</p>\n'


calls = Calls()
calls.add_file("/help", "The first page of the help", index, costs={"read": 2})
calls.add_file("/help/{name}", "A page of the help", help_page, costs={"read": 2}, other_statuses=(302,))
calls.add_file("/help/pictures/{picture}", "A picture of the help", help_picture, content=ANY, other_statuses=(304,))
