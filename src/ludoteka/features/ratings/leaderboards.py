"""Leaderboards: the best users in each game at each speed."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.features.profiles.profiles import check_pool
from ludoteka.server.protocol.bodies import json_answer

SHOWN = 50  # users
RECENT_SECONDS = 90 * 86_400.0  # within which a user must have played a rated match


async def _leaderboard(request: Request) -> Response:
    """Return the best users in a game at a speed, best first.  Raises Refused: "bad-filter"."""
    house = request.app.state.house
    game, speed = check_pool(request)
    leaders = await house.residents.leaders(game, speed, house.now() - RECENT_SECONDS, SHOWN)
    content = [{"name": one.name, "rating": round(one.rating), "number": one.number} for one in leaders]
    return json_answer(content)


ROUTES = [Route("/api/leaderboards/{game}/{speed}", _leaderboard)]
