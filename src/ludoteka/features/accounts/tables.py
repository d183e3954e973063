"""The tables of accounts, and of how people and programs sign in to them."""

from typing import NamedTuple

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, LargeBinary, String, Table

from ludoteka.store.metadata import metadata

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),  # in base64url
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(60), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("used_at", Float),
)

identities = Table(  # of users at identity providers
    "identities",
    metadata,
    Column("issuer", String(255), primary_key=True),  # the address of the provider
    Column("subject", String(255), primary_key=True),  # the user's id there
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("used_at", Float),
    Index("identities_by_account", "account", "issuer", unique=True),  # one at each provider
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
)


invitations = Table(  # to register
    "invitations",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("made_at", Float, nullable=False),
)

spent = Table(  # challenges and recovery codes, each of which can be used once
    "spent",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("at", Float, nullable=False, index=True),
)

api_tokens = Table(  # with which programs act for an account
    "api_tokens",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the token
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("scopes", String(200), nullable=False),  # what they may do, separated by spaces
    Column("made_at", Float, nullable=False),
    Column("used_at", Float),
)

mail_addresses = Table(  # which their owners have confirmed
    "mail_addresses",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("lookup", String(254), nullable=False, unique=True),  # the address in lower case
    Column("language", String(10), nullable=False),  # of e-mails to the owner
    Column("confirmed_at", Float, nullable=False),
)

mail_links = Table(  # sent by e-mail, each usable once; an account has at most one for each purpose
    "mail_links",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("purpose", String(10), primary_key=True),  # "address", to confirm it, or "recovery"
    Column("digest", String(64), nullable=False, unique=True),  # of the token
    Column("address", String(254), nullable=False),  # to which it was sent
    Column("language", String(10), nullable=False),
    Column("until", Float, nullable=False, index=True),
)


ADDRESS, RECOVERY = "address", "recovery"  # the purposes of e-mail links: to confirm an address, to recover an account


class StoredToken(NamedTuple):
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


class CheckedPasskey(NamedTuple):
    """A passkey that has signed a challenge."""

    id: str  # in base64url
    public_key: bytes
    sign_count: int
    spent: str  # the digest of the challenge
    account: str  # the id of its account
    label: str = ""

    def row(self, account: str, now: float) -> Passkey:
        """Return the row of a new passkey."""
        return Passkey(self.id, account, self.public_key, self.sign_count, self.label, now)


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
