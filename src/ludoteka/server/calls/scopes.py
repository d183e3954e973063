"""Which scope a program's token needs for a request, before it is routed."""

import re
from collections.abc import Iterable

from starlette.routing import compile_path

from ludoteka.server.calls.call import Call

SOCKET = "/api/matches/{match}/socket"


class ScopeTable:
    """The calls that tokens allow; every other call is refused."""

    def __init__(self, calls: Iterable[Call]) -> None:
        allowed = [(call.method, call.path, call.scope) for call in calls if call.scope is not None]
        allowed.append(("GET", SOCKET, "match:play"))
        self._patterns: list[tuple[str, re.Pattern[str], str]] = [
            (method, compile_path(path)[0], scope) for method, path, scope in allowed
        ]

    def find(self, method: str, path: str) -> str | None:
        """Return the scope that a token needs for a request, "" if any token will do; None if none will."""
        method = "GET" if method == "HEAD" else method
        return next((scope for one, pattern, scope in self._patterns if one == method and pattern.match(path)), None)
