"""Alembic's entry: run the migrations on the connection that `opening` gives, in its transaction."""

from alembic import context

from ludoteka.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # SQLite can, though Alembic does not expect it
)
with context.begin_transaction():
    context.run_migrations()
