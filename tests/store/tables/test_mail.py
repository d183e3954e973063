"""E-mail addresses and links in the database: used once, owned by one account, moved with a house, and deleted."""

import asyncio
from typing import NamedTuple

import pytest
from houses.stores import FILE, opened

from ludoteka.features.accounts.mail import MailStore
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.accounts.tables import ADDRESS, RECOVERY, MailLink
from ludoteka.store import NotStored
from ludoteka.store.maintenance.backups import back_up, restore
from ludoteka.store.people import Account, Session

NOW = 1_000_000.0


class Books(NamedTuple):
    """Two accounts, and their e-mail addresses."""

    mail: MailStore
    accounts: AccountStore
    anna: Account
    boris: Account


async def books_in(store):
    accounts = AccountStore(store)
    people = [Account(name, f"holder of {name}", name, "resident", "", NOW) for name in ("anna", "boris")]
    for person in people:
        await accounts.register(person, person.name, [])
    return Books(MailStore(store), accounts, *people)


def link(account, digest, purpose=ADDRESS, address="anna@example.org", until=NOW + 60):
    return MailLink(account.id, purpose, digest, address, "cs", until)


def run(place, work):
    async def in_store():
        async with opened(place) as store:
            await work(store)

    asyncio.run(in_store())


def test_cancelling_a_new_address_keeps_the_confirmed_one_and_a_link_to_get_back_in(place):
    async def work(store):
        mail, _, anna, _ = await books_in(store)
        await mail.add_link(link(anna, "a"))
        await mail.confirm(link(anna, "a"), NOW)
        recovery, new = link(anna, "r", RECOVERY), link(anna, "b", address="new@example.org")
        await asyncio.gather(mail.add_link(recovery), mail.add_link(new))
        await mail.cancel(anna.id)

        assert (await mail.confirmed_address(anna.id)).address == "anna@example.org"
        assert await mail.links(anna.id, NOW) == [recovery]

    run(place, work)


def test_an_address_belongs_to_one_account_and_a_link_works_once(place):
    async def work(store):
        mail, _, anna, boris = await books_in(store)
        first, second = link(anna, "a"), link(boris, "b", address="ANNA@example.org")
        await asyncio.gather(mail.add_link(first), mail.add_link(second))
        outcomes = await asyncio.gather(*map(mail.confirm, [first, second], [NOW] * 2), return_exceptions=True)

        assert sorted(type(outcome) for outcome in outcomes if outcome) == [NotStored]
        owner = await mail.owner_of("Anna@Example.org")
        assert (await mail.confirmed_address(owner.id)).confirmed_at == NOW
        for again in (first, second):
            with pytest.raises(NotStored):
                await mail.confirm(again, NOW)

    run(place, work)


def test_a_newer_link_replaces_one_for_the_same_purpose_and_old_ones_are_forgotten(place):
    async def work(store):
        mail, _, anna, boris = await books_in(store)
        await mail.add_link(link(anna, "first"))
        await mail.confirm(link(anna, "first"), NOW)
        for one in (link(anna, "a"), link(anna, "b", RECOVERY), link(anna, "c", RECOVERY), link(boris, "d", until=NOW)):
            await mail.add_link(one)

        found = {digest: await mail.link(digest, RECOVERY, NOW) for digest in "abcd"}
        assert [digest for digest, one in found.items() if one] == ["c"]
        assert found["c"][1] == anna
        assert await mail.link("a", ADDRESS, NOW + 61) is None
        await MailStore(store).forget_links(NOW + 1)
        assert [one.digest for one in await mail.links(boris.id, 0)] == []
        assert {one.digest for one in await mail.links(anna.id, 0)} == {"a", "c"}

    run(place, work)


def test_a_recovery_at_two_servers_happens_once(place):
    async def work(store):
        mail, accounts, anna, _ = await books_in(store)
        way = link(anna, "w", RECOVERY)
        await mail.add_link(way)
        tries = [
            accounts.recover(way.digest, f"hash {one}", Session(f"session {one}", anna.id, NOW, NOW, NOW, ""))
            for one in range(2)
        ]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)

        assert sorted(type(outcome) for outcome in outcomes if outcome) == [NotStored]
        [session] = await accounts.sessions(anna.id)
        assert (await accounts.account(anna.id)).password.removeprefix("hash ") == session.digest.removeprefix(
            "session "
        )

    run(place, work)


def test_addresses_and_links_move_with_the_house_and_go_with_the_account(place, tmp_path):
    async def fill(store):
        mail, _, anna, boris = await books_in(store)
        await mail.confirm(link(anna, "a"), NOW)
        await mail.add_link(link(boris, "b", address="boris@example.org"))

    async def look(store):
        mail, accounts = MailStore(store), AccountStore(store)
        [anna, boris] = [await accounts.account(name) for name in ("anna", "boris")]
        assert (await mail.confirmed_address("anna")).address == "anna@example.org"
        assert [one.address for one in await mail.links("boris", NOW)] == ["boris@example.org"]
        for one in (anna, boris):
            await accounts.delete(one, NOW)
        assert await mail.owner_of("anna@example.org") is None
        assert await mail.links("boris", NOW) == []

    run(place, fill)
    back_up(place, tmp_path / "backup")
    restore(tmp_path / "backup", tmp_path / FILE)
    run(tmp_path / FILE, look)
