"""Sign-in through identity providers, over HTTP (docs/accounts.md)."""

import hmac
import time
from html import escape
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.features.accounts import mail
from ludoteka.features.accounts.calls import account_change, account_post, device_of, read_request
from ludoteka.features.accounts.identities import CheckedIdentity
from ludoteka.features.accounts.requests import IdRequest, NewcomerRequest, NoRequest, StartRequest
from ludoteka.features.sign_in.attempts import (
    ATTEMPT,
    NEWCOMER,
    SignInAttempt,
    cookie_of,
    derive,
    keep_cookie,
    new_token,
    own_path,
    seal,
    unseal,
)
from ludoteka.features.sign_in.flows import Flows
from ludoteka.features.sign_in.providers import newcomer_of
from ludoteka.games import folders
from ludoteka.server.http.pages import language, page
from ludoteka.server.people.sessions import check_signed_out, renew_guest, signed_in
from ludoteka.server.protocol.bodies import json_answer
from ludoteka.surfaces.texts import texts_in

if TYPE_CHECKING:
    from ludoteka.house.house import House

PREFIX = "/sign-in/"


async def _start(request: Request) -> Response:
    """Return the address of a provider, and set the cookie of the attempt.

    Raises:
        Refused: "bad-message", "no-such-provider", "provider-unreachable", "signed-in-already";
            to link an identity or to confirm, "not-signed-in"; to link one, "confirm-first".
    """
    house: House = request.app.state.house
    wish = await read_request(request, StartRequest)
    service, account = house.sign_in_services.named(wish.provider), ""
    if wish.purpose != "sign-in":
        account = signed_in(request).account
    else:
        check_signed_out(request)
    if wish.purpose == "link":
        house.accounts.check_confirmed(signed_in(request))
    at = int(time.time())
    attempt = SignInAttempt(wish.provider, wish.purpose, account, own_path(wish.back), at, new_token())
    answer = json_answer({"address": await service.begin(attempt, _redirect_address(request, wish.provider))})
    return keep_cookie(request, answer, ATTEMPT, seal(house.store.guest_key, ATTEMPT, attempt))


async def _return(request: Request) -> Response:
    """Handle the provider's redirect back: sign in, link an identity, confirm, or choose a name.

    Raises:
        Refused: "no-such-provider", "sign-in-expired", as `SignInService.finish` and `Flows`; as a page.
    """
    house: House = request.app.state.house
    if "refused" in request.scope:  # the database can't be reached
        raise request.scope["refused"]
    name = request.path_params["provider"]
    service, attempt = house.sign_in_services.named(name), _read_attempt(request, name)
    flows = Flows(house.accounts, service.provider, house.now)
    await flows.spend(attempt)
    identity = await service.finish(attempt, dict(request.query_params), _redirect_address(request, name))
    if attempt.purpose == "confirm":
        await flows.confirm(_same_resident(request, attempt), identity)
        return _go_on(request, attempt.back)
    if attempt.purpose == "link":
        await flows.link(_same_resident(request, attempt), identity)
        house.account_mail.tell_change(attempt.account, mail.IDENTITY_LINKED)
        return _go_on(request, attempt.back)
    check_signed_out(request)
    token = await flows.sign_in(identity, device_of(request))
    if token:
        request.scope["new_session"] = token
        return _go_on(request, attempt.back)
    return await _welcome(request, flows, identity)


async def _welcome(request: Request, flows: Flows, identity: CheckedIdentity) -> Response:
    """Let a newcomer choose a name.  Raises Refused: "identity-unknown"."""
    newcomer = await flows.newcomer(identity)
    key = request.app.state.house.store.guest_key
    return keep_cookie(request, _go_on(request, "/account"), NEWCOMER, seal(key, NEWCOMER, newcomer))


async def _register(request: Request) -> Response:
    """Create an account for a guest whom a provider has identified, and sign them in.

    Raises:
        Refused: as `Accounts.register`; "sign-in-expired", "bad-message", "signed-in-already".
    """
    house: House = request.app.state.house
    wish = await read_request(request, NewcomerRequest)
    check_signed_out(request)
    newcomer = newcomer_of(request)
    if newcomer is None or newcomer.issuer not in house.accounts.issuers:
        raise _expired()
    identity = CheckedIdentity(newcomer.issuer, newcomer.subject, spent=newcomer.digest)
    holder = request.scope["holder"]
    registered = await house.accounts.register(holder, wish.name, None, identity, wish.invitation, device_of(request))
    house.accounts.sessions.forget(holder)
    renew_guest(request.scope)
    request.scope["new_session"] = registered.token
    answer = json_answer({"name": registered.name, "recovery_codes": registered.codes}, 201)
    return keep_cookie(request, answer, NEWCOMER, "")


async def _forget(request: Request) -> Response:
    """Forget the newcomer, who doesn't want an account."""
    await read_request(request, NoRequest)
    return keep_cookie(request, json_answer({}), NEWCOMER, "")


async def _unlink(request: Request, wish: IdRequest) -> bool:
    return await Flows.unlink(request.app.state.house.accounts, signed_in(request), wish.id)


def _read_attempt(request: Request, provider: str) -> SignInAttempt:
    """Return this browser's attempt at this provider.  Raises Refused: "sign-in-expired"."""
    key, state = request.app.state.house.store.guest_key, request.query_params.get("state", "")
    attempt = unseal(key, ATTEMPT, cookie_of(request, ATTEMPT), SignInAttempt, time.time())
    is_ours = attempt is not None and attempt.provider == provider
    if (
        attempt is None
        or not is_ours
        or not hmac.compare_digest(derive(key, attempt, "state").encode(), state.encode())
    ):
        raise _expired()
    return attempt


def _same_resident(request: Request, attempt: SignInAttempt) -> Any:
    """Return the signed-in user, if they began the attempt.  Raises Refused: "not-signed-in", "sign-in-expired"."""
    who = signed_in(request)
    if who.account != attempt.account:
        raise _expired()
    return who


def _expired() -> Refused:
    text = Message("This sign-in has taken too long, or was begun in another browser. Please begin again.")
    return Refused("sign-in-expired", text)


def _redirect_address(request: Request, provider: str) -> str:
    """Return the redirect address, which must be registered at the provider."""
    return f"{request.base_url}{PREFIX.removeprefix('/')}{provider}"


def _go_on(request: Request, path: str) -> Response:
    return keep_cookie(request, RedirectResponse(path, 302), ATTEMPT, "")


def refusal_page(request: Request, refused: Refused, status: int) -> Response:
    """Return the page that explains a failed sign-in."""
    texts = texts_in(language(request), folders())
    title, account = texts.say(Message("That didn't work")), texts.say(Message("Your account"))
    content = (
        f'<section class="notice" data-code="{escape(refused.code)}">\n<h1>{escape(title)}</h1>\n'
        f"<p>{escape(texts.say(refused.message))}</p>\n"
        f'<p class="row"><a class="button primary" href="/account">{escape(account)}</a></p>\n</section>'
    )
    return page(request, "sign-in", status, title, content)


ROUTES = [
    Route(f"{PREFIX}{{provider}}", _return),
    account_post("providers/start", _start),
    account_post("providers/register", _register),
    account_post("providers/forget", _forget),
    account_post("providers/unlink", account_change(IdRequest, _unlink, mail.IDENTITY_UNLINKED)),
]
