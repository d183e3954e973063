"""Accounts, their sessions and sign-in methods, and the standing of occupants."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add them; everybody is a guest."""
    op.add_column("seats", sa.Column("standing", sa.String(10), nullable=False, server_default="guest"))
    op.create_index("chat_by_holder", "chat", ["holder"])
    op.create_table(
        "invitations",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(40)),
        sa.Column("skeleton", sa.String(120), unique=True),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("closed_at", sa.Float),
        sa.Column("deleted_at", sa.Float),
        sa.Column("invitation", sa.String(64), sa.ForeignKey("invitations.digest"), unique=True),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        _account(),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float),
    )
    op.create_table("recovery_codes", sa.Column("digest", sa.String(64), primary_key=True), _account())
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        _account(),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("confirmed_at", sa.Float, nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
    )
    op.create_table(
        "spent",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False, index=True),
    )


def _account() -> "sa.Column[str]":
    return sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), nullable=False, index=True)
