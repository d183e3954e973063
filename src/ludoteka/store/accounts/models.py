"""What the store knows of an account."""

from collections.abc import Callable
from typing import NamedTuple

ADDRESS, RECOVERY = "address", "recovery"  # the purposes of links in mails: to confirm an address, to get back in


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
        """What is shown of it besides the name."""
        return "bot" if self.is_bot else "resident"


class Session(NamedTuple):
    """A browser that is signed in."""

    digest: str  # of the token in its cookie
    account: str  # the id
    made_at: float
    seen_at: float
    confirmed_at: float  # when somebody there last proved who they are
    device: str  # for people: "Firefox · Linux"


class ApiToken(NamedTuple):
    """A token with which a program acts for an account."""

    digest: str
    account: str  # the id
    label: str
    scopes: str  # what it may do: some of `accounts.scopes.SCOPES`, separated by spaces
    made_at: float
    used_at: float | None = None


class Words(NamedTuple):
    """What somebody said in the chat of a match."""

    match: str
    at: float
    kind: str  # "words", or "phrase" if the text is the id of a preset phrase
    text: str


class Identity(NamedTuple):
    """Who a resident is for an identity provider."""

    issuer: str  # the address of the provider
    subject: str  # who they are there
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
    """That a passkey has answered a challenge; it is stored unless `check` refuses because of the sign count before, or None."""

    id: str  # of the passkey
    sign_count: int
    spent: str  # the digest of the challenge
    check: Callable[[int | None], None]


class MailAddress(NamedTuple):
    """The mail address of an account, which its owner has confirmed."""

    account: str  # the id
    address: str
    language: str  # in which the owner reads mails
    confirmed_at: float


class MailLink(NamedTuple):
    """A link that was sent in a mail, and that can be used once."""

    account: str  # the id
    purpose: str  # ADDRESS or RECOVERY
    digest: str  # of its token
    address: str  # to which it was sent
    language: str
    until: float
