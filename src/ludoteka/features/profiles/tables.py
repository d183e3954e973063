"""The table of who follows whom."""

from sqlalchemy import Column, Float, ForeignKey, Index, Table

from ludoteka.store.metadata import metadata

follows = Table(  # accounts that another account follows
    "follows",
    metadata,
    Column("follower", ForeignKey("accounts.id"), primary_key=True),
    Column("followed", ForeignKey("accounts.id"), primary_key=True),
    Column("at", Float, nullable=False),
    Index("follows_by_followed", "followed"),
)
