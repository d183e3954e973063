"""The pictures of previews and of records, and the board that other sites can embed, over HTTP (docs/embedding.md)."""

from functools import partial
from html import escape

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts.accounts import NO_SUCH_RESIDENT, find_resident
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.previews import drawings
from ludoteka.features.previews.descriptions import WELCOME
from ludoteka.features.previews.pictures import PNG, Pictures
from ludoteka.features.puzzles.answers import open_puzzle
from ludoteka.features.puzzles.calls import PUZZLE_REFUSALS
from ludoteka.features.ratings.rater import encode_ratings
from ludoteka.features.ratings.store import RatingStore
from ludoteka.games import folders
from ludoteka.pictures.availability import NO_ANIMATION, has_animation
from ludoteka.referee.record_conversion import NOT_OVER
from ludoteka.server.calls.call import ANY, HTML, PUBLIC, SVG, Calls, MatchId
from ludoteka.server.http import pages
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.operations.limits import LimitKey
from ludoteka.server.operations.work_queue import ReplayQueue
from ludoteka.server.people.guests import SECURITY_HEADERS
from ludoteka.server.replays import REPLAY_REFUSALS, Replays
from ludoteka.server.whole_matches import NO_SUCH_GAME, game_named
from ludoteka.store.models import MatchHeader
from ludoteka.surfaces.texts import LANGUAGES, texts_in

MINUTE, DAY = 60, 86_400  # seconds
COSTS = {"read": 10}  # to draw a picture takes a fifth of a second of a core, but it is drawn once
CSP = "content-security-policy"
FRAMED = SECURITY_HEADERS[CSP].replace("frame-ancestors 'none'", "frame-ancestors *")

FORMS = {"html": "text/html", "svg": SVG, "png": PNG}  # of records
FRAMES_AT_ONCE = 8  # of an animation: about a second of a core
LONGEST = 2000  # events of a match of which every step is drawn: some ten seconds of a core
TOO_LONG = Refusal(
    "too-long",
    Message("This match is too long for that. You can save its record as text, and its end as a picture."),
    409,
)
NO_SUCH_FORM = Refusal("no-such-form", Message("A record can be saved as svg, png or html."), 404)

calls = Calls()


class PictureQuery(msgspec.Struct):
    """In which language a picture speaks; `after` only tells pictures of a match apart."""

    language: str = "en"
    after: str = ""

    @property
    def known(self) -> str:
        """The language, if the house has it; English otherwise."""
        return self.language if self.language in LANGUAGES else "en"


@calls.add("GET /preview/start", content=PNG, costs=COSTS, other_statuses=(304,))
async def show_house(
    pictures: Pictures, queue: ReplayQueue, client: LimitKey, query: PictureQuery, request: Request
) -> Response:
    """The picture of the house, for link previews."""
    text = request.app.state.own_settings.own.welcome or texts_in(query.known, folders()).say(WELCOME)
    shows = pages.house_name(request), text
    draw = partial(queue.run, client.address, drawings.draw_house, *shows)
    return await pictures.answer(request, shows, DAY, draw)


@calls.add("GET /preview/game/{game}", content=PNG, costs=COSTS, refuses=(NO_SUCH_GAME,), other_statuses=(304,))
async def show_game(
    pictures: Pictures, queue: ReplayQueue, game: str, client: LimitKey, query: PictureQuery, request: Request
) -> Response:
    """The picture of a game, for link previews."""
    shows = query.known, pages.house_name(request), game_named(game).name
    draw = partial(queue.run, client.address, drawings.draw_game, *shows)
    return await pictures.answer(request, shows, DAY, draw)


@calls.add("GET /preview/match/{match}", content=PNG, costs=COSTS, refuses=REPLAY_REFUSALS, other_statuses=(304,))
async def show_match(
    pictures: Pictures, replays: Replays, match: MatchId, client: LimitKey, query: PictureQuery, request: Request
) -> Response:
    """The picture of a match as spectators see it, for link previews."""
    header = await replays.header(match)
    game_named(header.setup.game)
    said = query.known, pages.house_name(request)
    names = [(seat.kind, seat.level, seat.name, seat.standing) for seat in header.setup.seats.values()]
    shows = match, header.number, names, *said
    draw = partial(replays.ask, match, client, lambda _: None, partial(drawings.draw_match, *said))
    return await pictures.answer(request, shows, MINUTE if header.status.result is None else DAY, draw)


@calls.add(
    "GET /preview/puzzle/{game}/{number}", content=PNG, costs=COSTS, refuses=PUZZLE_REFUSALS, other_statuses=(304,)
)
async def show_puzzle(
    pictures: Pictures,
    queue: ReplayQueue,
    game: str,
    number: str,
    client: LimitKey,
    query: PictureQuery,
    request: Request,
) -> Response:
    """The picture of a puzzle without its solution, for link previews."""
    open_puzzle(game, number)
    shows = query.known, pages.house_name(request), game, number
    draw = partial(queue.run, client.address, drawings.draw_puzzle, *shows)
    return await pictures.answer(request, shows, DAY, draw)


@calls.add("GET /preview/resident/{name}", content=PNG, costs=COSTS, refuses=(NO_SUCH_RESIDENT,), other_statuses=(304,))
async def show_resident(
    pictures: Pictures,
    queue: ReplayQueue,
    accounts: AccountStore,
    ratings: RatingStore,
    time: HouseTime,
    name: str,
    client: LimitKey,
    query: PictureQuery,
    request: Request,
) -> Response:
    """The picture of a user who doesn't hide their profile, for link previews."""
    account, _ = await find_resident(accounts, name, "")
    rated = encode_ratings(await ratings.states(account.holder), time.now())
    rows = [(one.game, one.speed, "" if one.is_provisional else str(one.rating)) for one in rated]
    shows = query.known, pages.house_name(request), account.name, rows
    draw = partial(queue.run, client.address, drawings.draw_profile, *shows)
    return await pictures.answer(request, shows, MINUTE, draw)


@calls.add(
    "GET /embed/match/{match}",
    scope="",
    content=HTML,
    costs={"read": 1},
    refuses=REPLAY_REFUSALS,
    page_statuses=(401, 403, 409, 429, 503),
)
async def show_board(replays: Replays, match: MatchId, request: Request) -> Response:
    """The board of a match, for a frame on another site.

    It only shows, so nobody can be tricked into a click.
    """
    game = game_named((await replays.header(match)).setup.game)
    title = texts_in(pages.language(request), folders()).say(game.title)
    return _framed(pages.page(request, "embed", title=title, content=f"<h1>{escape(title)}</h1>"))


def refused_board(request: Request, refused: Refused, status: int) -> Response:
    """Say in the frame why there is no board."""
    text = texts_in(pages.language(request), folders()).say(refused.message)
    return _framed(pages.page(request, "embed", status, content=f"<p>{escape(text)}</p>"))


def _framed(page: Response) -> Response:
    page.headers[CSP] = FRAMED
    return page


@calls.add(
    "GET /match/{match}/record/{form}",
    content=ANY,
    costs={"read": 20},
    scope=PUBLIC,
    refuses=(*REPLAY_REFUSALS, NOT_OVER, TOO_LONG, NO_SUCH_FORM),
)
async def save_record(replays: Replays, match: MatchId, form: str, client: LimitKey, request: Request) -> Response:
    """The record of a finished match as a picture of its end, or as a page that replays it.

    The form is svg, png or html.
    """
    if form not in FORMS:
        raise NO_SUCH_FORM()
    save = partial(drawings.save_record, form, pages.language(request))
    name, saved = await replays.ask(match, client, _check_steps if form == "html" else _check_over, save)
    return _file(name, saved, FORMS[form])


@calls.add(
    "GET /match/{match}/animation",
    content="image/gif",
    costs={"review": 1},
    scope=PUBLIC,
    refuses=(*REPLAY_REFUSALS, NOT_OVER, TOO_LONG, NO_ANIMATION),
)
async def animate_record(replays: Replays, queue: ReplayQueue, match: MatchId, client: LimitKey) -> Response:
    """The record of a finished match as an animated GIF.

    It is drawn in parts, between which others take their turns.
    """
    if not has_animation():
        raise NO_ANIMATION()
    text, steps = await replays.ask(match, client, _check_steps, drawings.begin_animation)
    frames: list[bytes] = []
    with queue.one_request(client):
        for first in range(0, len(steps), FRAMES_AT_ONCE):
            part = steps[first : first + FRAMES_AT_ONCE]
            frames += await queue.run(client.address, drawings.draw_frames, text, part)
        animated = await queue.run(client.address, drawings.join_frames, frames)
    return _file(f"{match}.gif", animated, "image/gif")


def _check_over(header: MatchHeader) -> None:
    if header.status.result is None:
        raise NOT_OVER(Message("The match can be saved in this form when it is over."))


def _check_steps(header: MatchHeader) -> None:
    _check_over(header)
    if header.number > LONGEST:
        raise TOO_LONG()


def _file(name: str, content: bytes, media_type: str) -> Response:
    return Response(content, media_type=media_type, headers={"content-disposition": f'attachment; filename="{name}"'})
