"""The tables of tournaments, their players and pairings."""

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table

from ludoteka.store.metadata import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("host", String(64), nullable=False),  # the holder who created it
    Column("kind", String(20), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", String(20), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("visibility", String(10), nullable=False),  # "public" if it is listed
    Column("rounds", Integer, nullable=False),  # of a Swiss tournament; 0 for the default
    Column("minutes", Integer, nullable=False),  # of an arena
    Column("table_size", Integer, nullable=False, server_default="2"),  # the most players at a table
    Column("made_at", Float, nullable=False),
    Column("starts_at", Float),  # null if its host starts it
    Column("started_at", Float),
    Column("ended_at", Float),
    Index("tournaments_by_end", "ended_at", "made_at"),
)


tournament_entries = Table(
    "tournament_entries",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("holder", String(64), primary_key=True),  # "computer 3.1" for the first one of level 3
    Column("level", Integer, nullable=False),  # of a computer, or 0
    Column("rating", Float, nullable=False),  # when they joined, for the seeds
    Column("joined_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),  # when they last said that they are ready
    Column("is_in", Boolean, nullable=False),
    Index("tournament_entries_by_holder", "holder"),
)


tournament_pairings = Table(
    "tournament_pairings",
    metadata,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("match", String(40), nullable=False),  # "" for a bye
    Column("players", JSON, nullable=False),  # the holders in seat order; a single one has a bye
    Column("scores", JSON(none_as_null=True)),  # in the same order; null until the match is over
)
