"""The tables of notifications, their settings and the browsers that receive them."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, String, Table, false

from ludoteka.store.metadata import metadata, partial_index

notice_settings = Table(  # settings; users who have never enabled notifications have no row
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
    Column("mail", Boolean, nullable=False),  # whether notifications are also sent by e-mail
    Column("digest_hour", Integer),  # of the daily e-mail; null if e-mails are sent at once
    Column("end_key", String(40), nullable=False, unique=True),  # in the links to unsubscribe from these e-mails
)


push_subscriptions = Table(  # browsers that receive notifications
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # the digest of the endpoint
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("session", ForeignKey("sessions.digest", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", String(1000), nullable=False),  # the address at the push service of the browser
    Column("public_key", LargeBinary, nullable=False),  # of the browser: notifications are encrypted for it
    Column("secret", LargeBinary, nullable=False),  # with which the browser authenticates them
    Column("made_at", Float, nullable=False),
)


waiting_notices = Table(  # pending notifications, and turns that were notified and are not over
    "waiting_notices",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("channel", String(10), primary_key=True),  # "push" or "mail"
    Column("kind", String(10), primary_key=True),  # "turn", "challenge" or "round"
    Column("at", Float, nullable=False),  # when it happened, in house time
    Column("due", Float),  # when to send it; null if nothing more is to be sent about this turn
    Column("is_reminder", Boolean, nullable=False, server_default=false()),  # the turn was notified already
    Index("waiting_notices_by_holder", "holder"),
)


partial_index("waiting_notices_by_due", waiting_notices.c.due, where="due is not null")
