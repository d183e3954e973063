"""The lobby: public matches with free seats, and public matches to watch."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.core.clock import TimeControl
from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.referee.events import guest_number
from ludoteka.server.http.match_list import seat_entries
from ludoteka.server.protocol.messages import encode
from ludoteka.store.models import StoredMatch

MOST = 50  # matches of each kind in an answer
MAX_SEARCHED = 500  # newest matches that a filter looks at
LEVELS = {"", *map(str, range(11))}  # of a computer; 0 for none
CLOCKS: dict[str, Callable[[TimeControl], bool]] = {
    "": lambda control: True,
    "live": lambda control: control.is_live,
    "days": lambda control: control.kind == "days",
    "none": lambda control: control.kind == "none",
}


async def list_lobby(request: Request) -> Response:
    """List the open tables and the matches to watch, newest first.

    Filters: `game`, `clock` (live, days, none) and `level` (of a computer at the table; 0 for no computer).

    Raises:
        Refused: "bad-filter".
    """
    house, holder = request.app.state.house, request.scope["holder"]
    game, is_wanted, searched = _read_filters(request)
    found = [await house.store.lobby(house.now(), game, is_open, searched) for is_open in (True, False)]
    open_ones, playing = ([lobby_entry(one, holder) for one in kept if is_wanted(one)][:MOST] for kept in found)
    return Response(encode({"open": open_ones, "playing": playing}), media_type="application/json")


def _read_filters(request: Request) -> tuple[str, Callable[[StoredMatch], bool], int]:
    """Return the game, a predicate for the other filters, and how many matches to search."""
    game, clock, level = (request.query_params.get(name, "") for name in ("game", "clock", "level"))
    if (game and game not in games()) or clock not in CLOCKS or level not in LEVELS:
        raise Refused("bad-filter", Message("Open tables can't be filtered by that."))
    is_of_clock = CLOCKS[clock]

    def is_wanted(kept: StoredMatch) -> bool:
        levels = [one.level for one in kept.seats.values() if one.kind == "computer"]
        has_level = level == "" or (int(level) in levels if int(level) else not levels)
        return kept.game in games() and is_of_clock(TimeControl.parse(kept.clock)) and has_level

    return game, is_wanted, MAX_SEARCHED if clock or level else MOST


def lobby_entry(kept: StoredMatch, holder: str) -> dict[str, Any]:
    """Return a public match as an entry of the lobby, without its secret options."""
    told = {one.name for one in games()[kept.game].options if not one.is_secret}
    return {
        "id": kept.id,
        "game": kept.game,
        "options": {name: value for name, value in kept.options.items() if name in told},
        "clock": kept.clock,
        "made_at": kept.made_at,
        "seats": seat_entries(kept, holder),
        "host_knows_secrets": kept.host_knows_secrets,
        "rated": kept.rated,
        "host": {"name": kept.host_name, "guest": guest_number(kept.host), "standing": kept.host_standing},
    }


ROUTES = [Route("/api/lobby", list_lobby)]
