"""What older versions may have left of deleted accounts is found, and deleted."""

import asyncio

from houses.stores import opened
from sqlalchemy import insert, update

from ludoteka.store.accounts.account_store import AccountStore
from ludoteka.store.accounts.models import Account, Session
from ludoteka.store.schema import accounts, api_tokens, sessions


def test_what_is_left_of_a_deleted_account_is_swept_and_what_others_have_stays(place):
    async def work():
        async with opened(place) as store:
            people = AccountStore(store)
            for name in ("anna", "boris"):
                session = Session(f"of {name}", name, 1.0, 1.0, 1.0, "Firefox")
                await people.register(
                    Account(name, name, name, "resident", "hash", 1.0), name, [f"code of {name}"], None, session
                )
            await people.delete(await people.account("anna"), 2.0)
            assert await people.orphans() == {}
            with store.engine.begin() as connection:
                back = {"name": "Anna", "skeleton": "anna", "password": "late"}
                connection.execute(update(accounts).where(accounts.c.id == "anna").values(back))
                connection.execute(insert(sessions), Session("late", "anna", 1.0, 1.0, 1.0, "Firefox")._asdict())
                connection.execute(
                    insert(api_tokens),
                    {"digest": "late", "account": "anna", "label": "x", "scopes": "", "made_at": 1.0},
                )
            left = {"accounts.id": 1, "sessions.account": 1, "api_tokens.account": 1}
            assert await people.orphans() == left
            await people.sweep()
            assert await people.orphans() == {}
            assert await people.session("of boris")
            assert (await people.account("boris")).name == "boris"

    asyncio.run(work())
