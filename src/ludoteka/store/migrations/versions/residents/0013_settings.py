"""The settings that the owner changes on a page of the house."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the table; nothing is set."""
    op.create_table(
        "house_settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(1000), nullable=False),
    )
