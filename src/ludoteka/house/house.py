"""The house: everything that requests share, and the creation of matches."""

import asyncio
import json
import time
from functools import partial

from ludoteka.features.accounts.accounts import Accounts
from ludoteka.features.accounts.exports import AccountContributions, Exports
from ludoteka.features.accounts.mail import AccountMail, MailStore
from ludoteka.features.accounts.passkeys import PasskeyChecks
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.accounts.tokens import Tokens, TokenStore
from ludoteka.features.analysis.calls import AnalysisDesk
from ludoteka.features.challenges.challenges import Challenges
from ludoteka.features.challenges.store import ChallengeStore
from ludoteka.features.dice.throw_counts import ThrowCounts
from ludoteka.features.moderation.bans import SHUT_OUTS, Bans
from ludoteka.features.moderation.desk import Desk
from ludoteka.features.moderation.store import BlockStore, ModerationStore
from ludoteka.features.notifications.choices import export_notices
from ludoteka.features.notifications.notifier import Notifications
from ludoteka.features.profiles.store import ProfileStore, export_following
from ludoteka.features.programs.account_events import AccountEvents
from ludoteka.features.ratings.rater import Rater, export_changes, export_ratings
from ludoteka.features.reviews.review_questions import REVIEW_PARTS
from ludoteka.features.reviews.reviews import Reviews, ReviewStore
from ludoteka.features.settings.ownership import Ownership
from ludoteka.features.sign_in.attempts import Attempts
from ludoteka.features.sign_in.flows import Flows
from ludoteka.features.sign_in.providers import SignInServices
from ludoteka.features.tournaments.director import Director, keep_tables_going
from ludoteka.features.tournaments.scoreboards import Scoreboards
from ludoteka.features.tournaments.tournaments import Tournaments
from ludoteka.players.thinker import Thinker
from ludoteka.referee.events import Person
from ludoteka.server.broker.broker import LATEST, Broker, BrokerListener, LocalBroker
from ludoteka.server.calls.slow_refusals import SlowRefusals
from ludoteka.server.mail.mailer import Mailer
from ludoteka.server.matches import Matches
from ludoteka.server.open_tables import OpenTables
from ludoteka.server.operations import limits
from ludoteka.server.operations.background_process import BackgroundProcess
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.operations.readiness import ReadinessCheck
from ludoteka.server.operations.retention import Retention
from ludoteka.server.operations.work_queue import ReplayQueue, WorkQueue
from ludoteka.server.own_settings import SETTINGS, LiveSettings, SettingStore
from ludoteka.server.people.connections import OpenConnections
from ludoteka.server.people.guest_names import GuestNames
from ludoteka.server.people.sessions import Sessions
from ludoteka.server.rematches import Rematches
from ludoteka.server.replays import Replays
from ludoteka.server.rooms.chat import Chat
from ludoteka.server.rooms.context import RoomContext
from ludoteka.server.rooms.hints import Hints
from ludoteka.server.rooms.rooms import Rooms, watch_clocks
from ludoteka.server.rooms.seating import Seating
from ludoteka.server.rooms.talk import Talk
from ludoteka.server.services import Services
from ludoteka.server.settings import Settings
from ludoteka.server.sockets.connection import MatchSockets
from ludoteka.server.streams.line_stream import Streams
from ludoteka.server.streams.news import News
from ludoteka.server.whole_matches import build_referee
from ludoteka.store import Store
from ludoteka.store.uptime import Uptime


class House:
    """A running house: its store, its broker, its rooms and its limits."""

    referee = staticmethod(build_referee)
    process = BackgroundProcess
    owner_code = ""  # for becoming the first owner; "" if there is one

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.services = Services()
        self.services.add(self)
        self._set_limits()
        self.thinker = Thinker(more=[REVIEW_PARTS])
        self.broker = _broker(settings.broker, self.thinker)
        self.time = self.services.add(HouseTime())
        self.now = self.time.now
        self.uptime = Uptime(store.engine, store.write, self.now, lambda: self.rooms.has_live_clock)
        self._processes = (self.process(), self.process())
        self.work, self.replays = WorkQueue(self._processes[0]), ReplayQueue(self._processes[1])
        pauses, hints = (settings.moment, settings.grace), Hints(self.broker)
        self.news = News(self.broker.broadcast)
        shared = (self.now, self.uptime.down_between, *pauses, self.work, hints, self.news.tell)
        self.rooms = Rooms(RoomContext(store, self.broker, *shared), self.referee)
        expiring = (
            AccountStore(store).forget_expired,
            ModerationStore(store).forget_shut_outs,
            MailStore(store).forget_links,
        )
        self.retention = Retention(store, self.now, lambda: {room.id for room in self.rooms}, settings.keep, expiring)
        self.open_tables = OpenTables(store, self.rooms, self.now)
        self.matches = Matches(store, self.time, self.work, self.open_tables, self.news)
        self.seating = Seating(store)
        self.chat, self.throw_counts = Chat(store, self.now), ThrowCounts(store)
        self.talk = Talk(self.chat, self.rooms, self.broker.broadcast)
        self.accounts = self._open_accounts(AccountStore(store))
        self.tokens = Tokens(TokenStore(store), self.accounts, self.now)
        self.challenges = ChallengeStore(store)
        self.account_events = AccountEvents(store, self.challenges, self.news)
        self._moderate(store)
        connections = OpenConnections(self.limits["connect"], self.connection_limits)
        connections.add_watcher(self.accounts.sessions)
        connections.add_watcher(self.bans)
        self.streams = Streams(connections)
        self.sockets = MatchSockets(self.rooms, self.chat, self.talk, self.seating, self.limits, connections)
        self.residents, self.reviews = ProfileStore(store), Reviews(ReviewStore(store), self.broker, self.now)
        self._hold_tournaments(store)
        self.services.add(self.broker, Broker)
        self.services.add(
            Challenges(
                self.challenges, self.accounts.store, self.matches, self.rooms, self.seating, self.news, self.time
            )
        )
        self.services.add_all(*(part for name, part in vars(self).items() if name not in ("services", "broker")))
        self.services.add_all(self.accounts.store, self.accounts.sessions, self.tokens.store, self.rater.store)
        self.services.add_all(
            PasskeyChecks(self.accounts.store, store.guest_key, self.now),
            Attempts(store.guest_key),
            Flows(self.accounts, self.accounts.store, self.now),
        )
        self._collect_exports(store)
        self.services.add_all(self.notices.choices, self.notices.store)
        self.services.add(Replays(store, self.replays, self.referee))
        self.services.add(Rematches(store, self.time, self.matches, self.rooms, self.seating, self.broker))
        self.services.add(GuestNames(store, self.accounts.check_free, self.show_name))
        self.services.add(AnalysisDesk(self.replays, self.limits))
        self.services.add(ReadinessCheck(store, self.uptime))
        self._background: list[asyncio.Task[None]] = []

    def _collect_exports(self, store: Store) -> None:
        own = AccountContributions(store, self.accounts.store, self.tokens.store, self.account_mail)
        self.services.add(Exports()).add(
            own.account,
            partial(export_notices, self.notices.store),
            own.mail,
            self.blocks.export,
            self.moderation.export,
            partial(export_ratings, self.rater.store, self.now),
            partial(export_following, self.residents, self.now),
            self.tournaments.store.export,
            partial(export_changes, self.rater.store),
            own.matches,
        )

    def _hold_tournaments(self, store: Store) -> None:
        self.rater, self.director = Rater(store), Director(store, self.now, self.work, self.news.tell)
        self.tournaments = Tournaments(self.director.store, self.rater.store, self.now, store.person)
        self.scoreboards = Scoreboards(self.tournaments.load)

    def _moderate(self, store: Store) -> None:
        self.blocks, self.moderation = BlockStore(store), ModerationStore(store)
        self.seating.add_check(self.blocks.check)
        self.bans = Bans(self.moderation, self.now, self.broker.broadcast)
        people = (self.accounts.store, self.accounts, self.accounts.sessions)
        self.desk = Desk(store, self.moderation, *people, self.bans, self.talk, self.show_name, self.time)
        self.ownership = Ownership(store)
        self.own_settings = LiveSettings(SettingStore(store), self.broker.broadcast)
        mail, address = self.settings.mail, self.settings.public_address
        self.mailer = Mailer(mail, address, lambda: self.own_settings.own.name or "Ludoteka") if mail else None
        self.mail_addresses = MailStore(store)
        self.account_mail = AccountMail(self.mail_addresses, self.accounts, self.accounts.store, self.mailer, self.now)
        self.notices = Notifications(store, self.settings, self.now, self.rooms, self.mailer)

    def _open_accounts(self, store: AccountStore) -> Accounts:
        sessions = Sessions(store, self.now, self.broker.broadcast)
        accounts = Accounts(store, sessions, self._registration, self.now, self.show_name)
        accounts.issuers = frozenset(one.issuer for one in self.settings.providers)
        self.sign_in_services = SignInServices(self.settings.providers, self.store.guest_key)
        return accounts

    def _registration(self) -> str:
        return self.own_settings.own.registration or self.settings.registration

    def _set_limits(self) -> None:
        self.connection_limits = limits.ConnectionLimits(per_address=self.settings.sockets)
        self.limits = self.services.add(limits.RateLimits(counts_addresses=self.settings.sockets > 0))
        self.slow_refusals = self.services.add(SlowRefusals())

    async def open(self) -> None:
        """Start the heartbeat, the broker and the watch over clocks."""
        self.time.set(time.time() + await self.store.clock_offset())
        await self.uptime.start()
        await asyncio.gather(self.bans.reload(), self.own_settings.reload())
        self.owner_code = "" if await self.ownership.has_owner() else self.ownership.code()
        await self.broker.start(BrokerListener(self._on_event, self.rooms.on_presence, self._on_message))
        endless = (
            self.rooms.poll_store(),
            watch_clocks(self.store, self.rooms, self.now),
            self.open_tables.watch(),
            self.retention.run(),
            self.rater.run(),
            self.director.run(),
            keep_tables_going(self.director.store, self.rooms),
            self.bans.run(),
            self.accounts.sessions.run(),
            self.own_settings.run(),
            self.notices.notifier.run(),
        )
        self._background = [asyncio.create_task(one) for one in endless]

    async def close(self) -> None:
        """Stop everything, and flush pending writes."""
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        await asyncio.gather(self.rooms.close(), self.reviews.close(), self.notices.close())
        await self.account_mail.close()
        self.accounts.passwords.close()
        await asyncio.gather(self.broker.close(), self.sign_in_services.close())
        await asyncio.gather(self.thinker.close(), *(one.close() for one in self._processes))
        await self.uptime.close()
        await self.store.close()

    def _on_message(self, subject: str, text: str) -> None:
        """Handle a message of another server."""
        if self.accounts.sessions.hear(subject, text) or self.news.hear(subject, text):
            return
        if subject == "rename":
            self.rooms.spawn(self.rooms.rename, Person(*json.loads(text)))
        elif subject == "rematch":
            match, made = json.loads(text)
            if room := self.rooms.find(match):
                room.announce_rematch(made)
        elif subject == "chat":
            self.rooms.spawn(self.talk.update, json.loads(text))
        elif subject == "words-removed":
            self.rooms.spawn(self.talk.show_removed, json.loads(text))
        elif subject == SHUT_OUTS:
            self.rooms.spawn(self.bans.reload)
        elif subject == SETTINGS:
            self.rooms.spawn(self.own_settings.reload)

    def _on_event(self, match: str, number: int) -> None:
        """Handle an event of another server; after a gap, load the chat of the match as well."""
        self.rooms.on_event(match, number)
        if number == LATEST:
            self.rooms.spawn(self.talk.update, match)

    async def show_name(self, person: Person) -> None:
        """Show a person's new name and standing, which are stored already, in all open rooms of all servers."""
        await self.rooms.rename(person)
        self.broker.broadcast("rename", json.dumps(person))


def _broker(url: str, thinker: Thinker) -> Broker:
    if not url:
        return LocalBroker(thinker)
    from ludoteka.server.broker.redis_broker import RedisBroker  # noqa: PLC0415 - a house of one server starts without it

    return RedisBroker(url, thinker)
