"""The tables of notices."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, String, Table, false

from ludoteka.store.metadata import metadata, partial_index

notice_settings = Table(  # what residents want to be told, and when; nobody has a row who has not asked for it
    "notice_settings",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("turns", Boolean, nullable=False),
    Column("challenges", Boolean, nullable=False),
    Column("rounds", Boolean, nullable=False),
    Column("quiet_from", Integer),  # minutes after midnight; null, like the end, without quiet hours
    Column("quiet_to", Integer),
    Column("zone", String(60), nullable=False),  # the IANA name of the time zone
    Column("language", String(10), nullable=False),
    Column("mail", Boolean, nullable=False),  # whether notices are sent by e-mail, too
    Column("digest_hour", Integer),  # of the one mail a day; null if mails are sent at once
    Column("end_key", String(40), nullable=False, unique=True),  # in the links that end these mails
)

push_subscriptions = Table(  # browsers in which residents want notices
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # the digest of the endpoint
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("session", ForeignKey("sessions.digest", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", String(1000), nullable=False),  # the address at the push service of the browser
    Column("public_key", LargeBinary, nullable=False),  # of the browser: for this key, notices are encrypted
    Column("secret", LargeBinary, nullable=False),  # with which the browser recognises them
    Column("made_at", Float, nullable=False),
)

waiting_notices = Table(  # what is to be told, and turns that were told and still wait
    "waiting_notices",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("channel", String(10), primary_key=True),  # "push" or "mail"
    Column("kind", String(10), primary_key=True),  # "turn", "challenge" or "round"
    Column("at", Float, nullable=False),  # when it happened, in house time
    Column("due", Float),  # when to tell it; null if there is nothing more to tell of this turn
    Column("is_reminder", Boolean, nullable=False, server_default=false()),  # the turn was told already
    Index("waiting_notices_by_holder", "holder"),
)
partial_index("waiting_notices_by_due", waiting_notices.c.due, where="due is not null")
