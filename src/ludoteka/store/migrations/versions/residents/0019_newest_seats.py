"""Seats store when their match was created, so that an index finds a person's newest matches."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
NEWEST = ["holder", "kind", "made_at", "match", "letter"]  # everything that is needed before a match itself is read


def upgrade() -> None:
    """Add the column, fill it from the matches, and recreate the indices."""
    op.add_column("seats", sa.Column("made_at", sa.Float, nullable=False, server_default="0"))
    seats, matches = (sa.table(name, *map(sa.column, ("id", "match", "made_at"))) for name in ("seats", "matches"))
    created = sa.select(matches.c.made_at).where(matches.c.id == seats.c.match).scalar_subquery()
    op.execute(sa.update(seats).values(made_at=created))
    op.drop_index("seats_by_holder", "seats")
    op.create_index("seats_by_holder", "seats", NEWEST)
    op.drop_index("matches_unfinished", "matches")
    unfinished = sa.text("result is null")
    op.create_index(
        "matches_unfinished", "matches", ["made_at", "id"], sqlite_where=unfinished, postgresql_where=unfinished
    )
