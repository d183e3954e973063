"""The calls that API tokens allow, by the scope that each needs; every other call is refused."""

import re
from collections.abc import Iterator
from functools import cache

from starlette.routing import compile_path

PUBLIC = ""  # no scope is needed
SOCKET = "/api/matches/{match}/socket"
CALLS_BY_SCOPE: dict[str, tuple[str, ...]] = {
    PUBLIC: (
        "get /api/matches/{match}/rating",
        "get /api/residents/{name}",
        "get /api/residents/{name}/matches",
        "get /api/residents/{name}/ratings/{game}/{speed}",
        "get /api/leaderboards/{game}/{speed}",
    ),
    "match:play": (f"get {SOCKET}",),
    "follow:read": ("get /api/account/following",),
    "follow:write": ("post /api/residents/{name}/follow", "post /api/residents/{name}/unfollow"),
}
SCOPE_OF = {call: scope for scope, calls in CALLS_BY_SCOPE.items() for call in calls}


@cache
def _patterns() -> list[tuple[str, re.Pattern[str], str]]:
    return list(_compiled())


def _compiled() -> Iterator[tuple[str, re.Pattern[str], str]]:
    for call, scope in SCOPE_OF.items():
        method, _, path = call.partition(" ")
        yield method, compile_path(path)[0], scope


def scope_needed(method: str, path: str) -> str | None:
    """Return the scope that a token needs for a call; None if no token allows it."""
    method = "get" if method == "HEAD" else method.lower()
    return next((scope for one, pattern, scope in _patterns() if one == method and pattern.match(path)), None)
