"""The summaries of reviews, which are read without the reviews themselves."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column, and take the summaries out of the reviews that are complete."""
    op.add_column("reviews", sa.Column("summary", sa.String))
    reviews = sa.table("reviews", *(sa.column(name, sa.String) for name in ("match", "content", "summary")))
    connection = op.get_bind()
    complete = connection.execute(sa.select(reviews.c.match).where(reviews.c.content.is_not(None))).scalars().all()
    for match in complete:
        whole = json.loads(
            connection.execute(sa.select(reviews.c.content).where(reviews.c.match == match)).scalar_one()
        )
        if "steps" in whole:  # a review of what was hidden has no summary
            seats = json.dumps([{key: value for key, value in one.items() if key != "title"} for one in whole["seats"]])
            connection.execute(sa.update(reviews).where(reviews.c.match == match).values(summary=seats))
