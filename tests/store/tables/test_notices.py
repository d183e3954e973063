"""A notification is stored in the transaction of its event, for users who have enabled it."""

import asyncio

from houses.stores import ANNA, BORIS, anything, event, opened, setup
from sqlalchemy import event as happening

from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.challenges.store import Challenge, ChallengeStore
from ludoteka.features.notifications.store import WAIT_SECONDS, NoticeSettings, NotificationStore, PushSubscription
from ludoteka.referee.events import Occupant
from ludoteka.server.people.names import skeleton
from ludoteka.store import MatchStatus
from ludoteka.store.maintenance.backups import back_up, restore
from ludoteka.store.people import Account, Session

DAYS = "3/day"
SEATS = {"a": Occupant("person", 0, BORIS), "d": Occupant("person", 0, ANNA)}


def slow(name, **more):
    return setup(name)._replace(clock=DAYS, seats=SEATS, **more)


async def resident(store, *, has_browser=True, mail=False, **chosen):
    """Store an account for Anna, who has enabled notifications."""
    session = Session("session", "anna", 0.0, 0.0, 0.0, "Firefox")
    account = Account("anna", ANNA, "Anna", "resident", "", 0.0)
    await AccountStore(store).register(account, skeleton("Anna"), [], session=session)
    notices = NotificationStore(store)
    usual = {"turns": True, "challenges": True, "rounds": True, "quiet_from": None, "quiet_to": None, "zone": "UTC"}
    usual |= {"language": "en", "mail": mail, "digest_hour": None, "end_key": "key"}
    await notices.save(NoticeSettings(account="anna", **usual | chosen))
    if has_browser:
        await notices.subscribe(PushSubscription("id", "anna", "session", "https://e", b"key", b"secret", 0.0))
    return notices


async def noted(notices, until=1e12):
    return [(one.waiting.match, one.waiting.channel, one.waiting.kind) for one in await notices.due(until, 100)]


def test_a_turn_is_noted_once_for_each_channel_until_it_is_over(place):
    async def work():
        async with opened(place) as store:
            notices = await resident(store, mail=True)
            await store.create(slow("m"), status=MatchStatus(awaited="a"))
            assert await noted(notices) == []
            await store.append("m", event(1)._replace(at=10.0), MatchStatus(awaited="d"), DAYS)
            await store.append("m", event(2)._replace(at=50.0), MatchStatus(awaited="d"), DAYS)
            assert sorted(await noted(notices)) == [("m", "mail", "turn"), ("m", "push", "turn")]
            assert [one.waiting.due for one in await notices.due(1e12, 100)] == [10.0 + WAIT_SECONDS] * 2
            await store.append("m", event(3), MatchStatus(awaited="a"), DAYS)
            assert await noted(notices) == []
            await store.append("m", event(4), MatchStatus(awaited="d"))
            assert await noted(notices) == [], "the match is not known to have days for each turn"

    asyncio.run(work())


def test_only_what_somebody_wants_to_be_told_is_noted(place):
    async def work():
        async with opened(place) as store:
            notices = await resident(store, turns=False, has_browser=False)
            for name in ("m", "challenge"):
                await store.create(slow(name), status=MatchStatus(awaited="d"))
            await ChallengeStore(store).add(Challenge("challenge", BORIS, ANNA, 1.0, ""), anything)
            assert await noted(notices) == [], "no browser, no mail"
            await notices.subscribe(PushSubscription("id", "anna", "session", "https://e", b"key", b"secret", 0.0))
            await store.create(slow("n"), status=MatchStatus(awaited="d"))
            await store.create(slow("other"))
            await ChallengeStore(store).add(Challenge("other", BORIS, ANNA, 1.0, ""), anything)
            assert await noted(notices) == [("other", "push", "challenge")]

    asyncio.run(work())


def test_a_session_an_account_and_a_match_that_go_take_their_notices_along(place):
    async def work():
        async with opened(place) as store:
            notices = await resident(store)
            for name in ("gone", "kept"):
                await store.create(slow(name), status=MatchStatus(awaited="d"))
            await store.delete({"gone": 0})
            assert await noted(notices) == [("kept", "push", "turn")]
            await AccountStore(store).end_session("session")
            assert await notices.browsers("anna") == []
            accounts = AccountStore(store)
            await accounts.delete(await accounts.account("anna"), 1.0)
            assert (await noted(notices), await notices.settings("anna")) == ([], None)

    asyncio.run(work())


def test_the_key_of_the_house_is_made_once(place):
    async def work():
        async with opened(place) as store:
            notices = NotificationStore(store)
            keys = await asyncio.gather(*(notices.vapid_key(bytes([number]) * 32) for number in range(5)))
            assert len(set(keys)) == 1
            assert await notices.vapid_key(b"new") == keys[0]

    asyncio.run(work())


def test_a_backup_has_the_notices_and_the_key_of_the_house(place, databases, tmp_path):
    async def known(at):
        async with opened(at) as store:
            notices = NotificationStore(store)
            browsers, settings = await notices.browsers("anna"), await notices.settings("anna")
            return settings, browsers, await noted(notices), await notices.vapid_key(b"another")

    async def work():
        async with opened(place) as store:
            notices = await resident(store)
            await store.create(slow("m"), status=MatchStatus(awaited="d"))
            await notices.vapid_key(b"the key")

    asyncio.run(work())
    back_up(place, tmp_path / "backup")
    other = databases.new()
    restore(tmp_path / "backup", other)
    assert asyncio.run(known(other)) == asyncio.run(known(place))
    assert asyncio.run(known(other))[-1] == b"the key"


def test_what_is_due_is_found_by_an_index_and_a_turn_is_noted_without_a_scan(tmp_path):
    async def work():
        told = []
        async with opened(tmp_path / "house.sqlite") as store:
            notices = await resident(store)
            await store.create(slow("m"))
            happening.listen(store.engine, "before_cursor_execute", lambda *given: told.append(given[2:4]))
            await notices.due(1.0, 10)
            await store.append("m", event(1), MatchStatus(awaited="d"), DAYS)
            with store.engine.connect() as connection:
                plans = [
                    [row[-1] for row in connection.exec_driver_sql(f"explain query plan {statement}", one).all()]
                    for statement, values in list(told)
                    if statement.split(maxsplit=1)[0] in ("SELECT", "INSERT", "DELETE", "UPDATE")
                    for one in [values[0] if isinstance(values, list) else values]
                ]
        steps = [step for plan in plans for step in plan]
        assert any("waiting_notices_by_due" in step for step in steps)
        assert [step for step in steps if step.startswith("SCAN") and "CONSTANT" not in step] == []

    asyncio.run(work())
