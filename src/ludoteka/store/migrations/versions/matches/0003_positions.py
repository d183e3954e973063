"""Where a match began, and the key that signs the cookies of guests."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
KEY_BYTES = 32


def upgrade() -> None:
    """Add both; older matches began at the usual start."""
    op.add_column("matches", sa.Column("position", sa.String))
    keys = op.create_table(
        "keys",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("key", sa.LargeBinary, nullable=False),
    )
    op.bulk_insert(keys, [{"name": "guests", "key": secrets.token_bytes(KEY_BYTES)}])
