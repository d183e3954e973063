"""Stored account data."""

from collections.abc import Callable
from typing import NamedTuple

ADDRESS, RECOVERY = "address", "recovery"  # the purposes of e-mail links: to confirm an address, to recover an account


class Account(NamedTuple):
    """An account that has not been deleted."""

    id: str
    holder: str  # of the seats of its owner
    name: str
    role: str  # one of `accounts.roles.ROLES`
    password: str  # an Argon2 hash; "" for none
    made_at: float  # seconds since 1970, UTC, like all times here
    closed_at: float | None = None  # when the operator closed it
    is_hidden: bool = False  # its profile, from everybody else
    is_bot: bool = False  # a program plays

    @property
    def standing(self) -> str:
        """The standing shown besides the name."""
        return "bot" if self.is_bot else "resident"


class Session(NamedTuple):
    """A signed-in browser."""

    digest: str  # of the token in its cookie
    account: str  # the id
    made_at: float
    seen_at: float
    confirmed_at: float  # when its user last confirmed their identity
    device: str  # for people: "Firefox · Linux"


class ApiToken(NamedTuple):
    """A token with which a program acts for an account."""

    digest: str
    account: str  # the id
    label: str
    scopes: str  # some of `accounts.scopes.SCOPES`, separated by spaces
    made_at: float
    used_at: float | None = None


class Words(NamedTuple):
    """A person's message in the chat of a match."""

    match: str
    at: float
    kind: str  # "words", or "phrase" if the text is the id of a preset phrase
    text: str


class Identity(NamedTuple):
    """A user's identity at an identity provider."""

    issuer: str  # the address of the provider
    subject: str  # their id there
    account: str  # the id
    made_at: float
    used_at: float | None = None


class Passkey(NamedTuple):
    """A passkey of an account."""

    id: str  # in base64url
    account: str  # the id
    public_key: bytes
    sign_count: int
    label: str
    made_at: float
    used_at: float | None = None


class PasskeyUse(NamedTuple):
    """A use of a passkey, stored unless `check` refuses the previous sign count, or None if the passkey is gone."""

    id: str  # of the passkey
    sign_count: int
    spent: str  # the digest of the challenge
    check: Callable[[int | None], None]


class MailAddress(NamedTuple):
    """The confirmed e-mail address of an account."""

    account: str  # the id
    address: str
    language: str  # of e-mails to the owner
    confirmed_at: float


class MailLink(NamedTuple):
    """A link that was sent by e-mail and can be used once."""

    account: str  # the id
    purpose: str  # ADDRESS or RECOVERY
    digest: str  # of its token
    address: str  # to which it was sent
    language: str
    until: float
