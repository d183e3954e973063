"""Tournaments with more than two at a table: the players of a pairing, and their scores, as lists."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
NAMES = ("tournament", "round", "board", "match", "first", "second", "first_score", "second_score")


def upgrade() -> None:
    """Recreate the table of pairings with its rows."""
    op.add_column("tournaments", sa.Column("table_size", sa.Integer, nullable=False, server_default="2"))
    connection = op.get_bind()
    old = sa.table("tournament_pairings", *map(sa.column, NAMES))
    found = connection.execute(sa.select(old)).all()
    op.drop_table("tournament_pairings")
    new = op.create_table(
        "tournament_pairings",
        sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match", sa.String(40), nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON(none_as_null=True)),
    )
    op.bulk_insert(new, [_row(*one) for one in found])


def _row(
    tournament: str,
    number: int,
    board: int,
    match: str,
    first: str,
    second: str,
    one: float | None,
    other: float | None,
) -> dict[str, object]:
    """Return a row with lists; a bye has one player."""
    players = [first, second] if second else [first]
    is_over = one is not None and (other is not None or not second)
    scores = [one, other][: len(players)] if is_over else None
    place = {"tournament": tournament, "round": number, "board": board, "match": match}
    return place | {"players": players, "scores": scores}
