"""Alembic's entry: run the migrations on the connection that `opening` gives."""

from alembic import context

from ludoteka.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
