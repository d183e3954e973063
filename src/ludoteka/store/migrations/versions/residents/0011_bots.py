"""Tokens with which programs act for an account, accounts of bots, and challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add them; no older account is a bot."""
    op.add_column("accounts", sa.Column("is_bot", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "api_tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("scopes", sa.String(200), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float),
    )
    op.create_index("ix_api_tokens_account", "api_tokens", ["account"])
    op.create_table(
        "challenges",
        sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("challenger", sa.String(64), nullable=False),
        sa.Column("challenged", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("answer", sa.String(10), nullable=False),
    )
    op.create_index("challenges_by_challenged", "challenges", ["challenged", "answer"])
    op.create_index("challenges_by_challenger", "challenges", ["challenger", "answer"])
