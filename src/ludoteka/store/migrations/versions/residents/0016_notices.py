"""Notification settings, push subscriptions and pending notifications."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add them; all notifications are off."""
    op.create_table(
        "notice_settings",
        sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("turns", sa.Boolean, nullable=False),
        sa.Column("challenges", sa.Boolean, nullable=False),
        sa.Column("rounds", sa.Boolean, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("zone", sa.String(60), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("mail", sa.Boolean, nullable=False),
        sa.Column("digest_hour", sa.Integer),
        sa.Column("end_key", sa.String(40), nullable=False, unique=True),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("session", sa.String(64), sa.ForeignKey("sessions.digest", ondelete="CASCADE"), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_index("ix_push_subscriptions_account", "push_subscriptions", ["account"])
    op.create_index("ix_push_subscriptions_session", "push_subscriptions", ["session"])
    op.create_table(
        "waiting_notices",
        sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("channel", sa.String(10), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("is_reminder", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("waiting_notices_by_holder", "waiting_notices", ["holder"])
    is_waiting = sa.text("due is not null")
    op.create_index(
        "waiting_notices_by_due", "waiting_notices", ["due"], sqlite_where=is_waiting, postgresql_where=is_waiting
    )
