"""The table of reviews."""

from sqlalchemy import Column, Float, ForeignKey, Integer, String, Table

from ludoteka.store.metadata import metadata

reviews = Table(  # of finished matches, while they are computed and afterwards
    "reviews",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the content's form
    Column("done", Integer, nullable=False),  # actions and throws that have been judged
    Column("total", Integer, nullable=False),
    Column("at", Float, nullable=False),  # the last heartbeat of the server that computes it, in house time
    Column("content", String),  # JSON; null until it is complete
    Column("summary", String),  # JSON: how each seat played; null also for a review of what was hidden
)
