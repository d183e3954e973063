"""Accounts over HTTP (docs/accounts.md)."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ludoteka.core.message import Message
from ludoteka.features.accounts import answers
from ludoteka.features.accounts import mail as changes
from ludoteka.features.accounts.accounts import (
    ACCOUNT_CLOSED,
    BAD_INVITATION,
    BAD_RECOVERY,
    BAD_SIGN_IN,
    CONFIRM_FIRST,
    LAST_WAY_IN,
    NEW_NAME_REFUSALS,
    REGISTRATION_REFUSALS,
    Accounts,
    check_open,
)
from ludoteka.features.accounts.devices import device_of
from ludoteka.features.accounts.exports import Exports
from ludoteka.features.accounts.mail import BAD_LINK, NO_SERVER, AccountMail
from ludoteka.features.accounts.passkeys import NO_PASSKEYS, PasskeyChecks, browser_of
from ludoteka.features.accounts.passwords import WEAK_PASSWORD
from ludoteka.features.accounts.requests import (
    AddressRequest,
    DeletionRequest,
    IdRequest,
    LinkRecoveryRequest,
    LinkRequest,
    LostRequest,
    OptionsRequest,
    PasskeyRequest,
    PasswordRequest,
    ProofRequest,
    RecoveryRequest,
    RegisterRequest,
    TokenRequest,
)
from ludoteka.features.accounts.store import BAD_CREDENTIAL, AccountStore
from ludoteka.features.accounts.tables import CheckedPasskey
from ludoteka.features.accounts.tokens import HAS_PLAYED, TOO_MANY_TOKENS, Tokens, TokenStore
from ludoteka.server.calls.answers import Nothing
from ludoteka.server.calls.call import Calls
from ludoteka.server.http.pages import language
from ludoteka.server.people.sessions import SIGNED_IN_ALREADY, SignedIn, check_signed_out, public_id, renew_guest
from ludoteka.server.people.sessions import signed_in as user_of
from ludoteka.server.protocol.messages import BAD_MESSAGE, NoRequest
from ludoteka.store import Store
from ludoteka.store.people import NOT_SIGNED_IN

LONGEST = 20_000  # bytes of a body with the response of a passkey
PASSKEY_REFUSALS = (NO_PASSKEYS, BAD_CREDENTIAL)
calls = Calls()


@calls.add(
    "POST /api/account/passkey-options",
    costs={"read": 5},
    refuses=(NO_PASSKEYS, *NEW_NAME_REFUSALS, BAD_INVITATION, CONFIRM_FIRST, NOT_SIGNED_IN),
)
async def ask_passkey(
    accounts: Accounts, store: AccountStore, passkeys: PasskeyChecks, request: Request, body: OptionsRequest
) -> answers.PasskeyOptions:
    """Options for creating or using a passkey."""
    browser = browser_of(request)
    if body.purpose == "register":
        name = await accounts.check_new_name(body.name)
        await accounts.check_invitation(body.invitation)  # before a passkey is created in vain
        return answers.PasskeyOptions(passkeys.ask_new(browser, body.purpose, name))
    if body.purpose == "sign-in":
        return answers.PasskeyOptions(passkeys.ask(browser, body.purpose, []))
    user = user_of(request)
    if body.purpose == "add":
        accounts.check_confirmed(user)
    known = [one.id for one in await store.passkeys(user.account)]
    if body.purpose == "confirm":
        return answers.PasskeyOptions(passkeys.ask(browser, body.purpose, known))
    name = (await accounts.account(user)).name
    return answers.PasskeyOptions(passkeys.ask_new(browser, body.purpose, name, user.account, known))


@calls.add(
    "POST /api/account/register",
    status=201,
    costs={"registration": 1},
    longest=LONGEST,
    refuses=(*REGISTRATION_REFUSALS, *PASSKEY_REFUSALS, WEAK_PASSWORD),
)
async def register(
    accounts: Accounts, passkeys: PasskeyChecks, request: Request, body: RegisterRequest
) -> answers.Registered:
    """Create an account."""
    check_signed_out(request)
    passkey = _new_passkey(passkeys, request, "register", body)
    holder, device = request.scope["holder"], device_of(request)
    made = await accounts.register(holder, body.name, body.password, passkey, body.invitation, device)
    renew_guest(request.scope)
    request.scope["new_session"] = made.token
    return answers.Registered(made.name, made.codes)


@calls.add(
    "POST /api/account/sign-in",
    costs={"sign-in": 1},
    longest=LONGEST,
    refuses=(SIGNED_IN_ALREADY, BAD_SIGN_IN, ACCOUNT_CLOSED, *PASSKEY_REFUSALS),
)
async def sign_in(
    accounts: Accounts, passkeys: PasskeyChecks, request: Request, body: ProofRequest
) -> answers.SignedIn:
    """Sign in."""
    check_signed_out(request)
    if body.credential is None:
        account, passkey = await accounts.prove(body.name, body.password or ""), None
    else:
        account, passkey = await passkeys.check(browser_of(request), "sign-in", body.credential)
        check_open(account)
    request.scope["new_session"] = await accounts.sign_in(account, device_of(request), passkey)
    return answers.SignedIn(account.name)


@calls.add(
    "POST /api/account/confirm",
    costs={"sign-in": 1},
    longest=LONGEST,
    refuses=(BAD_SIGN_IN, ACCOUNT_CLOSED, *PASSKEY_REFUSALS),
)
async def confirm(
    accounts: Accounts, passkeys: PasskeyChecks, request: Request, user: SignedIn, body: ProofRequest
) -> Nothing:
    """Confirm the user's identity again."""
    account, passkey = await accounts.account(user), None
    if body.credential is None:
        account = await accounts.prove(account.name, body.password or "")
    else:
        account, passkey = await passkeys.check(browser_of(request), "confirm", body.credential)
    if account.id != user.account:
        raise BAD_CREDENTIAL(Message("This passkey belongs to another account."))
    await accounts.confirm(user, passkey)
    return Nothing()


@calls.add("POST /api/account/recover", costs={"sign-in": 1}, refuses=(BAD_RECOVERY, ACCOUNT_CLOSED, WEAK_PASSWORD))
async def recover(accounts: Accounts, mail: AccountMail, request: Request, body: RecoveryRequest) -> answers.SignedIn:
    """Set a new password with a recovery code."""
    account, token = await accounts.recover(body.name, body.code, body.password, device_of(request))
    mail.tell_change(account.id, changes.CODE_USED)
    request.scope["new_session"] = token
    return answers.SignedIn(account.name)


@calls.add("POST /api/account/sign-out", costs={"read": 1})
async def sign_out(accounts: Accounts, request: Request, body: NoRequest) -> Nothing:
    """Sign out."""
    if user := request.scope["signed_in"]:
        await accounts.end_session(user, public_id(user.session))
    request.scope["new_session"] = ""
    return Nothing()


@calls.add("GET /api/account/sessions", costs={"read": 1})
async def list_sessions(store: AccountStore, user: SignedIn) -> list[answers.Session]:
    """The user's sessions."""
    return [
        answers.Session(public_id(one.digest), one.made_at, one.seen_at, one.device, one.digest == user.session)
        for one in await store.sessions(user.account)
    ]


@calls.add("POST /api/account/sessions/end", costs={"creation": 1})
async def end_session(accounts: Accounts, user: SignedIn, body: IdRequest) -> Nothing:
    """End a session, or all others."""
    await accounts.end_session(user, body.id)
    return Nothing()


@calls.add("GET /api/account/export", costs={"read": 100}, answer=answers.AccountExport, refuses=(CONFIRM_FIRST,))
async def export_account(accounts: Accounts, exports: Exports, user: SignedIn) -> StreamingResponse:
    """Export the user's personal data."""
    accounts.check_confirmed(user)
    parts = exports.read(await accounts.account(user))
    headers = {"content-disposition": 'attachment; filename="ludoteka-account.json"'}
    return StreamingResponse(parts, media_type="application/json", headers=headers)


@calls.add("POST /api/account/password", costs={"creation": 1, "sign-in": 1}, refuses=(CONFIRM_FIRST, WEAK_PASSWORD))
async def set_password(accounts: Accounts, mail: AccountMail, user: SignedIn, body: PasswordRequest) -> Nothing:
    """Set or change the password."""
    await accounts.set_password(user, body.password)
    mail.tell_change(user.account, changes.PASSWORD_CHANGED)
    return Nothing()


@calls.add(
    "POST /api/account/passkeys",
    costs={"creation": 1},
    longest=LONGEST,
    refuses=(CONFIRM_FIRST, *PASSKEY_REFUSALS),
)
async def add_passkey(
    accounts: Accounts,
    passkeys: PasskeyChecks,
    mail: AccountMail,
    request: Request,
    user: SignedIn,
    body: PasskeyRequest,
) -> Nothing:
    """Add a passkey."""
    label = body.label or device_of(request)
    await accounts.add_passkey(user, passkeys.check_new(browser_of(request), "add", body.credential, label))
    mail.tell_change(user.account, changes.PASSKEY_ADDED)
    return Nothing()


@calls.add("POST /api/account/passkeys/remove", costs={"creation": 1}, refuses=(CONFIRM_FIRST, LAST_WAY_IN))
async def remove_passkey(accounts: Accounts, mail: AccountMail, user: SignedIn, body: IdRequest) -> Nothing:
    """Remove a passkey."""
    if await accounts.remove_passkey(user, body.id):
        mail.tell_change(user.account, changes.PASSKEY_REMOVED)
    return Nothing()


@calls.add("POST /api/account/recovery-codes", costs={"creation": 1}, refuses=(CONFIRM_FIRST,))
async def replace_codes(
    accounts: Accounts, mail: AccountMail, user: SignedIn, body: NoRequest
) -> answers.RecoveryCodes:
    """Create new recovery codes."""
    codes = await accounts.new_codes(user)
    mail.tell_change(user.account, changes.CODES_REPLACED)
    return answers.RecoveryCodes(codes)


@calls.add("POST /api/account/delete", costs={"creation": 1}, refuses=(CONFIRM_FIRST, "bad-name"))
async def delete_account(accounts: Accounts, request: Request, user: SignedIn, body: DeletionRequest) -> Nothing:
    """Delete the account."""
    await accounts.delete(user, body.name)
    request.scope["new_session"] = ""
    return Nothing()


@calls.add("GET /api/account/tokens", costs={"read": 1})
async def list_tokens(store: TokenStore, user: SignedIn) -> list[answers.ApiToken]:
    """The user's API tokens."""
    return [
        answers.ApiToken(public_id(one.digest), one.label, one.scopes.split(), one.made_at, one.used_at)
        for one in await store.of_account(user.account)
    ]


@calls.add("POST /api/account/tokens", costs={"creation": 1}, refuses=(CONFIRM_FIRST, TOO_MANY_TOKENS, "bad-label"))
async def make_token(tokens: Tokens, user: SignedIn, body: TokenRequest) -> answers.NewToken:
    """Create an API token."""
    return answers.NewToken(await tokens.make(user, body.label, list(dict.fromkeys(body.scopes))))


@calls.add("POST /api/account/tokens/end", costs={"creation": 1})
async def end_token(tokens: Tokens, user: SignedIn, body: IdRequest) -> Nothing:
    """Revoke an API token."""
    await tokens.end(user, body.id)
    return Nothing()


@calls.add("POST /api/account/bot", costs={"creation": 1}, refuses=(CONFIRM_FIRST, ACCOUNT_CLOSED, HAS_PLAYED))
async def make_bot(tokens: Tokens, store: Store, user: SignedIn, body: NoRequest) -> Nothing:
    """Turn the account into a bot account permanently."""
    is_new = not await store.matches_of(user.holder, 1)
    await tokens.make_bot(user, is_new)
    return Nothing()


@calls.add(
    "POST /api/account/mail", costs={"creation": 1, "sign-in": 1}, refuses=(NO_SERVER, CONFIRM_FIRST, "bad-address")
)
async def add_address(mail: AccountMail, request: Request, user: SignedIn, body: AddressRequest) -> Nothing:
    """Send a confirmation link to an e-mail address."""
    await mail.add(user, body.address, language(request))
    return Nothing()


@calls.add("POST /api/account/mail/remove", costs={"creation": 1}, refuses=(CONFIRM_FIRST,))
async def remove_address(mail: AccountMail, user: SignedIn, body: NoRequest) -> Nothing:
    """Remove the e-mail address."""
    await mail.remove(user)
    return Nothing()


@calls.add("POST /api/account/mail/cancel", costs={"creation": 1})
async def cancel_address(mail: AccountMail, user: SignedIn, body: NoRequest) -> Nothing:
    """Remove the unconfirmed e-mail address."""
    await mail.cancel(user)
    return Nothing()


@calls.add("POST /api/account/mail/confirm", costs={"sign-in": 1}, refuses=(BAD_LINK, ACCOUNT_CLOSED))
async def confirm_address(mail: AccountMail, body: LinkRequest) -> answers.SignedIn:
    """Confirm an e-mail address with a link."""
    return answers.SignedIn((await mail.confirm(body.token)).name)


@calls.add("POST /api/account/lost", costs={"sign-in": 1}, refuses=(NO_SERVER,))
async def send_recovery_link(mail: AccountMail, body: LostRequest) -> Nothing:
    """Send a recovery link by e-mail, if there is such an account."""
    mail.ask_recovery(body.name)
    return Nothing()


@calls.add("POST /api/account/lost/link", costs={"sign-in": 1}, refuses=(BAD_LINK, ACCOUNT_CLOSED))
async def open_recovery_link(mail: AccountMail, body: LinkRequest) -> answers.SignedIn:
    """The account of a recovery link."""
    return answers.SignedIn((await mail.recovering(body.token)).name)


@calls.add(
    "POST /api/account/lost/passkey-options", costs={"sign-in": 1}, refuses=(BAD_LINK, ACCOUNT_CLOSED, NO_PASSKEYS)
)
async def ask_recovery_passkey(
    store: AccountStore, mail: AccountMail, passkeys: PasskeyChecks, request: Request, body: LinkRequest
) -> answers.PasskeyOptions:
    """Options for creating a passkey with a recovery link."""
    account = await mail.recovering(body.token)
    known = [one.id for one in await store.passkeys(account.id)]
    options = passkeys.ask_new(browser_of(request), "recover", account.name, account.id, known)
    return answers.PasskeyOptions(options)


@calls.add(
    "POST /api/account/lost/recover",
    costs={"sign-in": 1},
    longest=LONGEST,
    refuses=(BAD_LINK, ACCOUNT_CLOSED, *PASSKEY_REFUSALS, WEAK_PASSWORD),
)
async def recover_with_link(
    mail: AccountMail, passkeys: PasskeyChecks, request: Request, body: LinkRecoveryRequest
) -> answers.SignedIn:
    """Set a new password or passkey with a recovery link."""
    passkey = _new_passkey(passkeys, request, "recover", body)
    account, token = await mail.recover(body.token, body.password, passkey, device_of(request))
    request.scope["new_session"] = token
    return answers.SignedIn(account.name)


def _new_passkey(
    passkeys: PasskeyChecks, request: Request, purpose: str, body: RegisterRequest | LinkRecoveryRequest
) -> CheckedPasskey | None:
    """Return the passkey that was created, or None for a password.  Raises Refused: "bad-message", "no-passkeys", "bad-credential"."""
    if (body.password is None) == (body.credential is None):
        raise BAD_MESSAGE(Message("Choose a password or a passkey."))
    if body.credential is None:
        return None
    return passkeys.check_new(browser_of(request), purpose, body.credential, body.label or device_of(request))


def account_post(path: str, answer: Callable[[Request], Awaitable[Response]]) -> Route:
    """Return the route of a request that changes an account."""
    return Route(f"/api/account/{path}", answer, methods=["POST"])
