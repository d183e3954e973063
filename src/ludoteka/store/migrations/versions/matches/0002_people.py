"""Names of people, the host of a match, and the seat to act."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the table and the columns; in older matches the columns are empty."""
    op.create_table(
        "guests",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.add_column("matches", sa.Column("host", sa.String(64), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("awaited", sa.String(40), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("name", sa.String(40), nullable=False, server_default=""))
    op.create_index("matches_by_previous", "matches", ["previous"])
