"""What all tables of the schema belong to."""

from sqlalchemy import MetaData

metadata = MetaData()
