"""User profiles: account details, ratings and matches."""

from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.accounts.skeletons import skeleton
from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.ratings.pools import POOLS
from ludoteka.server.house import House
from ludoteka.server.http.match_list import match_entry
from ludoteka.server.protocol.bodies import json_answer
from ludoteka.server.ratings import encode_ratings
from ludoteka.store.accounts.models import Account
from ludoteka.store.models import StoredMatch
from ludoteka.store.residents import MatchFilter

SHOWN = 30  # matches in a reply
LONGEST_NAME = 200  # characters
MOST_POINTS = 300  # of a rating's history
MATCHES_WEIGHT = 5  # requests, for a list of matches and their score


class Profile(NamedTuple):
    """A user as a reader sees them."""

    account: Account
    is_own: bool


async def find_profile(request: Request) -> Profile:
    """Return the user named in the request's address.  Raises Refused: "no-such-resident"."""
    return await find_resident(request.app.state.house, request.path_params["name"], request.scope["holder"])


async def find_resident(house: House, name: str, reader: str) -> Profile:
    """Return the user with a name, as the reader sees them.  Raises Refused: "no-such-resident"."""
    looks = skeleton(name) if len(name) <= LONGEST_NAME else ""
    account = await house.accounts.store.named(looks) if looks else None
    is_own = account is not None and account.holder == reader
    if account is None or not (is_own or is_shown(account)):
        raise no_such_resident()
    return Profile(account, is_own)


def is_shown(account: Account) -> bool:
    """Tell whether a user shows their profile to others."""
    return not account.is_hidden and account.closed_at is None


def no_such_resident() -> Refused:
    """Return the refusal for an unknown name or a hidden profile, which can't be told apart."""
    return Refused("no-such-resident", Message("Nobody here has this name, or they don't show their profile."))


async def _profile(request: Request) -> Response:
    """Return a user's profile with their ratings.  Raises Refused: "no-such-resident"."""
    house: House = request.app.state.house
    account, is_own = await find_profile(request)
    signed_in = request.scope["signed_in"]
    is_followed = is_blocked = None
    if signed_in and not is_own:
        is_followed = await house.residents.follows(signed_in.account, account.id)
        is_blocked = await house.blocks.has_blocked(signed_in.account, account.id)
    content = {
        "name": account.name,
        "role": account.role,
        "made_at": account.made_at,
        "is_own": is_own,
        "is_hidden": account.is_hidden,
        "is_bot": account.is_bot,
        "is_followed": is_followed,
        "is_blocked": is_blocked,
        "followers": await house.residents.follower_count(account.id),
        "ratings": encode_ratings(await house.rater.store.states(account.holder), house.now()),
    }
    return json_answer(content)


async def _matches(request: Request) -> Response:
    """Return a user's matches, their score in them and their playing statistics; only the user sees their private matches.

    Filters: `game`, `side`, `opponent` (a name), and `before`, the `next` of the previous reply.

    Raises:
        Refused: "no-such-resident", "bad-filter".
    """
    house: House = request.app.state.house
    account, is_own = await find_profile(request)
    wanted = await _read_filter(house, request, is_public=not is_own)
    if wanted is None:
        return json_answer({"matches": [], "next": None, "scores": [], "played": []})
    found = await house.residents.matches(account.holder, wanted, SHOWN + 1)
    whole = wanted._replace(before=None)
    scores = await house.residents.scores(account.holder, whole)
    played = await house.residents.played(account.holder, whole)
    return json_answer(
        {
            "matches": [_entry(one, account.holder, request.scope["holder"]) for one in found[:SHOWN]],
            "next": found[SHOWN - 1].made_at if len(found) > SHOWN else None,
            "scores": [one._asdict() for one in scores],
            "played": [one._asdict() for one in played],
        }
    )


async def _read_filter(house: House, request: Request, *, is_public: bool) -> MatchFilter | None:
    """Return the filter in the address, or None if no user has the opponent's name.  Raises Refused: "bad-filter"."""
    game, side, name, before = (request.query_params.get(key, "") for key in ("game", "side", "opponent", "before"))
    try:
        until = float(before) if before else None
    except ValueError:
        until = float("nan")
    if (game and game not in games()) or len(side) > LONGEST_NAME or len(name) > LONGEST_NAME or until != until:
        raise Refused("bad-filter", Message("Matches can't be filtered by that."))
    if not name:
        return MatchFilter(game, side, "", is_public, until)
    opponent = await house.accounts.store.named(skeleton(name))
    return MatchFilter(game, side, opponent.holder, is_public, until) if opponent else None


def _entry(kept: StoredMatch, holder: str, reader: str) -> dict[str, Any]:
    """Return a match as a list entry; `seat` is the user's."""
    [seat] = [letter for letter, one in kept.seats.items() if one.holder == holder]
    return match_entry(kept, reader) | {"seat": seat}


async def _history(request: Request) -> Response:
    """Return a user's rating in a game at a speed after each match, or after a sample of many matches.

    Raises:
        Refused: "no-such-resident", "bad-filter".
    """
    house: House = request.app.state.house
    account, _ = await find_profile(request)
    game, speed = check_pool(request)
    changes = await house.rater.store.history(account.holder, game, speed)
    step = -(-len(changes) // MOST_POINTS) or 1
    shown = changes[::-1][::step][::-1]  # always with the last one
    return json_answer({"points": [{"at": one.at, "rating": round(one.rating)} for one in shown]})


def check_pool(request: Request) -> tuple[str, str]:
    """Return the game and speed in the request's address.  Raises Refused: "bad-filter"."""
    game, speed = request.path_params["game"], request.path_params["speed"]
    if game not in games() or speed not in POOLS:
        raise Refused("bad-filter", Message("There are no ratings for that."))
    return game, speed


ROUTES = [
    Route("/api/residents/{name}", _profile),
    Route("/api/residents/{name}/matches", _matches),
    Route("/api/residents/{name}/ratings/{game}/{speed}", _history),
]
