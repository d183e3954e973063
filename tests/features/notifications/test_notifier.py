"""The notifier at a house time that the test sets: notifications are sent once, together, and not in quiet hours."""

import asyncio
from contextlib import asynccontextmanager
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from houses.stores import ANNA, BORIS, event, new_file, opened, setup
from programs.mail_server import mail_host, words_of

from ludoteka.features.accounts.mail import MailStore
from ludoteka.features.accounts.store import SET_CLOSED, AccountStore
from ludoteka.features.accounts.tables import ADDRESS, MailLink
from ludoteka.features.notifications import push_sender
from ludoteka.features.notifications.messenger import Messenger
from ludoteka.features.notifications.notifier import AHEAD_SECONDS, Notifier
from ludoteka.features.notifications.push_sender import PushSender
from ludoteka.features.notifications.store import WAIT_SECONDS, NoticeSettings, NotificationStore, PushSubscription
from ludoteka.referee.events import Occupant
from ludoteka.server.mail.mail_settings import PLAIN, MailSettings
from ludoteka.server.mail.mailer import Mailer
from ludoteka.server.people.names import skeleton
from ludoteka.store import MatchStatus
from ludoteka.store.people import Account, Session

DAY, HOUR = 24 * 3600.0, 3600.0
NIGHT = {"quiet_from": 22 * 60, "quiet_to": 8 * 60}
SEATS = {"a": Occupant("person", 0, BORIS, "Boris", "resident"), "d": Occupant("person", 0, ANNA, "Anna", "resident")}


def moment(text):
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Prague")).timestamp()


class Waiting:
    """A store with a user, Anna, and the notifications that she receives."""

    def __init__(self, store, pushes, mailer=None):
        self.store, self.notices, self.pushes, self.mailer = store, NotificationStore(store), pushes, mailer
        self.time = moment("2026-01-15 10:00")
        self.present = set()  # matches
        self.notifiers = [self.notifier(), self.notifier()]  # of two servers

    def notifier(self):
        sender = PushSender("mailto:house@example.org", self.notices.forget)
        messenger = Messenger(self.notices, sender, MailStore(self.store), self.mailer)
        return Notifier(self.notices, messenger, lambda: self.time, lambda match, _: match in self.present)

    async def register(self, *, has_browser=True, **chosen):
        account = Account("anna", ANNA, "Anna", "resident", "", 0.0)
        session = Session("session", "anna", 0.0, 0.0, 0.0, "Firefox")
        await AccountStore(self.store).register(account, skeleton("Anna"), [], session=session)
        usual = {"turns": True, "challenges": True, "rounds": True, "quiet_from": None, "quiet_to": None}
        usual |= {"zone": "Europe/Prague", "language": "en", "mail": False, "digest_hour": None, "end_key": "the-key"}
        await self.notices.save(NoticeSettings(account="anna", **usual | chosen))
        if has_browser:
            browser = self.pushes.browser("anna")
            point, secret = browser.point, browser.secret
            await self.notices.subscribe(
                PushSubscription("id", "anna", "session", browser.endpoint, point, secret, 0.0)
            )

    async def turn(self, match, number=1, clock="3/day", days=3):
        """Make it Anna's turn in a match, which is created by its first event."""
        if number == 1:
            await self.store.create(setup(match, self.time)._replace(clock=clock, seats=SEATS))
        await self.append(match, number, "d", clock, self.time + days * DAY)

    async def append(self, match, number, awaited, clock="3/day", due=None):
        moved = event(number)._replace(at=self.time)
        await self.store.append(match, moved, MatchStatus(awaited=awaited, due=due), clock)

    async def look(self, seconds=WAIT_SECONDS):
        """Let time pass, let both servers look at the same time, and return the notifications that have arrived."""
        self.time += seconds
        await asyncio.gather(*(notifier.look() for notifier in self.notifiers))
        tasks = [task for notifier in self.notifiers for task in notifier.messenger.pushes._waiting]
        await asyncio.gather(*tasks)
        return [self.pushes.next() for _ in range(self.pushes.arrived.qsize())]

    async def close(self):
        for notifier in self.notifiers:
            await notifier.messenger.pushes.close()
        if self.mailer:
            await self.mailer.close()


@pytest.fixture
def waiting(tmp_path, pushes):
    """A function that provides a user with pending notifications."""

    @asynccontextmanager
    async def wait(mailer=None, **chosen):
        async with opened(new_file(tmp_path / "house.sqlite")) as store:
            one = Waiting(store, pushes, mailer)
            await one.register(**chosen)
            yield one
            await one.close()

    return wait


def test_two_servers_tell_of_a_turn_once_and_remind_once(waiting):
    async def work():
        async with waiting() as one:
            await one.turn("m")
            assert await one.look(WAIT_SECONDS - 1) == []
            [told] = await one.look(2)
            assert told.content["body"] == "Tavlei, with Boris"
            await one.append("m", 2, "d", due=one.time + 3 * DAY - 61)  # the first of two actions of the same turn
            assert await one.look(DAY) == []
            [reminder] = await one.look(DAY + 12 * HOUR)
            assert reminder.content["title"] == "Little time is left for your turn"
            assert reminder.content["body"] == "Tavlei, with Boris: about 12 hours left"
            assert (reminder.headers["urgency"], reminder.headers["topic"]) == ("high", told.headers["topic"])
            assert await one.look(6 * HOUR) == []

    asyncio.run(work())


def test_nothing_is_told_of_a_turn_that_is_over_of_a_live_match_or_to_whom_it_is_shown(waiting):
    async def work():
        async with waiting() as one:
            await one.turn("played")
            await one.append("played", 2, "a")
            await one.turn("ended")
            await one.store.append("ended", event(2)._replace(at=one.time), MatchStatus({"a": 1, "d": -1}), "3/day")
            await one.turn("live", clock="5+3", days=0)
            await one.turn("shown")
            one.present = {"shown"}
            assert await one.look(WAIT_SECONDS - AHEAD_SECONDS) == []
            assert await one.look(DAY) == []
            [reminder] = await one.look(DAY + 12 * HOUR)
            assert reminder.content["path"] == "/match/shown"  # although it is open: its time is short

    asyncio.run(work())


def test_after_quiet_hours_one_notice_names_all_matches_that_still_wait(waiting):
    async def work():
        async with waiting(**NIGHT) as one:
            one.time = moment("2026-01-15 23:00")
            for name in ("one", "other", "played"):
                await one.turn(name)
                one.time += 1
            assert await one.look() == []
            await one.append("played", 2, "a")
            one.time = moment("2026-01-16 08:00")
            [told] = await one.look(1)
            assert (told.content["title"], told.content["path"]) == ("2 matches wait for you", "/")
            assert told.content["body"] == "Tavlei, with Boris\nTavlei, with Boris"
            assert await one.look(HOUR) == []

    asyncio.run(work())


def test_a_new_turn_is_told_again_and_nobody_is_told_who_has_not_asked(waiting):
    async def work():
        async with waiting() as one:
            await one.turn("m")
            assert len(await one.look()) == 1
            await one.append("m", 2, "a", due=one.time + 3 * DAY)  # Boris has asked for nothing
            await one.turn("m", 3)
            assert len(await one.look()) == 1
            await one.notices.save((await one.notices.settings("anna"))._replace(turns=False))
            await one.append("m", 4, "a", due=one.time + 3 * DAY)
            await one.turn("m", 5)
            assert await one.look() == []

    asyncio.run(work())


def test_what_was_claimed_by_a_server_that_is_killed_is_not_sent_by_another(waiting):
    async def work():
        async with waiting() as one:
            await one.turn("m")
            one.time += WAIT_SECONDS
            [due] = await one.notices.due(one.time, 10)
            assert await one.notices.claim([(due.waiting, None)], one.time)  # and is killed before it sends anything
            assert not await one.notices.claim([(due.waiting, None)], one.time)
            assert await one.look(DAY) == []

    asyncio.run(work())


def test_whoever_can_not_be_told_holds_up_no_others_and_a_closed_account_is_told_nothing(waiting, caplog):
    async def work():
        async with waiting() as one:
            await one.notices.save((await one.notices.settings("anna"))._replace(zone="Gone/From the list"))
            await one.turn("m")
            assert await one.look() == []
            await one.notices.save((await one.notices.settings("anna"))._replace(zone="Europe/Prague"))
            assert len(await one.look(HOUR)) == 1
            await one.turn("n")
            await one.store.write([(SET_CLOSED, {"whose": "anna", "when": one.time})])
            assert await one.look() == []

    asyncio.run(work())
    assert "could not be told" in caplog.text


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_its_push_service_does_not_know_is_forgotten(waiting, pushes, status):
    async def work():
        async with waiting() as one:
            pushes.answer("anna", status)
            await one.turn("m")
            assert len(await one.look()) == 1
            assert await one.notices.browsers("anna") == []

    asyncio.run(work())


def test_an_overloaded_push_service_is_asked_again_and_no_redirect_is_followed(waiting, pushes, monkeypatch):
    monkeypatch.setattr(push_sender, "PAUSES", (0.0, 0.0))

    async def work():
        async with waiting() as one:
            pushes.answer("anna", 503, 429, 201)
            await one.turn("m")
            assert len(await one.look()) == 3
            pushes.answer("anna", 307)
            await one.turn("n")
            assert len(await one.look()) == 1
            assert len(await one.notices.browsers("anna")) == 1

    asyncio.run(work())


def test_a_push_service_that_can_not_be_reached_holds_up_nobody(waiting, monkeypatch, caplog):
    monkeypatch.setattr(push_sender, "PAUSES", (0.0,))

    async def work():
        async with waiting() as one:
            [(known, _)] = await one.notices.browsers("anna")
            await one.notices.subscribe(known._replace(id="gone", endpoint="http://127.0.0.1:9/push/secret"))
            await one.turn("m")
            assert len(await one.look()) == 1

    asyncio.run(work())
    assert "http://127.0.0.1:9 (not reached)" in caplog.text
    assert "secret" not in caplog.text


async def mailing(host, store):
    """A mailer for a server of the tests; Anna's address is confirmed."""
    link = MailLink("anna", ADDRESS, "digest", "anna@example.org", "en", 1e12)
    await MailStore(store).add_link(link)
    await MailStore(store).confirm(link, 0.0)
    settings = MailSettings("127.0.0.1", host.port, PLAIN, "house@example.org")
    return Mailer(settings, "https://games.example.org/", lambda: "Our house")


def test_a_daily_mail_tells_all_that_waits_at_its_hour(waiting):
    async def work(host):
        async with waiting(has_browser=False, mail=True, digest_hour=18) as one:
            one.mailer = await mailing(host, one.store)
            one.notifiers = [one.notifier(), one.notifier()]
            for name in ("one", "other"):
                await one.turn(name)
                await one.look()
            assert host.is_empty
            one.time = moment("2026-01-15 18:00")
            await one.look(1)
            mail = await asyncio.to_thread(host.next_to, "anna@example.org")
            assert mail["Subject"] == "2 matches wait for you"
            assert "https://games.example.org/match/other" in words_of(mail)
            assert mail["List-Unsubscribe"] == "<https://games.example.org/notices/the-key>"
            await one.turn("third")
            await one.look()
            await one.look(23 * HOUR)
            assert host.is_empty
            await one.look(HOUR)
            assert "match/third" in words_of(await asyncio.to_thread(host.next_to, "anna@example.org"))

    with mail_host() as host:
        asyncio.run(work(host))


def test_what_waits_is_not_mailed_after_mails_were_ended(waiting):
    async def work(host):
        async with waiting(has_browser=False, mail=True) as one:
            one.mailer = await mailing(host, one.store)
            one.notifiers = [one.notifier(), one.notifier()]
            await one.turn("m")
            await one.notices.end_mail("the-key")
            await one.look()
            await one.look(2 * DAY + 12 * HOUR)
        assert host.is_empty

    with mail_host() as host:
        asyncio.run(work(host))
