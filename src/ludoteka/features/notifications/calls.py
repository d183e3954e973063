"""Notification settings over HTTP (docs/notices.md)."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludoteka.features.accounts.calls import account_post
from ludoteka.features.notifications.choices import (
    BrowserRequest,
    NoticeRequest,
    SubscriptionRequest,
    read_notice_request,
)
from ludoteka.features.notifications.notifier import POSSIBLE
from ludoteka.server.http.pages import language, page
from ludoteka.server.people.sessions import SignedIn, signed_in
from ludoteka.server.protocol.bodies import json_answer, read_short_body

if TYPE_CHECKING:
    from ludoteka.house.house import House


async def _notices(request: Request) -> Response:
    """Return the user's settings.  Raises Refused: "not-signed-in"."""
    house, who = request.app.state.house, signed_in(request)
    return json_answer(await _describe_notices(house, who))


async def _describe_notices(house: "House", who: SignedIn) -> dict[str, Any]:
    notices = house.notices
    chosen = await notices.choices.describe(who, await notices.messenger.vapid_key())
    return chosen | {"mail": await notices.mail_state(who)}


def _change(kind: type[Any], change: Callable[[Request, SignedIn, Any], Awaitable[None]]) -> Any:
    """Return the handler of a change of settings, which replies with the new settings.

    Raises:
        Refused: "bad-message", "not-signed-in", and what the change raises.
    """

    async def answer(request: Request) -> Response:
        house: House = request.app.state.house
        wish = read_notice_request(kind, await read_short_body(request))
        who = signed_in(request)
        await change(request, who, wish)
        return json_answer(await _describe_notices(house, who))

    return answer


async def _choose(request: Request, who: SignedIn, wish: NoticeRequest) -> None:
    notices = request.app.state.house.notices
    may_mail = await notices.mail_state(who) == POSSIBLE
    await notices.choices.choose(who, wish, language(request), may_mail=may_mail)


async def _subscribe(request: Request, who: SignedIn, wish: SubscriptionRequest) -> None:
    house = request.app.state.house
    await house.notices.choices.subscribe(who, wish, language(request), house.now())


async def _unsubscribe(request: Request, who: SignedIn, wish: BrowserRequest) -> None:
    await request.app.state.house.notices.choices.unsubscribe(who, wish.id)


async def _end_mails(request: Request) -> Response:
    """Serve the unsubscribe page linked from e-mails, or unsubscribe; the key in the address is enough (RFC 8058).

    Only a POST unsubscribes, because virus scanners open links.

    Raises:
        Refused: "not-stored".
    """
    if request.method != "POST":
        return page(request, "notices-end")
    house: House = request.app.state.house
    await house.notices.choices.end_mail(request.path_params["key"])
    return json_answer({})


ROUTES = [
    Route("/api/account/notices", _notices),
    account_post("notices", _change(NoticeRequest, _choose)),
    account_post("notices/browsers", _change(SubscriptionRequest, _subscribe)),
    account_post("notices/browsers/remove", _change(BrowserRequest, _unsubscribe)),
    Route("/notices/{key}", _end_mails, methods=["GET", "POST"]),
]
