"""The table of the owner's settings."""

from sqlalchemy import Column, String, Table

from ludoteka.store.metadata import metadata

house_settings = Table(  # the owner's settings
    "house_settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(1000), nullable=False),
)
