"""Accounts over HTTP (docs/accounts.md)."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ludoteka.core.message import Message, Refused
from ludoteka.features.accounts import mail
from ludoteka.features.accounts.accounts import check_open
from ludoteka.features.accounts.devices import describe_device
from ludoteka.features.accounts.exports import export_account
from ludoteka.features.accounts.passkey_checks import PasskeyChecks, has_passkeys
from ludoteka.features.accounts.requests import (
    DeletionRequest,
    IdRequest,
    NoRequest,
    OptionsRequest,
    PasskeyRequest,
    PasswordRequest,
    ProofRequest,
    RecoveryRequest,
    RegisterRequest,
    read_account_request,
)
from ludoteka.features.ratings.rater import encode_ratings
from ludoteka.features.sign_in.providers import describe_identities, describe_providers
from ludoteka.server.people.sessions import check_signed_out, public_id, renew_guest, signed_in
from ludoteka.server.protocol.bodies import json_answer, read_body
from ludoteka.store.people import Account

if TYPE_CHECKING:
    from ludoteka.house.house import House

Answer = Callable[[Request], Awaitable[Response]]
LONGEST = 20_000  # bytes; the response of a passkey is the longest
TOO_LONG = Message("The message is too long.")


async def _account(request: Request) -> Response:
    """Return the signed-in user and the sign-in methods."""
    house = request.app.state.house
    who = request.scope["signed_in"]
    account = await house.accounts.store.account(who.account) if who else None
    shown = await _describe(house, account, house.accounts.is_confirmed(who)) if account else None
    if account and shown:
        shown["ratings"] = encode_ratings(await house.rater.store.states(account.holder), house.now())
        shown["mail"] = await house.account_mail.describe(account.id)
    answer = {
        "has_mail": house.account_mail.is_open,
        "registration": house.accounts.registration,
        "has_passkeys": has_passkeys(request),
        "account": shown,
    }
    return json_answer(answer | describe_providers(request))


async def _describe(house: "House", account: Account, is_confirmed: bool) -> dict[str, Any]:
    accounts = house.accounts
    passkeys = await accounts.store.passkeys(account.id)
    identities = await accounts.store.identities(account.id)
    return {
        "name": account.name,
        "made_at": account.made_at,
        "role": account.role,
        "has_password": bool(account.password),
        "is_hidden": account.is_hidden,
        "is_bot": account.is_bot,
        "passkeys": [
            {"id": one.id, "label": one.label, "made_at": one.made_at, "used_at": one.used_at} for one in passkeys
        ],
        "identities": describe_identities(house, identities),
        "recovery_codes": await accounts.store.code_count(account.id),
        "is_confirmed": is_confirmed,
    }


async def _options(request: Request) -> Response:
    """Return the options for creating or using a passkey.

    Raises:
        Refused: "no-passkeys"; to register, as `Accounts.check_new_name` and "bad-invitation"; to add one, "not-signed-in", "confirm-first".
    """
    house, wish = request.app.state.house, await read_request(request, OptionsRequest)
    checks, purpose = PasskeyChecks(house, request), wish.purpose
    if purpose == "register":
        name = await house.accounts.check_new_name(wish.name)
        await house.accounts.check_invitation(wish.invitation)  # before a passkey is created in vain
        return json_answer(checks.ask_new(purpose, name))
    if purpose == "add":
        who = signed_in(request)
        house.accounts.check_confirmed(who)
        known = [one.id for one in await house.accounts.store.passkeys(who.account)]
        return json_answer(checks.ask_new(purpose, (await house.accounts.account(who)).name, who.account, known))
    known = []
    if purpose == "confirm":
        known = [one.id for one in await house.accounts.store.passkeys(signed_in(request).account)]
    return json_answer(checks.ask(purpose, known))


async def _register(request: Request) -> Response:
    """Create an account for this guest, and sign them in.

    Raises:
        Refused: as `Accounts.register`; "bad-message", "bad-credential", "signed-in-already".
    """
    house, wish = request.app.state.house, await read_request(request, RegisterRequest)
    check_signed_out(request)
    if (wish.password is None) == (wish.credential is None):
        raise Refused("bad-message", Message("Choose a password or a passkey."))
    device = device_of(request)
    passkey = None
    if wish.credential is not None:
        passkey = PasskeyChecks(house, request).check_new("register", wish.credential, wish.label or device)
    made = await house.accounts.register(
        request.scope["holder"], wish.name, wish.password, passkey, wish.invitation, device
    )
    house.accounts.sessions.forget(request.scope["holder"])
    renew_guest(request.scope)
    request.scope["new_session"] = made.token
    return json_answer({"name": made.name, "recovery_codes": made.codes}, 201)


async def _sign_in(request: Request) -> Response:
    """Sign in with a name and a password, or with a passkey.

    Raises:
        Refused: "bad-sign-in", "bad-credential", "account-closed", "signed-in-already", "not-stored".
    """
    house, proof = request.app.state.house, await read_request(request, ProofRequest)
    check_signed_out(request)
    if proof.credential is None:
        account, passkey = await house.accounts.prove(proof.name, proof.password or ""), None
    else:
        account, passkey = await PasskeyChecks(house, request).check("sign-in", proof.credential)
        check_open(account)
    request.scope["new_session"] = await house.accounts.sign_in(account, device_of(request), passkey)
    return json_answer({"name": account.name})


async def _confirm(request: Request) -> Response:
    """Confirm the user's identity again.  Raises Refused: "not-signed-in", and as `_sign_in`."""
    house, proof = request.app.state.house, await read_request(request, ProofRequest)
    who = signed_in(request)
    account, passkey = await house.accounts.account(who), None
    if proof.credential is None:
        account = await house.accounts.prove(account.name, proof.password or "")
    else:
        account, passkey = await PasskeyChecks(house, request).check("confirm", proof.credential)
    if account.id != who.account:
        raise Refused("bad-credential", Message("This passkey belongs to another account."))
    await house.accounts.confirm(who, passkey)
    return json_answer({})


async def _recover(request: Request) -> Response:
    """Set a new password with a recovery code.  Raises Refused: as `Accounts.recover`."""
    house, wish = request.app.state.house, await read_request(request, RecoveryRequest)
    account, token = await house.accounts.recover(wish.name, wish.code, wish.password, device_of(request))
    house.account_mail.tell_change(account.id, mail.CODE_USED)
    request.scope["new_session"] = token
    return json_answer({"name": account.name})


async def _sign_out(request: Request) -> Response:
    """End this session; the browser becomes a guest again."""
    house, _ = request.app.state.house, await read_request(request, NoRequest)
    who = request.scope["signed_in"]
    if who:
        await house.accounts.end_session(who, public_id(who.session))
    request.scope["new_session"] = ""
    return json_answer({})


async def _sessions(request: Request) -> Response:
    """List the user's sessions.  Raises Refused: "not-signed-in"."""
    house, who = request.app.state.house, signed_in(request)
    return json_answer(
        [
            {
                "id": public_id(one.digest),
                "made_at": one.made_at,
                "seen_at": one.seen_at,
                "device": one.device,
                "is_this": one.digest == who.session,
            }
            for one in await house.accounts.store.sessions(who.account)
        ]
    )


async def _export(request: Request) -> Response:
    """Export the user's personal data.  Raises Refused: "not-signed-in", "confirm-first"."""
    house, who = request.app.state.house, signed_in(request)
    house.accounts.check_confirmed(who)
    parts = export_account(house, await house.accounts.account(who))
    headers = {"content-disposition": 'attachment; filename="ludoteka-account.json"'}
    return StreamingResponse(parts, media_type="application/json", headers=headers)


def account_change(
    kind: type[Any], change: Callable[[Request, Any], Awaitable[Any]], told: Message | None = None
) -> Answer:
    """Return the handler of a change to the user's account; the user is notified by e-mail.

    The change returns the content of the reply, if any, or whether anything has changed.

    Raises:
        Refused: "bad-message", "not-signed-in", and what the change raises.
    """

    async def answer(request: Request) -> Response:
        wish = await read_request(request, kind)
        who, house = signed_in(request), request.app.state.house
        changed = await change(request, wish)
        if told and changed is not False:
            house.account_mail.tell_change(who.account, told)
        return json_answer({} if changed is None or isinstance(changed, bool) else changed)

    return answer


async def _end_session(request: Request, wish: IdRequest) -> None:
    await request.app.state.house.accounts.end_session(signed_in(request), wish.id)


async def _set_password(request: Request, wish: PasswordRequest) -> None:
    await request.app.state.house.accounts.set_password(signed_in(request), wish.password)


async def _add_passkey(request: Request, wish: PasskeyRequest) -> None:
    house = request.app.state.house
    added = PasskeyChecks(house, request).check_new("add", wish.credential, wish.label or device_of(request))
    await house.accounts.add_passkey(signed_in(request), added)


async def _remove_passkey(request: Request, wish: IdRequest) -> bool:
    house: House = request.app.state.house
    return await house.accounts.remove_passkey(signed_in(request), wish.id)


async def _new_codes(request: Request, wish: NoRequest) -> dict[str, Any]:
    return {"recovery_codes": await request.app.state.house.accounts.new_codes(signed_in(request))}


async def _delete(request: Request, wish: DeletionRequest) -> None:
    await request.app.state.house.accounts.delete(signed_in(request), wish.name)
    request.scope["new_session"] = ""


async def read_request(request: Request, kind: type[Any]) -> Any:
    """Return the body of a request from our own pages.  Raises Refused: "too-large", "bad-message"."""
    return read_account_request(kind, await read_body(request, LONGEST, TOO_LONG))


def device_of(request: Request) -> str:
    """Return a readable name of the browser that sent the request."""
    return describe_device(request.headers.get("user-agent", ""))


def account_post(path: str, answer: Answer) -> Route:
    """Return the route of a request that changes an account."""
    return Route(f"/api/account/{path}", answer, methods=["POST"])


ROUTES = [
    Route("/api/account", _account),
    Route("/api/account/sessions", _sessions),
    Route("/api/account/export", _export),
    account_post("passkey-options", _options),
    account_post("register", _register),
    account_post("sign-in", _sign_in),
    account_post("confirm", _confirm),
    account_post("recover", _recover),
    account_post("sign-out", _sign_out),
    account_post("sessions/end", account_change(IdRequest, _end_session)),
    account_post("password", account_change(PasswordRequest, _set_password, mail.PASSWORD_CHANGED)),
    account_post("passkeys", account_change(PasskeyRequest, _add_passkey, mail.PASSKEY_ADDED)),
    account_post("passkeys/remove", account_change(IdRequest, _remove_passkey, mail.PASSKEY_REMOVED)),
    account_post("recovery-codes", account_change(NoRequest, _new_codes, mail.CODES_REPLACED)),
    account_post("delete", account_change(DeletionRequest, _delete)),
]
