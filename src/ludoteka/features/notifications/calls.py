"""Notification settings over HTTP (docs/notices.md)."""

from starlette.requests import Request

from ludoteka.features.notifications.choices import (
    NO_ADDRESS,
    TOO_MANY_BROWSERS,
    BrowserRequest,
    NoticeChoices,
    NoticeRequest,
    Notices,
    SubscriptionRequest,
)
from ludoteka.features.notifications.store import NotificationStore
from ludoteka.server.calls.call import Calls
from ludoteka.server.http.pages import language, serve_page
from ludoteka.server.people.sessions import SignedIn

calls = Calls()


@calls.add("GET /api/account/notices", costs={"read": 1})
async def get_notices(choices: NoticeChoices, user: SignedIn) -> Notices:
    """The user's notification settings."""
    return await choices.describe(user)


@calls.add("POST /api/account/notices", costs={"creation": 1}, refuses=(NO_ADDRESS, "bad-hours", "bad-zone"))
async def choose_notices(choices: NoticeChoices, request: Request, user: SignedIn, body: NoticeRequest) -> Notices:
    """Change notification settings."""
    await choices.choose(user, body, language(request))
    return await choices.describe(user)


@calls.add(
    "POST /api/account/notices/browsers",
    costs={"creation": 1},
    refuses=(TOO_MANY_BROWSERS, "unknown-push-service", "bad-subscription", "bad-zone"),
)
async def subscribe_browser(
    choices: NoticeChoices, request: Request, user: SignedIn, body: SubscriptionRequest
) -> Notices:
    """Subscribe a browser to notifications."""
    await choices.subscribe(user, body, language(request))
    return await choices.describe(user)


@calls.add("POST /api/account/notices/browsers/remove", costs={"creation": 1})
async def unsubscribe_browser(
    choices: NoticeChoices, store: NotificationStore, user: SignedIn, body: BrowserRequest
) -> Notices:
    """Unsubscribe a browser from notifications."""
    await store.unsubscribe(user.account, body.id)
    return await choices.describe(user)


# Only the POST unsubscribes, because virus scanners open links
calls.add_file("/notices/{key}", "The page to unsubscribe from e-mail notifications", serve_page("notices-end"))


@calls.add("POST /notices/{key}", costs={"read": 1}, is_for_all_sites=True)
async def end_mails(store: NotificationStore, key: str) -> None:
    """Unsubscribe from e-mail notifications.

    The key in the address is enough (RFC 8058).
    """
    await store.end_mail(key)
