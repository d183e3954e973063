"""Moderation: reports, the moderation log, bans, blocks and annulled matches."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add them."""
    op.add_column("matches", sa.Column("annulled_at", sa.Float))
    _create_reports()
    op.create_table(
        "acts",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("by", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("match", sa.String(40), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
    )
    op.create_index("acts_by_time", "acts", ["at"])
    op.create_index("acts_by_about", "acts", ["about", "at"])
    op.create_table(
        "shut_outs",
        sa.Column("act", sa.String(24), sa.ForeignKey("acts.id"), primary_key=True),
        sa.Column("address", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_shut_outs_until", "shut_outs", ["until"])
    op.create_table(
        "blocks",
        sa.Column("blocker", sa.String(24), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("blocked", sa.String(24), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("blocks_by_blocked", "blocks", ["blocked"])


def _create_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("match", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("closed_at", sa.Float),
    )
    op.create_index("reports_by_about", "reports", ["about", "at"])
    op.create_index("reports_by_reporter", "reports", ["reporter", "at"])
    is_open = sa.text("closed_at is null")
    columns = ["about", "reporter"]
    op.create_index("reports_open", "reports", columns, unique=True, sqlite_where=is_open, postgresql_where=is_open)
