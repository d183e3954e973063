"""E-mail addresses of accounts, over HTTP (docs/accounts.md)."""

from starlette.requests import Request
from starlette.responses import Response

from ludoteka.core.message import Message, Refused
from ludoteka.features.accounts.calls import account_change, account_post, device_of, read_request
from ludoteka.features.accounts.mail import AccountMail
from ludoteka.features.accounts.passkey_checks import PasskeyChecks
from ludoteka.features.accounts.requests import AddressRequest, LinkRecoveryRequest, LinkRequest, LostRequest, NoRequest
from ludoteka.server.http.pages import language
from ludoteka.server.people.sessions import signed_in
from ludoteka.server.protocol.bodies import json_answer


def _mail(request: Request) -> AccountMail:
    mail: AccountMail = request.app.state.house.account_mail
    return mail


async def _add(request: Request, wish: AddressRequest) -> None:
    await _mail(request).add(signed_in(request), wish.address, language(request))


async def _remove(request: Request, wish: NoRequest) -> None:
    await _mail(request).remove(signed_in(request))


async def _cancel(request: Request, wish: NoRequest) -> None:
    await _mail(request).cancel(signed_in(request))


async def _confirm(request: Request) -> Response:
    """Confirm an address with the link that was sent to it, in any browser.  Raises Refused: as `AccountMail.confirm`."""
    wish = await read_request(request, LinkRequest)
    account = await _mail(request).confirm(wish.token)
    return json_answer({"name": account.name})


async def _lost(request: Request) -> Response:
    """Send a recovery link if there is such an account; the reply is always the same.  Raises Refused: "no-mail"."""
    wish = await read_request(request, LostRequest)
    _mail(request).ask_recovery(wish.name)
    return json_answer({})


async def _look(request: Request) -> Response:
    """Return the name of the account that a recovery link belongs to.  Raises Refused: "bad-link", "account-closed"."""
    wish = await read_request(request, LinkRequest)
    return json_answer({"name": (await _mail(request).recovering(wish.token)).name})


async def _passkey_options(request: Request) -> Response:
    """Return the options with which the browser creates a passkey for account recovery.  Raises Refused: "no-passkeys", and as `_look`."""
    house, wish = request.app.state.house, await read_request(request, LinkRequest)
    account = await _mail(request).recovering(wish.token)
    known = [one.id for one in await house.accounts.store.passkeys(account.id)]
    return json_answer(PasskeyChecks(house, request).ask_new("recover", account.name, account.id, known))


async def _recover(request: Request) -> Response:
    """Set a new password or passkey with a recovery link, and sign in.

    Raises:
        Refused: as `AccountMail.recover`; "bad-message", "bad-credential".
    """
    house, wish = request.app.state.house, await read_request(request, LinkRecoveryRequest)
    if (wish.password is None) == (wish.credential is None):
        raise Refused("bad-message", Message("Choose a password or a passkey."))
    device, passkey = device_of(request), None
    if wish.credential is not None:
        passkey = PasskeyChecks(house, request).check_new("recover", wish.credential, wish.label or device)
    account, token = await house.account_mail.recover(wish.token, wish.password, passkey, device)
    request.scope["new_session"] = token
    return json_answer({"name": account.name})


ROUTES = [
    account_post("mail", account_change(AddressRequest, _add)),
    account_post("mail/remove", account_change(NoRequest, _remove)),
    account_post("mail/cancel", account_change(NoRequest, _cancel)),
    account_post("mail/confirm", _confirm),
    account_post("lost", _lost),
    account_post("lost/link", _look),
    account_post("lost/passkey-options", _passkey_options),
    account_post("lost/recover", _recover),
]
