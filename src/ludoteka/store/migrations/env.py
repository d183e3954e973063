"""The entry point of Alembic: run the migrations on the connection of `backends.database.migrate`."""

from alembic import context

from ludoteka.store.metadata import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite supports it, though Alembic assumes otherwise
)
with context.begin_transaction():
    context.run_migrations()
