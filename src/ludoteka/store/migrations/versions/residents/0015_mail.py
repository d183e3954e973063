"""The e-mail addresses of accounts, and the links sent to them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "mail_addresses",
        sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("lookup", sa.String(254), nullable=False, unique=True),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("confirmed_at", sa.Float, nullable=False),
    )
    op.create_table(
        "mail_links",
        sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("purpose", sa.String(10), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_mail_links_until", "mail_links", ["until"])
