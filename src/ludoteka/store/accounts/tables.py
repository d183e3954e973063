"""The tables of accounts, and of how people and programs sign in to them."""

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, LargeBinary, String, Table, false

from ludoteka.store.metadata import metadata

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("holder", String(64), nullable=False, unique=True),
    Column("name", String(40)),  # null, like the skeleton, once the account is deleted
    Column("skeleton", String(120), unique=True),  # unique, so that no two names look alike
    Column("role", String(10), nullable=False),
    Column("password", String(200), nullable=False),  # an Argon2 hash; "" for none
    Column("made_at", Float, nullable=False),
    Column("closed_at", Float),  # when the operator closed it; null if it is open
    Column("deleted_at", Float),
    Column("invitation", ForeignKey("invitations.digest"), unique=True),  # with which it was made
    Column("is_hidden", Boolean, nullable=False, server_default=false()),  # its profile, from everybody else
    Column("is_bot", Boolean, nullable=False, server_default=false()),  # a program plays
)

follows = Table(  # accounts that another account follows
    "follows",
    metadata,
    Column("follower", ForeignKey("accounts.id"), primary_key=True),
    Column("followed", ForeignKey("accounts.id"), primary_key=True),
    Column("at", Float, nullable=False),
    Index("follows_by_followed", "followed"),
)

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

sessions = Table(  # signed-in browsers
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the token in the cookie
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("made_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("confirmed_at", Float, nullable=False),  # when the user last confirmed their identity
    Column("device", String(80), nullable=False),
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
