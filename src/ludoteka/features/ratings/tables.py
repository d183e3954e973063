"""The tables of ratings and of how each match changed them."""

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table

from ludoteka.store.metadata import metadata

ratings = Table(
    "ratings",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("speed", String(20), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("number", Integer, nullable=False),  # of rated matches
    Column("at", Float, nullable=False),  # when the last one ended
    Index("ratings_by_strength", "game", "speed", "rating", "at", "deviation"),
)


rating_changes = Table(  # of each person by each rated match
    "rating_changes",
    metadata,
    Column("ordinal", Integer, primary_key=True, autoincrement=False),  # of the match: 1, 2, … as they were rated
    Column("place", Integer, primary_key=True, autoincrement=False),  # of the person in it: 0, 1, …
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("holder", String(64), nullable=False),
    Column("game", String(40), nullable=False),
    Column("speed", String(20), nullable=False),
    Column("at", Float, nullable=False),  # when the match ended
    Column("before", Float, nullable=False),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Index("rating_changes_by_match", "match", "place", unique=True),
    Index("rating_changes_by_holder", "holder", "game", "speed", "ordinal"),
)
