"""When the players of a match were last present, whether its host chose its secrets, and an index of unfinished matches."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
UNFINISHED = sa.text("result is null")
LISTED = sa.text("visibility = 'public' and result is null")


def upgrade() -> None:
    """Add them; for older matches, it is unknown whether the host chose secrets."""
    op.add_column("matches", sa.Column("attended_at", sa.Float, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("host_knows_secrets", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("update matches set attended_at = made_at where visibility = 'public' and result is null")
    op.drop_index("matches_in_lobby", "matches")
    op.create_index("matches_in_lobby", "matches", ["attended_at"], sqlite_where=LISTED, postgresql_where=LISTED)
    op.create_index("matches_unfinished", "matches", ["made_at"], sqlite_where=UNFINISHED, postgresql_where=UNFINISHED)
