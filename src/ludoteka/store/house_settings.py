"""The stored settings of a house's owner, and the time of the last backup."""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, select

from ludoteka.accounts.roles import ROLES
from ludoteka.store.accounts import statements as account_statements
from ludoteka.store.moderation import statements as moderation_statements
from ludoteka.store.moderation.models import ModerationAction
from ludoteka.store.schema import accounts, house_settings
from ludoteka.store.store import Store
from ludoteka.store.writing.statements import DELETE_SETTING, INSERT_SETTING, Write
from ludoteka.store.writing.writer import Guard

BACKED_UP = "backed_up_at"  # the name of the setting with the time of the last backup


class SettingStore:
    """The settings in a store, by name.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> dict[str, str]:
        """Return all values by their names."""
        wanted = select(house_settings.c.name, house_settings.c.value)
        return await self._store.read(lambda connection: {row.name: row.value for row in connection.execute(wanted)})

    async def change(self, values: Mapping[str, str], act: ModerationAction | None = None) -> None:
        """Replace some values, with an entry for the moderation log that says who did it."""
        writes: list[Write] = [(moderation_statements.INSERT_ACT, act._asdict())] if act else []
        for name, value in values.items():
            writes += [(DELETE_SETTING, {"which": name}), (INSERT_SETTING, {"name": name, "value": value})]
        await self._store.write(writes)

    async def has_owner(self) -> bool:
        """Tell whether an open account has the role of an owner."""
        return await self._store.read(_has_owner)

    async def make_first_owner(self, act: ModerationAction, account: str, check: Callable[[bool], None]) -> None:
        """Make an account the owner, unless `check` refuses because there is one already."""
        guard = Guard("first owner", lambda connection: check(_has_owner(connection)))
        role = {"whose": account, "new_role": ROLES[-1]}
        await self._store.write(
            [(moderation_statements.INSERT_ACT, act._asdict()), (account_statements.SET_ROLE, role)], guard
        )


def _has_owner(connection: Connection) -> bool:
    wanted = select(1).where(accounts.c.role == ROLES[-1], accounts.c.closed_at.is_(None))
    return connection.execute(wanted).first() is not None
