"""Hidden profiles, and following."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add them; the profiles of older accounts are visible."""
    op.add_column("accounts", sa.Column("is_hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "follows",
        sa.Column("follower", sa.String(24), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("followed", sa.String(24), sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("follows_by_followed", "follows", ["followed"])
    op.drop_index("ratings_by_strength", "ratings")
    op.create_index("ratings_by_strength", "ratings", ["game", "speed", "rating", "at", "deviation"])
