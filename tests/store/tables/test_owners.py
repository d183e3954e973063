"""Nothing is written for deleted accounts, and what older versions may have left of them is found, and deleted."""

import asyncio

import pytest
from houses.stores import count_orphans, opened
from sqlalchemy import Insert, insert, select, update

from ludoteka.core.message import Refused
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.accounts.tables import api_tokens
from ludoteka.features.tournaments.tables import tournament_entries, tournaments
from ludoteka.store.people import Account, Session, accounts, sessions
from ludoteka.store.schema import metadata
from ludoteka.store.writing.owners import OWNERS, sweep_orphans
from ludoteka.store.writing.statements import ORDER

VALUES = {  # of the statements that write for accounts; a new name belongs here, too
    "INSERT": {"session": "of boris", "tournament": "u"},  # other columns get nothing, zero or an empty text
    "UPDATE": {"new_role": "moderator", "new_name": "Late", "new_skeleton": "late", "hash": "late", "hidden": True}
    | {"which": "t", "when": 5.0, "now_in": True},
}
NAMED = [(statement, name) for statement, named in OWNERS.items() for name in named]


def called(case):
    """Return the name of a case: the table, and what names the account."""
    statement, name = case
    return f"{' '.join(str(statement).split()[:2])} {statement.table.name} {' '.join(statement.compile().params)} by {name}"


def values(statement, people):
    """Return values for all parameters of a statement, and these people where it names accounts."""
    kind = VALUES["INSERT" if isinstance(statement, Insert) else "UPDATE"]
    if isinstance(statement, Insert):
        kind = {one.name: one.type.python_type() for one in statement.table.c} | kind
    known = kind | {name: people[name, column.name] for name, column in OWNERS[statement].items()}
    return {name: known[name] for name in statement.compile().params if name != "is_bot"}


@pytest.mark.parametrize(("statement", "name"), NAMED, ids=map(called, NAMED))
def test_nothing_is_written_for_an_account_that_was_deleted(place, statement, name):
    def rows(store):
        with store.engine.connect() as connection:
            return {
                table.name: sorted(map(repr, connection.execute(select(table)))) for table in metadata.sorted_tables
            }

    async def work():
        async with opened(place) as store:
            await people_and_tournaments(store)
            living = {(one, column): "boris" for one in OWNERS[statement] for column in ("id", "holder")}
            if len(OWNERS[statement]) > 1:
                living |= {(name, column): "cyril" for column in ("id", "holder")}
            gone = living | {(name, column): "anna" for column in ("id", "holder")}
            before = rows(store)
            with pytest.raises(Refused) as told:
                await store.write([(statement, values(statement, gone))])
            assert told.value.code == "not-signed-in"
            assert rows(store) == before
            await store.write([(statement, values(statement, living))])
            assert rows(store) != before  # it would have written something

    asyncio.run(work())


def test_every_row_that_belongs_to_an_account_has_an_owner():
    inserting = [one for one in ORDER if isinstance(one, Insert)]
    keys = [(one, key) for one in inserting for key in one.table.foreign_keys if key.references(accounts)]
    assert len(keys) > 10
    assert [str(one) for one, key in keys if key.parent.name not in OWNERS.get(one, ())] == []


async def people_and_tournaments(store):
    """Store Anna, who then deletes her account, Boris and Cyril; all of them have left a tournament."""
    people = AccountStore(store)
    for name in ("anna", "boris", "cyril"):
        session = Session(f"of {name}", name, 1.0, 1.0, 1.0, "Firefox")
        account = Account(name, name, name, "resident", "hash", 1.0)
        await people.register(account, name, [f"code of {name}"], None, session)
    terms = {
        one.name: "" if one.name == "options" else one.type.python_type() for one in tournaments.c if not one.nullable
    }
    entry = {one.name: one.type.python_type() for one in tournament_entries.c}
    with store.engine.begin() as connection:
        connection.execute(insert(tournaments), [terms | {"id": name} for name in "tu"])
        entries = [entry | {"tournament": "t", "holder": holder} for holder in ("anna", "boris", "cyril")]
        connection.execute(insert(tournament_entries), entries)
    await people.delete(await people.account("anna"), 2.0)


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
            assert await store.read(count_orphans) == {}
            with store.engine.begin() as connection:
                back = {"name": "Anna", "skeleton": "anna", "password": "late"}
                connection.execute(update(accounts).where(accounts.c.id == "anna").values(back))
                connection.execute(insert(sessions), Session("late", "anna", 1.0, 1.0, 1.0, "Firefox")._asdict())
                connection.execute(
                    insert(api_tokens),
                    {"digest": "late", "account": "anna", "label": "x", "scopes": "", "made_at": 1.0},
                )
            left = {"accounts.id": 1, "sessions.account": 1, "api_tokens.account": 1}
            assert await store.read(count_orphans) == left
            await store.write(sweep_orphans())
            assert await store.read(count_orphans) == {}
            assert await people.session("of boris")
            assert (await people.account("boris")).name == "boris"

    asyncio.run(work())
