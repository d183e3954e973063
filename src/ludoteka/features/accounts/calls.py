"""Accounts over HTTP (docs/accounts.md)."""

import secrets
from typing import Annotated, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse

from ludoteka.core.message import Message, Refusal, Refused
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
    Way,
    check_open,
)
from ludoteka.features.accounts.devices import device_of
from ludoteka.features.accounts.exports import Exports
from ludoteka.features.accounts.mail import BAD_LINK, NO_SERVER, AccountMail, MailStore
from ludoteka.features.accounts.passkeys import NO_PASSKEYS, Credential, PasskeyChecks, browser_of
from ludoteka.features.accounts.passwords import WEAK_PASSWORD
from ludoteka.features.accounts.store import BAD_CREDENTIAL, DELETE_TOKEN, AccountStore
from ludoteka.features.accounts.tables import CheckedPasskey, StoredToken
from ludoteka.server.calls.call import Calls
from ludoteka.server.http.pages import language
from ludoteka.server.people.sessions import SIGNED_IN_ALREADY, SignedIn, check_signed_out, public_id, renew_guest
from ludoteka.server.people.sessions import signed_in as user_of
from ludoteka.server.people.tokens import PREFIX, token_digest
from ludoteka.server.protocol.messages import BAD_MESSAGE, ClientContent, NoRequest
from ludoteka.store import Store
from ludoteka.store.people import NOT_SIGNED_IN

LONGEST = 20_000  # bytes of a body with the response of a passkey
MOST_TOKENS = 20  # of an account
MAX_LABEL = 60
TOO_MANY_TOKENS = Refusal(
    "too-many-tokens", Message("You have as many tokens as this server allows. Revoke one first."), 409
)
HAS_PLAYED = Refusal("has-played", Message("This account has played already. Make a new one for the bot."), 409)
PASSKEY_REFUSALS = (NO_PASSKEYS, BAD_CREDENTIAL)
Text = Annotated[str, msgspec.Meta(max_length=300)]  # longer than what is accepted, which is refused with a reason


class OptionsRequest(ClientContent):
    """What to use a passkey for; to register, also the name of the new account and the invitation."""

    purpose: Literal["register", "add", "sign-in", "confirm"]
    name: Text = ""
    invitation: Text = ""


class RegisterRequest(ClientContent, kw_only=True):
    """A new account: its name, and a password or a passkey."""

    name: Text
    password: Text | None = None
    credential: Credential | None = None
    label: Text = ""
    invitation: Text = ""


class ProofRequest(ClientContent, kw_only=True):
    """Credentials: a name and a password, or a passkey."""

    name: Text = ""
    password: Text | None = None
    credential: Credential | None = None


class RecoveryRequest(ClientContent):
    """A recovery code, and the password to set with it."""

    name: Text
    code: Text
    password: Text


class PasswordRequest(ClientContent):
    """A new password."""

    password: Text


class PasskeyRequest(ClientContent):
    """A new passkey."""

    credential: Credential
    label: Text = ""


class IdRequest(ClientContent):
    """The id of a passkey, session, identity or token."""

    id: Annotated[str, msgspec.Meta(max_length=1400)]


class DeletionRequest(ClientContent):
    """The name of the account, typed to confirm its deletion."""

    name: Text


class TokenRequest(ClientContent):
    """A new token: its label and its scopes."""

    label: Text
    scopes: list[answers.TokenScope]


class AddressRequest(ClientContent):
    """The e-mail address of an account."""

    address: Text


class LinkRequest(ClientContent):
    """The token of an e-mail link."""

    token: Text


class LostRequest(ClientContent):
    """The name or e-mail address of a user who can't sign in any more."""

    name: Text


class LinkRecoveryRequest(ClientContent, kw_only=True):
    """The token of an e-mail link, and the password or passkey to set with it."""

    token: Text
    password: Text | None = None
    credential: Credential | None = None
    label: Text = ""


calls = Calls()


@calls.add(
    "POST /api/account/passkey-options",
    costs={"read": 5},
    refuses=(NO_PASSKEYS, *NEW_NAME_REFUSALS, BAD_INVITATION, CONFIRM_FIRST, NOT_SIGNED_IN),
)
async def ask_passkey(
    accounts: Accounts, passkeys: PasskeyChecks, request: Request, body: OptionsRequest
) -> answers.PasskeyOptions:
    """Options for creating or using a passkey."""
    browser = browser_of(request)
    if body.purpose == "register":
        name = await accounts.check_new_name(body.name)
        await accounts.check_invitation(body.invitation)  # before a passkey is created in vain
        return await passkeys.ask_new(browser, body.purpose, name)
    if body.purpose == "sign-in":
        return await passkeys.ask(browser, body.purpose)
    user = user_of(request)
    if body.purpose == "confirm":
        return await passkeys.ask(browser, body.purpose, user.account)
    accounts.check_confirmed(user)
    return await passkeys.ask_new(browser, body.purpose, (await accounts.account(user)).name, user.account)


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
    return await register_guest(request, accounts, body.name, body.password, passkey, body.invitation)


async def register_guest(
    request: Request, accounts: Accounts, typed: str, password: str | None, way: Way | None, invited: str
) -> answers.Registered:
    """Create an account for the guest who has sent a request, and sign in.  Raises Refused: as `Accounts.register`."""
    holder, device = request.scope["holder"], device_of(request)
    name, codes, request.scope["new_session"] = await accounts.register(holder, typed, password, way, invited, device)
    renew_guest(request.scope)
    return answers.Registered(name, codes)


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
) -> None:
    """Confirm the user's identity again."""
    account, passkey = await accounts.account(user), None
    if body.credential is None:
        account = await accounts.prove(account.name, body.password or "")
    else:
        account, passkey = await passkeys.check(browser_of(request), "confirm", body.credential)
    if account.id != user.account:
        raise BAD_CREDENTIAL(Message("This passkey belongs to another account."))
    await accounts.confirm(user, passkey)


@calls.add("POST /api/account/recover", costs={"sign-in": 1}, refuses=(BAD_RECOVERY, ACCOUNT_CLOSED, WEAK_PASSWORD))
async def recover(accounts: Accounts, mail: AccountMail, request: Request, body: RecoveryRequest) -> answers.SignedIn:
    """Set a new password with a recovery code."""
    account, token = await accounts.recover(body.name, body.code, body.password, device_of(request))
    mail.tell_change(account.id, changes.CODE_USED)
    request.scope["new_session"] = token
    return answers.SignedIn(account.name)


@calls.add("POST /api/account/sign-out", costs={"read": 1})
async def sign_out(accounts: Accounts, request: Request, body: NoRequest) -> None:
    """Sign out."""
    if user := request.scope["signed_in"]:
        await accounts.end_session(user, public_id(user.session))
    request.scope["new_session"] = ""


@calls.add("GET /api/account/sessions", costs={"read": 1})
async def list_sessions(store: AccountStore, user: SignedIn) -> list[answers.Session]:
    """The user's sessions."""
    return [
        answers.Session(
            public_id(session.digest), session.made_at, session.seen_at, session.device, session.digest == user.session
        )
        for session in await store.sessions(user.account)
    ]


@calls.add("POST /api/account/sessions/end", costs={"creation": 1})
async def end_session(accounts: Accounts, user: SignedIn, body: IdRequest) -> None:
    """End a session, or all others."""
    await accounts.end_session(user, body.id)


@calls.add("GET /api/account/export", costs={"read": 100}, answer=answers.AccountExport, refuses=(CONFIRM_FIRST,))
async def export_account(accounts: Accounts, exports: Exports, user: SignedIn) -> StreamingResponse:
    """Export the user's personal data."""
    accounts.check_confirmed(user)
    parts = exports.read(await accounts.account(user))
    headers = {"content-disposition": 'attachment; filename="ludoteka-account.json"'}
    return StreamingResponse(parts, media_type="application/json", headers=headers)


@calls.add("POST /api/account/password", costs={"creation": 1, "sign-in": 1}, refuses=(CONFIRM_FIRST, WEAK_PASSWORD))
async def set_password(accounts: Accounts, mail: AccountMail, user: SignedIn, body: PasswordRequest) -> None:
    """Set or change the password."""
    await accounts.set_password(user, body.password)
    mail.tell_change(user.account, changes.PASSWORD_CHANGED)


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
) -> None:
    """Add a passkey."""
    label = body.label or device_of(request)
    await accounts.add_passkey(user, passkeys.check_new(browser_of(request), "add", body.credential, label))
    mail.tell_change(user.account, changes.PASSKEY_ADDED)


@calls.add("POST /api/account/passkeys/remove", costs={"creation": 1}, refuses=(CONFIRM_FIRST, LAST_WAY_IN))
async def remove_passkey(accounts: Accounts, mail: AccountMail, user: SignedIn, body: IdRequest) -> None:
    """Remove a passkey."""
    if await accounts.remove_passkey(user, body.id):
        mail.tell_change(user.account, changes.PASSKEY_REMOVED)


@calls.add("POST /api/account/recovery-codes", costs={"creation": 1}, refuses=(CONFIRM_FIRST,))
async def replace_codes(
    accounts: Accounts, mail: AccountMail, user: SignedIn, body: NoRequest
) -> answers.RecoveryCodes:
    """Create new recovery codes."""
    codes = await accounts.new_codes(user)
    mail.tell_change(user.account, changes.CODES_REPLACED)
    return answers.RecoveryCodes(codes)


@calls.add("POST /api/account/delete", costs={"creation": 1}, refuses=(CONFIRM_FIRST, "bad-name"))
async def delete_account(accounts: Accounts, request: Request, user: SignedIn, body: DeletionRequest) -> None:
    """Delete the account."""
    await accounts.delete(user, body.name)
    request.scope["new_session"] = ""


@calls.add("GET /api/account/tokens", costs={"read": 1})
async def list_tokens(store: AccountStore, user: SignedIn) -> list[answers.ApiToken]:
    """The user's API tokens."""
    return [
        answers.ApiToken(public_id(token.digest), token.label, token.scopes.split(), token.made_at, token.used_at)
        for token in await store.tokens(user.account)
    ]


@calls.add("POST /api/account/tokens", costs={"creation": 1}, refuses=(CONFIRM_FIRST, TOO_MANY_TOKENS, "bad-label"))
async def make_token(accounts: Accounts, user: SignedIn, body: TokenRequest) -> answers.NewToken:
    """Create an API token."""

    def check_count(tokens: int) -> None:
        if tokens >= MOST_TOKENS:
            raise TOO_MANY_TOKENS()

    accounts.check_confirmed(user)
    label = " ".join(body.label.split())
    if not label or len(label) > MAX_LABEL or not label.isprintable():
        raise Refused("bad-label", Message("Say in a few words what the token is for."))
    token, scopes = PREFIX + secrets.token_urlsafe(24), " ".join(dict.fromkeys(body.scopes))
    made = StoredToken(token_digest(token), user.account, label, scopes, accounts.now())
    await accounts.store.add_token(made, check_count, user.proof)
    return answers.NewToken(token)


@calls.add("POST /api/account/tokens/end", costs={"creation": 1})
async def end_token(accounts: Accounts, user: SignedIn, body: IdRequest) -> None:
    """Revoke an API token."""
    for token in await accounts.store.tokens(user.account):
        if public_id(token.digest) == body.id:
            await accounts.store.write((DELETE_TOKEN, {"which": token.digest}))
            accounts.sessions.end(token.digest)


@calls.add("POST /api/account/bot", costs={"creation": 1}, refuses=(CONFIRM_FIRST, ACCOUNT_CLOSED, HAS_PLAYED))
async def make_bot(accounts: Accounts, store: Store, user: SignedIn, body: NoRequest) -> None:
    """Turn the account into a bot account permanently."""
    accounts.check_confirmed(user)
    check_open(await accounts.account(user))
    if await store.matches_of(user.holder, 1):
        raise HAS_PLAYED()
    await accounts.store.make_bot(user.account)


@calls.add(
    "POST /api/account/mail", costs={"creation": 1, "sign-in": 1}, refuses=(NO_SERVER, CONFIRM_FIRST, "bad-address")
)
async def add_address(mail: AccountMail, request: Request, user: SignedIn, body: AddressRequest) -> None:
    """Send a confirmation link to an e-mail address."""
    await mail.add(user, body.address, language(request))


@calls.add("POST /api/account/mail/remove", costs={"creation": 1}, refuses=(CONFIRM_FIRST,))
async def remove_address(mail: AccountMail, user: SignedIn, body: NoRequest) -> None:
    """Remove the e-mail address."""
    await mail.remove(user)


@calls.add("POST /api/account/mail/cancel", costs={"creation": 1})
async def cancel_address(mail: MailStore, user: SignedIn, body: NoRequest) -> None:
    """Remove the unconfirmed e-mail address."""
    await mail.cancel(user.account)


@calls.add("POST /api/account/mail/confirm", costs={"sign-in": 1}, refuses=(BAD_LINK, ACCOUNT_CLOSED))
async def confirm_address(mail: AccountMail, body: LinkRequest) -> answers.SignedIn:
    """Confirm an e-mail address with a link."""
    return answers.SignedIn((await mail.confirm(body.token)).name)


@calls.add("POST /api/account/lost", costs={"sign-in": 1}, refuses=(NO_SERVER,))
async def send_recovery_link(mail: AccountMail, body: LostRequest) -> None:
    """Send a recovery link by e-mail, if there is such an account."""
    mail.ask_recovery(body.name)


@calls.add("POST /api/account/lost/link", costs={"sign-in": 1}, refuses=(BAD_LINK, ACCOUNT_CLOSED))
async def open_recovery_link(mail: AccountMail, body: LinkRequest) -> answers.SignedIn:
    """The account of a recovery link."""
    return answers.SignedIn((await mail.recovering(body.token)).name)


@calls.add(
    "POST /api/account/lost/passkey-options", costs={"sign-in": 1}, refuses=(BAD_LINK, ACCOUNT_CLOSED, NO_PASSKEYS)
)
async def ask_recovery_passkey(
    mail: AccountMail, passkeys: PasskeyChecks, request: Request, body: LinkRequest
) -> answers.PasskeyOptions:
    """Options for creating a passkey with a recovery link."""
    account = await mail.recovering(body.token)
    return await passkeys.ask_new(browser_of(request), "recover", account.name, account.id)


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
