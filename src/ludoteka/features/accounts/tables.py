"""The tables of accounts, and of how people and programs sign in to them."""

import hashlib
from typing import Annotated, NamedTuple

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, LargeBinary, String, Table

from ludoteka.store.metadata import INDEXED, KEY, UNIQUE, metadata, table_of

ADDRESS, RECOVERY = "address", "recovery"  # the purposes of e-mail links: to confirm an address, to recover an account
AccountId = Annotated[str, "accounts.id"]
Digest = Annotated[str, String(64)]


class Passkey(NamedTuple):
    """A passkey of an account."""

    id: Annotated[str, String(1400), KEY]  # in base64url
    account: Annotated[AccountId, INDEXED]
    public_key: Annotated[bytes, LargeBinary]
    sign_count: Annotated[int, BigInteger]
    label: Annotated[str, String(60)]
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


class Identity(NamedTuple):
    """A user's identity at an identity provider; an account has at most one at each provider."""

    issuer: Annotated[str, String(255), KEY]  # the address of the provider
    subject: Annotated[str, String(255), KEY]  # their id there
    account: AccountId
    made_at: float
    used_at: float | None = None

    @property
    def public_id(self) -> str:
        """The id by which users name it."""
        return hashlib.sha256(f"identity {self.issuer} {self.subject}".encode()).hexdigest()[:16]


class StoredToken(NamedTuple):
    """A token with which a program acts for an account."""

    digest: Annotated[Digest, KEY]
    account: Annotated[AccountId, INDEXED]
    label: Annotated[str, String(60)]
    scopes: Annotated[str, String(200)]  # some of `accounts.scopes.SCOPES`, separated by spaces
    made_at: float
    used_at: float | None = None


class MailAddress(NamedTuple):
    """The confirmed e-mail address of an account."""

    account: Annotated[AccountId, KEY]
    address: Annotated[str, String(254)]
    language: Annotated[str, String(10)]  # of e-mails to the owner
    confirmed_at: float


class MailLink(NamedTuple):
    """A link that was sent by e-mail and can be used once; an account has at most one for each purpose."""

    account: Annotated[AccountId, KEY]
    purpose: Annotated[str, String(10), KEY]  # ADDRESS or RECOVERY
    digest: Annotated[Digest, UNIQUE]  # of its token
    address: Annotated[str, String(254)]  # to which it was sent
    language: Annotated[str, String(10)]
    until: Annotated[float, INDEXED]


class Words(NamedTuple):
    """A person's message in the chat of a match."""

    match: str
    at: float
    kind: str  # "words", or "phrase" if the text is the id of a preset phrase
    text: str


passkeys = table_of("passkeys", Passkey)
identities = table_of("identities", Identity, Index("identities_by_account", "account", "issuer", unique=True))
api_tokens = table_of("api_tokens", StoredToken)
mail_addresses = table_of(
    "mail_addresses",
    MailAddress,
    Column("lookup", String(254), nullable=False, unique=True),  # the address in lower case
)
mail_links = table_of("mail_links", MailLink)

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
