"""Sign-in through identity providers, and the ways to sign in, over HTTP (docs/accounts.md)."""

import secrets
import time
from html import escape
from typing import Annotated, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts import answers
from ludoteka.features.accounts.accounts import (
    ACCOUNT_CLOSED,
    CONFIRM_FIRST,
    IDENTITY_TAKEN,
    LAST_WAY_IN,
    REGISTRATION_REFUSALS,
    Accounts,
    CheckedIdentity,
    check_open,
)
from ludoteka.features.accounts.calls import IdRequest, Text, register_guest
from ludoteka.features.accounts.devices import device_of
from ludoteka.features.accounts.exports import fields_of
from ludoteka.features.accounts.mail import IDENTITY_LINKED, IDENTITY_UNLINKED, AccountMail
from ludoteka.features.accounts.passkeys import find_party
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.ratings.rater import PoolRating, encode_ratings
from ludoteka.features.ratings.store import RatingStore
from ludoteka.features.sign_in.attempts import (
    SIGN_IN_EXPIRED,
    Attempts,
    Newcomer,
    SignInAttempt,
    forget,
    own_path,
)
from ludoteka.features.sign_in.providers import (
    BAD_IDENTITY,
    NO_SUCH_PROVIDER,
    NOT_CONFIRMED,
    PROVIDER_UNREACHABLE,
    SIGN_IN_CANCELLED,
    SignInServices,
)
from ludoteka.games import folders
from ludoteka.server.calls.answers import Answer, Nothing, Whole
from ludoteka.server.calls.call import HTML, Calls
from ludoteka.server.http.pages import language, page
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.people.names import clean_account_name
from ludoteka.server.people.sessions import SIGNED_IN_ALREADY, SignedIn, check_signed_out
from ludoteka.server.people.sessions import signed_in as user_of
from ludoteka.server.protocol.bodies import json_answer
from ludoteka.server.protocol.messages import ClientContent, NoRequest
from ludoteka.server.settings import IdentityProvider
from ludoteka.store import NotStored
from ludoteka.store.people import NOT_SIGNED_IN
from ludoteka.store.refusals import on_conflict
from ludoteka.surfaces.texts import texts_in

PREFIX = "/sign-in/"
IDENTITY_UNKNOWN = Refusal("identity-unknown", status=403)
LINKED_ALREADY = Refusal("linked-already", status=409)


class StartRequest(ClientContent):
    """A sign-in at an identity provider: its purpose, and the path of our page to return to."""

    provider: Annotated[str, msgspec.Meta(max_length=30)]
    purpose: Literal["sign-in", "link", "confirm"]
    back: Annotated[str, msgspec.Meta(max_length=2000)] = "/account"


class NewcomerRequest(ClientContent):
    """The account name and invitation of a person whom an identity provider has identified."""

    name: Text
    invitation: Text = ""


class ProviderAddress(Answer):
    """The address at which a browser signs in at a provider."""

    address: str


class OfferedProvider(Answer):
    """A provider through which users can sign in."""

    id: str
    name: str


class NewcomerName(Answer):
    """A newcomer: the name of the provider, and a suggested name for the account, or ""."""

    provider: str
    name: str


class LinkedIdentity(Answer):
    """An identity of an account; a provider that is no longer configured is named by its address."""

    id: str
    provider: str
    made_at: float
    used_at: float | None
    is_open: bool  # whether the house uses the provider at present


class Account(Answer):
    """The account of the signed-in user."""

    name: str
    made_at: float
    role: answers.Role
    has_password: bool
    is_hidden: bool  # whether others see no profile
    is_bot: bool  # whether a program plays with it
    passkeys: list[answers.PasskeyEntry]
    identities: list[LinkedIdentity]
    recovery_codes: Whole  # how many are left
    is_confirmed: bool
    ratings: list[PoolRating]
    mail: answers.Mail


class SignIn(Answer):
    """The signed-in user, and the ways to sign in."""

    has_mail: bool  # whether the house sends e-mails
    registration: Literal["open", "invitation", "providers", "closed"]
    has_passkeys: bool  # whether this address of the house can use them
    account: Account | None
    providers: list[OfferedProvider]
    newcomer: NewcomerName | None


calls = Calls()


@calls.add("GET /api/account", costs={"read": 1})
async def get_account(
    accounts: Accounts,
    store: AccountStore,
    mail: AccountMail,
    ratings: RatingStore,
    services: SignInServices,
    attempts: Attempts,
    house_time: HouseTime,
    request: Request,
) -> SignIn:
    """The signed-in user and the sign-in methods."""
    user: SignedIn | None = request.scope["signed_in"]
    account, names, shown = await store.account(user.account) if user else None, services.names, None
    if user and account:
        shown = Account(
            **fields_of(account, "name", "made_at", "role", "is_hidden", "is_bot"),
            has_password=bool(account.password),
            passkeys=[
                answers.PasskeyEntry(passkey.id, passkey.label, passkey.made_at, passkey.used_at)
                for passkey in await store.passkeys(account.id)
            ],
            identities=[
                LinkedIdentity(
                    identity.public_id,
                    names.get(identity.issuer, identity.issuer),
                    identity.made_at,
                    identity.used_at,
                    identity.issuer in names,
                )
                for identity in await store.identities(account.id)
            ],
            recovery_codes=await store.code_count(account.id),
            is_confirmed=accounts.is_confirmed(user),
            ratings=encode_ratings(await ratings.states(account.holder), house_time.now()),
            mail=await mail.describe(account.id),
        )
    newcomer = None if user else attempts.read(request, Newcomer)
    return SignIn(
        mail.is_open,
        accounts.registration(),  # type: ignore[arg-type]  # settings allow these only
        find_party(request) is not None,
        shown,
        [OfferedProvider(provider.id, provider.name) for provider in services.providers],
        NewcomerName(names[newcomer.issuer], newcomer.name) if newcomer and newcomer.issuer in names else None,
    )


@calls.add(
    "POST /api/account/providers/start",
    costs={"sign-in": 1},
    answer=ProviderAddress,
    refuses=(NO_SUCH_PROVIDER, PROVIDER_UNREACHABLE, SIGNED_IN_ALREADY, CONFIRM_FIRST, NOT_SIGNED_IN),
)
async def start(
    accounts: Accounts, services: SignInServices, attempts: Attempts, request: Request, body: StartRequest
) -> Response:
    """Start signing in at an identity provider."""
    service, account = services.named(body.provider), ""
    if body.purpose == "sign-in":
        check_signed_out(request)
    else:
        account = user_of(request).account
    if body.purpose == "link":
        accounts.check_confirmed(user_of(request))
    at = int(time.time())
    attempt = SignInAttempt(body.provider, body.purpose, account, own_path(body.back), at, secrets.token_urlsafe(24))
    address = await service.begin(attempt, _redirect_address(request, body.provider))
    return attempts.keep(request, json_answer(ProviderAddress(address)), attempt)


@calls.add(
    f"GET {PREFIX}{{provider}}",
    costs={"sign-in": 1},
    status=302,
    content=HTML,
    refuses=(
        *(NO_SUCH_PROVIDER, PROVIDER_UNREACHABLE, SIGN_IN_EXPIRED, SIGN_IN_CANCELLED, BAD_IDENTITY, NOT_CONFIRMED),
        *(IDENTITY_UNKNOWN, IDENTITY_TAKEN, LINKED_ALREADY, ACCOUNT_CLOSED, SIGNED_IN_ALREADY, NOT_SIGNED_IN),
    ),
    page_statuses=(401, 403, 409, 429, 503),
)
async def finish(
    accounts: Accounts, services: SignInServices, attempts: Attempts, mail: AccountMail, request: Request, provider: str
) -> Response:
    """The redirect address of an identity provider."""
    if "refused" in request.scope:  # the database can't be reached
        raise request.scope["refused"]
    service, attempt = services.named(provider), attempts.find(request, provider)
    with on_conflict(SIGN_IN_EXPIRED(Message("This sign-in has been completed already. Please begin again."))):
        await accounts.store.spend(attempt.digest, accounts.now())
    identity = await service.finish(attempt, dict(request.query_params), _redirect_address(request, provider))
    if attempt.purpose == "confirm":
        await _confirm(accounts, _same_user(request, attempt), identity, service.provider)
        return _go_on(request, attempt.back)
    if attempt.purpose == "link":
        await _link(accounts, _same_user(request, attempt), identity, service.provider)
        mail.tell_change(attempt.account, IDENTITY_LINKED)
        return _go_on(request, attempt.back)
    check_signed_out(request)
    if token := await _sign_in(accounts, identity, device_of(request)):
        request.scope["new_session"] = token
        return _go_on(request, attempt.back)
    newcomer = await _newcomer(accounts, identity, service.provider)
    return attempts.keep(request, _go_on(request, "/account"), newcomer)


@calls.add(
    "POST /api/account/providers/register",
    status=201,
    costs={"registration": 1},
    answer=answers.Registered,
    refuses=(*REGISTRATION_REFUSALS, SIGN_IN_EXPIRED, IDENTITY_TAKEN),
)
async def register(
    accounts: Accounts, services: SignInServices, attempts: Attempts, request: Request, body: NewcomerRequest
) -> Response:
    """Create an account."""
    check_signed_out(request)
    newcomer = attempts.read(request, Newcomer)
    if newcomer is None or newcomer.issuer not in services.names:
        raise SIGN_IN_EXPIRED()
    identity = CheckedIdentity(newcomer.issuer, newcomer.subject, spent=newcomer.digest)
    registered = await register_guest(request, accounts, body.name, None, identity, body.invitation)
    return forget(request, json_answer(registered, 201), Newcomer)


@calls.add("POST /api/account/providers/forget", costs={"read": 1}, answer=Nothing)
async def forget_newcomer(request: Request, body: NoRequest) -> Response:
    """Forget the newcomer whom a provider has identified."""
    return forget(request, json_answer(Nothing()), Newcomer)


@calls.add("POST /api/account/providers/unlink", costs={"creation": 1}, refuses=(CONFIRM_FIRST, LAST_WAY_IN))
async def unlink(accounts: Accounts, mail: AccountMail, user: SignedIn, body: IdRequest) -> None:
    """Unlink an identity."""
    accounts.check_confirmed(user)
    others = [identity for identity in await accounts.open_identities(user) if identity.public_id != body.id]
    if not others and not await accounts.store.passkeys(user.account):
        await accounts.check_password_left(user)
    for identity in await accounts.store.identities(user.account):
        if identity.public_id == body.id:
            await accounts.store.remove_identity(identity)
            mail.tell_change(user.account, IDENTITY_UNLINKED)


async def _sign_in(accounts: Accounts, identity: CheckedIdentity, device: str) -> str:
    """Return the token of a new session, or "" if no account has this identity.  Raises Refused: "account-closed", "not-stored"."""
    found = await accounts.store.identity(identity.issuer, identity.subject)
    if found is None:
        return ""
    known, account = found
    check_open(account)
    token, session = accounts.new_session(account.id, device)
    since = min(session.made_at, identity.authenticated_at or 0.0)  # when they authenticated at the provider
    await accounts.store.begin_session(session._replace(confirmed_at=since), known)
    return token


async def _newcomer(accounts: Accounts, identity: CheckedIdentity, provider: IdentityProvider) -> Newcomer:
    """Return a newcomer, who may choose a name.  Raises Refused: "identity-unknown" if the house accepts no new accounts."""
    if accounts.registration() == "closed":
        text = Message(
            "Nobody here signs in with that account ({provider}), and this server isn't accepting new accounts.",
            provider=provider.name,
        )
        raise IDENTITY_UNKNOWN(text)
    try:
        name = clean_account_name(identity.name)
        await accounts.check_free(name)
    except Refused:
        name = ""
    return Newcomer(identity.issuer, identity.subject, name, int(time.time()), secrets.token_urlsafe(24))


async def _link(accounts: Accounts, who: SignedIn, identity: CheckedIdentity, provider: IdentityProvider) -> None:
    """Link an identity to a user's account.  Raises Refused: "identity-taken", "linked-already", "not-stored"."""
    try:
        await accounts.store.add_identity(identity.row(who.account, accounts.now()), who.proof)
    except NotStored as error:
        await accounts.check_unknown(identity)
        if error.is_conflict:
            text = Message(
                "Your account is linked to this sign-in service already ({provider}).", provider=provider.name
            )
            raise LINKED_ALREADY(text) from error
        raise


async def _confirm(accounts: Accounts, who: SignedIn, identity: CheckedIdentity, provider: IdentityProvider) -> None:
    """Record that a user has confirmed their identity at the provider.  Raises Refused: "identity-unknown", "not-stored"."""
    found = await accounts.store.identity(identity.issuer, identity.subject)
    if found is None or found[0].account != who.account:
        text = Message("That is not the account with which you sign in here ({provider}).", provider=provider.name)
        raise IDENTITY_UNKNOWN(text)
    await accounts.confirm(who, found[0])


def _same_user(request: Request, attempt: SignInAttempt) -> SignedIn:
    """Return the signed-in user, if they began the attempt.  Raises Refused: "not-signed-in", "sign-in-expired"."""
    user = user_of(request)
    if user.account != attempt.account:
        raise SIGN_IN_EXPIRED()
    return user


def _redirect_address(request: Request, provider: str) -> str:
    """Return the redirect address, which must be registered at the provider."""
    return f"{request.base_url}{PREFIX.removeprefix('/')}{provider}"


def _go_on(request: Request, path: str) -> Response:
    return forget(request, RedirectResponse(path, 302), SignInAttempt)


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
