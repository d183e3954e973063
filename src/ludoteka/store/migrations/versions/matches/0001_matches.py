"""Matches, seats, events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("previous", sa.String(40), nullable=False),
        sa.Column("result", sa.JSON),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("letter", sa.String(40), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
    )
    op.create_index("seats_by_holder", "seats", ["holder"])
    op.create_table(
        "events",
        sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("command", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
