"""Rated matches, ratings, and rating changes."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
TO_RATE = sa.text("rated and rated_at is null")


def upgrade() -> None:
    """Add them; no older match is rated."""
    op.add_column("matches", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("ended_at", sa.Float))
    op.add_column("matches", sa.Column("rated_at", sa.Float))
    op.create_index("matches_to_rate", "matches", ["ended_at"], sqlite_where=TO_RATE, postgresql_where=TO_RATE)
    op.create_table(
        "ratings",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("speed", sa.String(20), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ratings_by_strength", "ratings", ["game", "speed", "rating"])
    op.create_table(
        "rating_changes",
        sa.Column("ordinal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match", sa.String(40), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("speed", sa.String(20), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
    )
    op.create_index("rating_changes_by_match", "rating_changes", ["match", "place"], unique=True)
    op.create_index("rating_changes_by_holder", "rating_changes", ["holder", "game", "speed", "ordinal"])
