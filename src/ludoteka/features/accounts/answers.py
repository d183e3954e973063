"""The answers of calls about accounts (docs/accounts.md).  Times are in seconds since 1970, UTC."""

from typing import Annotated, Any, Literal

import msgspec

from ludoteka.features.accounts.roles import ROLES
from ludoteka.server.calls.answers import Answer
from ludoteka.server.people.tokens import SCOPES

Role = Literal[ROLES]  # type: ignore[valid-type]  # the roles and the scopes are listed in one place
TokenScope = Literal[SCOPES]  # type: ignore[valid-type]  # as above
Codes = Annotated[list[str], msgspec.Meta(min_length=10, max_length=10)]


class Registered(Answer):
    """A new account, with its recovery codes, which are shown only once."""

    name: str
    recovery_codes: Codes


class RecoveryCodes(Answer):
    """New recovery codes of an account."""

    recovery_codes: Codes


class SignedIn(Answer):
    """The name of an account."""

    name: str


class PasskeyEntry(Answer):
    """A passkey of an account."""

    id: str
    label: str
    made_at: float
    used_at: float | None


class PasskeyOptions(Answer):
    """The options for creating or using a passkey, as `PublicKeyCredential` parses them."""

    publicKey: dict[str, Any]  # noqa: N815 - so it is named in browsers


class Session(Answer):
    """A browser in which the user is signed in."""

    id: str
    made_at: float
    seen_at: float
    device: str
    is_this: bool


class ApiToken(Answer):
    """A token with which a program acts for the account."""

    id: str
    label: str
    scopes: list[TokenScope]
    made_at: float
    used_at: float | None


class NewToken(Answer):
    """A new token, which is shown only once."""

    token: str


class Mail(Answer):
    """The confirmed and the unconfirmed e-mail address of an account."""

    address: str | None
    confirmed_at: float | None
    waiting: str | None


class AccountExport(Answer):
    """All data that the house stores of a user.

    The matches are those in which they have a seat; each names the address of its record.
    """

    account: dict[str, Any]
    passkeys: list[PasskeyEntry]
    identities: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    tokens: list[dict[str, Any]]
    notices: dict[str, Any]
    mail: Mail
    blocked: list[str]
    reports: list[dict[str, Any]]
    acts: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    following: list[str]
    tournaments: list[dict[str, Any]]
    rated_matches: list[dict[str, Any]]
    matches: list[dict[str, Any]]
    chat: list[dict[str, Any]]
