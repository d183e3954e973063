"""What pages say of themselves to other sites: only what anybody who opens the page sees."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request

from ludoteka.core.message import Message
from ludoteka.features.accounts.accounts import find_resident
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.previews.words import describe_match, describe_player
from ludoteka.features.puzzles.answers import open_puzzle
from ludoteka.games import folders
from ludoteka.puzzles.puzzle import task
from ludoteka.server.http.pages import Describe, Preview, house_name, language
from ludoteka.server.protocol.messages import check_match_id
from ludoteka.server.whole_matches import game_named
from ludoteka.store import Store
from ludoteka.surfaces.texts import Texts, texts_in

WELCOME = Message("Play against the computer, with somebody next to you, or with friends far away.")
LONGEST_TITLE = 120  # characters


class Descriptions(NamedTuple):
    """Describes pages, with what the house knows."""

    store: Store
    accounts: AccountStore

    def by_kind(self) -> Mapping[str, Describe]:
        """Return the functions that describe a page, by its kind."""
        return {
            "start": self.start,
            "rules": self.game,
            "analysis": self.game,
            "match": self.match,
            "review-page": self.match,
            "puzzle": self.puzzle,
            "profile": self.profile,
        }

    async def start(self, request: Request) -> Preview:
        text = request.app.state.own_settings.own.welcome or _texts(request).say(WELCOME)
        alt = _texts(request).say(Message("The covers of the games"))
        return Preview(house_name(request), text, _picture(request, "/preview/start"), alt)

    async def game(self, request: Request) -> Preview:
        texts, game = _texts(request), game_named(request.path_params["game"])
        title = texts.say(game.title)
        alt = texts.say(Message("The cover of {game}", game=game.title))
        return Preview(title, texts.say(game.summary), _picture(request, f"/preview/game/{game.name}"), alt)

    async def match(self, request: Request) -> Preview | None:
        header = await self.store.header(check_match_id(request.path_params["match"]))
        if header is None:
            return None
        texts, game = _texts(request), game_named(header.setup.game)
        players = " – ".join(texts.say(describe_player(seat)) for seat in header.setup.seats.values())
        title = f"{texts.say(game.title)}: {players}"
        shown = title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…"
        # The number of the last event makes sites fetch the picture again when somebody shares the link later
        path = _picture(request, f"/preview/match/{header.setup.id}", f"&after={header.number}")
        alt = texts.say(Message("The position of the match"))
        return Preview(shown, texts.say(describe_match(header)), path, alt)

    async def puzzle(self, request: Request) -> Preview:
        game, puzzle = open_puzzle(request.path_params["game"], request.path_params["number"])
        texts = _texts(request)
        title = texts.say(Message("{game}: puzzle {number}", game=game.title, number=str(puzzle.number)))
        path = _picture(request, f"/preview/puzzle/{game.name}/{puzzle.number}")
        return Preview(title, texts.say(task(game, puzzle)), path, texts.say(Message("The position of the puzzle")))

    async def profile(self, request: Request) -> Preview:
        account, _ = await find_resident(self.accounts, request.path_params["name"], "")
        texts = _texts(request)
        text = texts.say(Message("Ratings and matches of {name}", name=account.name))
        alt = texts.say(Message("The ratings of {name}", name=account.name))
        return Preview(account.name, text, _picture(request, f"/preview/resident/{quote(account.name, safe='')}"), alt)


def _texts(request: Request) -> Texts:
    return texts_in(language(request), folders())


def _picture(request: Request, path: str, more: str = "") -> str:
    return f"{path}?language={language(request)}{more}"
