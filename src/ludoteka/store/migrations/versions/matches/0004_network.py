"""Clocks, public matches, chat, and when the house was up."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add them; older matches have no clock, and only those who were invited know of them."""
    op.add_column("matches", sa.Column("clock", sa.String(20), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("visibility", sa.String(10), nullable=False, server_default="private"))
    op.add_column("matches", sa.Column("due", sa.Float))
    op.add_column("events", sa.Column("spent", sa.Float, nullable=False, server_default="0"))
    op.create_index("matches_by_due", "matches", ["due"])
    op.create_index(
        "matches_in_lobby",
        "matches",
        ["made_at"],
        sqlite_where=sa.text("visibility = 'public' and result is null"),
        postgresql_where=sa.text("visibility = 'public' and result is null"),
    )
    op.create_table(
        "chat",
        sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("text", sa.String(400), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "uptimes",
        sa.Column("server", sa.String(40), primary_key=True),
        sa.Column("since", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "batches",
        sa.Column("writer", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
