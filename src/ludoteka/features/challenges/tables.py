"""The table of challenges."""

from sqlalchemy import Column, Float, ForeignKey, Index, String, Table

from ludoteka.store.metadata import metadata

challenges = Table(  # invitations of one user to another to play a match
    "challenges",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("challenger", String(64), nullable=False),  # the holder
    Column("challenged", String(64), nullable=False),  # the holder
    Column("at", Float, nullable=False),
    Column("answer", String(10), nullable=False),  # "", "accepted", "declined" or "withdrawn"
    Index("challenges_by_challenged", "challenged", "answer"),
    Index("challenges_by_challenger", "challenger", "answer"),
)
