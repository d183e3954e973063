"""An index of unfinished matches, among which abandoned ones are searched."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add it; no data changes."""
    op.create_index(
        "matches_unfinished",
        "matches",
        ["made_at"],
        sqlite_where=sa.text("result is null"),
        postgresql_where=sa.text("result is null"),
    )
