"""The declaration of a call: who may make it, what it costs, takes, answers and refuses.

    calls = Calls()

    @calls.add("POST /api/tournaments/{tournament}/join", costs={"creation": 1}, scope="tournament:write", refuses=JOINING)
    async def join(tournaments: Tournaments, tournament: str, user: SignedIn, body: NoRequest) -> TournamentRecord:
        '''Join.'''

The handler's parameters say what it needs: `query` and `body` are read from the request into the struct of their type;
the names in the address are texts, and ids of matches if their type is `MatchId`; `user` is the user who is signed in,
and the call is refused without one, unless it may be None; a `Holder`, a `LimitKey` and a `Request` are those of the
client; everything else is a service of the house, named by its type.  A handler that returns None answers an empty
object.  The first line of the docstring is the summary in the API description.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import isnan
from types import NoneType
from typing import Any, NewType, get_type_hints

from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Refusal, Refused
from ludoteka.server.calls.answers import Nothing
from ludoteka.server.operations.limits import LimitKey
from ludoteka.server.people.guests import BAD_ORIGIN
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.protocol.messages import BAD_MESSAGE, MAX_CHARACTERS, TOO_LARGE
from ludoteka.store.people import NOT_SIGNED_IN

JSON, HTML, PLAIN, SVG, CSV, ANY = "application/json", "text/html", "text/plain", "image/svg+xml", "text/csv", "*/*"
LINES = "application/x-ndjson"
BAD_FILTER = Refusal("bad-filter")
PUBLIC = ""  # the scope of calls that every token allows
Holder = NewType("Holder", str)  # the client's
MatchId = NewType("MatchId", str)
GIVEN = {SignedIn, SignedIn | None, Holder, LimitKey, Request}  # types of parameters that aren't services
Handler = Callable[..., Awaitable[Any]]


def read_time(written: str, refused: Refused) -> float:
    """Return a time that an address contains; raise the refusal for anything else."""
    with suppress(ValueError):
        if not isnan(time := float(written)):
            return time
    raise refused


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call of the API, whole."""

    method: str  # "GET" or "POST"
    path: str
    handle: Handler
    costs: Mapping[str, int]  # the weight under each limit of `limits.RATES`
    scope: str | None = None  # that a token needs; None if no token may make the call
    status: int = 200  # of the answer
    refuses: tuple[Refusal | str, ...] = ()  # besides what any call may be refused with; a code has status 400
    content: str = JSON  # of the answer
    answer: Any = None  # the type of the content, if the handler returns it in a response of its own
    accepts: str = JSON  # the content of the body
    longest: int = MAX_CHARACTERS  # bytes of the body
    takes: Any = None  # the type of a body that the handler reads itself
    other_statuses: tuple[int, ...] = ()  # of answers that are no refusals
    page_statuses: tuple[int, ...] = ()  # of refusals that people may get as a page
    is_for_all_sites: bool = False  # whether pages of other sites may make it
    hints: Mapping[str, Any]  # types of the handler's parameters, and of its answer ("return")
    summary: str

    @property
    def line(self) -> str:
        """The method and the address: "post /api/matches"."""
        return f"{self.method.lower()} {self.path}"

    @property
    def body(self) -> Any:
        """The type of the body; None without one, and for one that is not JSON."""
        return self.hints.get("body", self.takes)

    @property
    def names(self) -> list[str]:
        return re.findall(r"{(\w+)[}:]", self.path)

    def all_refusals(self) -> Iterator[Refusal]:
        """Yield the refusals of the call, with those that follow from its declaration."""
        yield from (Refusal(refusal) if isinstance(refusal, str) else refusal for refusal in self.refuses)
        if "query" in self.hints:
            yield BAD_FILTER
        if self.body or self.accepts != JSON:
            yield BAD_MESSAGE
            yield TOO_LARGE
        if self.method != "GET" and not self.is_for_all_sites:
            yield BAD_ORIGIN
        if SignedIn in self.hints.values():
            yield NOT_SIGNED_IN

    @property
    def services(self) -> dict[str, type]:
        given = {"query", "body", "return", *self.names}
        return {name: kind for name, kind in self.hints.items() if name not in given and kind not in GIVEN}


class Calls:
    """Calls that belong together."""

    def __init__(self) -> None:
        self._calls: list[Call] = []

    def __iter__(self) -> Iterator[Call]:
        return iter(self._calls)

    def add(self, line: str, *, costs: Mapping[str, int], **declared: Any) -> Callable[[Handler], Handler]:
        """Declare the call that the decorated function handles; `line` is its method and address, the rest as in `Call`."""
        method, _, path = line.partition(" ")

        def declare(handle: Handler) -> Handler:
            summary = (handle.__doc__ or "").partition("\n")[0].rstrip(".")
            hints = get_type_hints(handle, include_extras=True)
            hints["return"] = Nothing if hints["return"] is NoneType else hints["return"]
            call = Call(method=method, path=path, handle=handle, costs=costs, hints=hints, summary=summary, **declared)
            self._calls.append(call)
            return handle

        return declare

    def add_file(
        self, path: str, summary: str, handle: Callable[[Request], Awaitable[Response]], **declared: Any
    ) -> None:
        """Declare a page or a file, which `handle` serves."""
        declared = {"costs": {"request": 1}, "content": HTML} | declared
        hints = {"request": Request, "return": Response}
        self._calls.append(Call(method="GET", path=path, handle=handle, hints=hints, summary=summary, **declared))
