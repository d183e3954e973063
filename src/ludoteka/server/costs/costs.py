"""The rate limits under which each call counts, and its weight.

A weight of one stands for about two milliseconds of a core in a large house, as `bench/call_costs.py` measures them (decision 0052).
"""

from collections.abc import Iterator

from ludoteka.server.operations.limits import HELLO_WEIGHT
from ludoteka.server.protocol.token_scopes import COMMANDS

Cost = tuple[str, int]  # the name of a limit (`limits.RATES`), and the weight
ACCOUNT = "post /api/account/"
COSTS_BY_LIMIT: dict[str, dict[int, tuple[str, ...]]] = {
    "request": {  # every request counts under this limit; these calls under no other
        1: (
            *("get /", "get /dice", "get /match/{match}", "get /match/{match}/review", "get /account"),
            *("get /account/mail", "get /.well-known/change-password", "get /resident/{name}", "get /leaderboards"),
            *("get /watch", "get /order", "get /settings", "get /tournaments", "get /tournament/{tournament}"),
            *("get /analysis/{game}", "get /puzzles", "get /puzzle/{game}/{number}"),
            *(
                "get /games/{game}/{file}",
                "get /styles/{file}",
                "get /manifest.webmanifest",
                "get /web/{path:path}",
                "get /metrics",
            ),
            *("get /api/health", "get /api/ready"),
        )
    },
    "read": {
        1: (
            *("get /api/house", "get /api/catalogue/{language}", "get /api/catalogue/{language}/start"),
            *("get /api/guest", "get /api/dice", "get /api/matches/{match}/review"),
            *("get /api/openapi.json", "get /api/asyncapi.json"),
            "get /api/matches/{match}/positions/{number}",
            *("get /api/puzzles", "get /api/puzzles/{game}/{number}", "post /api/puzzles/{game}/{number}"),
            *("post /api/analysis/position", "post /api/analysis/lines"),  # and by their length
            *("post /api/analysis/tree", "post /api/analysis/record"),
            "get /api/lobby",
            "post /api/matches/{match}/review",
        ),
        2: ("get /api/matches",),
        5: (*("get /match/{match}/record", "get /match/{match}/dice"), "get /api/events"),
        10: ("get /match/{match}/link.svg", "get /rules/{game}"),
    },
    "creation": {
        1: (*("post /api/matches", "post /api/guest", "post /api/matches/{match}/rematch"),),
        5: ("post /api/records", "post /api/matches/{match}/retry"),
    },
    "message": {
        1: tuple(f"post /api/matches/{{match}}/{command}" for command in COMMANDS),
        HELLO_WEIGHT: ("get /api/matches/{match}/stream",),  # and by the length of the match
    },
}
FOREIGN: tuple[str, ...] = ()  # calls that other sites may make


def _by_call() -> Iterator[tuple[str, Cost]]:
    for limit, by_weight in COSTS_BY_LIMIT.items():
        for weight, calls in by_weight.items():
            yield from ((call, (limit, weight)) for call in calls)


def costs_of(call: str) -> list[Cost]:
    """Return the limits under which a call ("get /api/house") counts, and its weights.

    Raises:
        KeyError: no cost is declared.
    """
    found = [cost for one, cost in _by_call() if one == call]
    if not found:
        raise KeyError(call)
    return found
