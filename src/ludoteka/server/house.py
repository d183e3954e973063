"""The house: what is shared by all requests, and the making of matches."""

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import secrets
import time
from collections import deque

from ludoteka.core.clock import TimeControl
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.players.thinker import Thinker
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.match_creation import create_setup, opening_events, rematch_options
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import create_occupant
from ludoteka.server.broker.broker import LATEST, Broker, BrokerListener, LocalBroker
from ludoteka.server.operations import metrics
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.operations.limits import (
    MESSAGE_BURST,
    MESSAGE_REFILL_SECONDS,
    READ_BURST,
    READ_REFILL_SECONDS,
    ConnectionLimits,
    RateLimit,
)
from ludoteka.server.protocol.messages import ChatRequest, MatchRequest, SeatRequest
from ludoteka.server.rooms.chat import Chat
from ludoteka.server.rooms.context import RoomContext
from ludoteka.server.rooms.room import Room, match_status, storage_refusal
from ludoteka.server.rooms.rooms import Rooms
from ludoteka.server.settings import Settings
from ludoteka.server.throw_counts import ThrowCounts
from ludoteka.store import NotStored, Store
from ludoteka.store.uptime import Uptime

logger = logging.getLogger(__name__)
REMATCH_BYTES = 9  # of the id
MOST_SAYINGS = 1000  # remembered, so that none is said twice
OVERDUE_SECONDS = 5.0  # between two looks at clocks that ran out
LONGEST_LOOK = 600.0  # seconds until a match is looked at again that could not be


class House:
    """A running house: its games, its store, its rooms."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.thinker = Thinker()
        self.broker = _broker(settings.broker, self.thinker)
        self._time = HouseTime()
        self.uptime = Uptime(store.engine, store.write, self.now, lambda: self.rooms.has_live_clock)
        context = RoomContext(store, self.broker, self.now, self.uptime.down_between, settings.moment, settings.grace)
        self.rooms = Rooms(context, self.referee)
        self.creation_limit = RateLimit()
        self.read_limit = RateLimit(READ_BURST, READ_REFILL_SECONDS)
        self.message_limit = RateLimit(MESSAGE_BURST, MESSAGE_REFILL_SECONDS)
        self.connection_limits = ConnectionLimits(of_an_address=settings.sockets)
        self.chat = Chat(store, self.now)
        self._sayings: deque[tuple[str, str]] = deque(maxlen=MOST_SAYINGS)  # holder, id of the command
        self.throw_counts = ThrowCounts(store)
        self.replays = asyncio.Semaphore(1)  # playing a long match again takes its time, which others need too
        self._rematching = asyncio.Lock()  # two who ask at once for the same rematch get one
        self._watches: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to beat, to hear of other servers, and to look after clocks."""
        self._time = HouseTime(time.time() + await self.store.clock_offset())
        await self.uptime.start()
        await self.broker.start(BrokerListener(self._hear_event, self.rooms.on_presence, self._hear))
        self._watches = [asyncio.create_task(one) for one in (self.rooms.poll_store(), self._watch_clocks())]

    def now(self) -> float:
        """Return the house time."""
        return self._time.now()

    async def close(self) -> None:
        """Stop thinking, write what waits, close."""
        for watch in self._watches:
            watch.cancel()
        await asyncio.gather(*self._watches, return_exceptions=True)
        await self.rooms.close()
        await self.broker.close()
        await self.thinker.close()
        await self.uptime.close()
        await self.store.close()

    def _hear(self, subject: str, text: str) -> None:
        """Take in what another server says."""
        if subject == "rename":
            self.rooms.begin(self.rooms.rename(*json.loads(text)))
        elif subject == "rematch":
            match, made = json.loads(text)
            if room := self.rooms.opened(match):
                room.follow(made)
        elif subject == "chat":
            self.rooms.begin(self._hear_chat(json.loads(text)))

    async def say(self, room: Room, holder: str, command: str, what: ChatRequest) -> None:
        """Let a person say something at a match, and everybody hear it.  Raises Refused: as `Chat.say`."""
        if (holder, command) in self._sayings:  # sent again, because the answer was lost
            return
        try:
            said = await self.chat.say(room.referee, holder, what.text, what.phrase)
        except NotStored as error:
            raise storage_refusal() from error
        self._sayings.append((holder, command))
        room.subscribers.hear([said])
        self.broker.say("chat", json.dumps(room.id))

    def _hear_event(self, match: str, number: int) -> None:
        """Take in what another server has written; after a gap, also what was said there."""
        self.rooms.on_event(match, number)
        if number == LATEST:
            self.rooms.begin(self._hear_chat(match))

    async def _hear_chat(self, match: str) -> None:
        room = self.rooms.opened(match)
        if room and (said := await self.chat.since(match, room.subscribers.heard)):
            room.subscribers.hear(said)

    async def _watch_clocks(self) -> None:
        """Let clocks run out in matches that nobody has open."""
        while True:
            await asyncio.sleep(OVERDUE_SECONDS)
            try:
                for match in await self.store.overdue_matches(self.now()):
                    await self._look_at_clock(match)
            except Exception:
                logger.exception("the clocks that ran out could not be looked at")

    async def _look_at_clock(self, match: str) -> None:
        """Let the clock of a match run out; if it has not, because no house was up meanwhile, look again later."""
        try:
            async with self.rooms.room_of(match) as room:
                if not await room.do(room.decide_flag):
                    await self.store.set_due(match, room.flag_at())
        except Refused as refused:
            logger.warning("the clock of match %s cannot run out: %s", match, refused.code)
            await self.store.set_due(match, self.now() + LONGEST_LOOK)

    def referee(self, setup: Setup, events: list[Event]) -> Referee:
        """Return the referee of a stored match.

        Raises:
            Refused: "no-such-game", "other-rules".
        """
        game = game_named(setup.game)
        if setup.rules_version != game.rules_version:
            text = Message("This match was played by an edition of the rules that this house does not know.")
            raise Refused("other-rules", text)
        return Referee(game, setup, events)

    async def rename(self, holder: str, name: str) -> None:
        """Call a guest as he wishes, at once and in all his matches.  Raises Refused: "not-stored"."""
        try:
            await self.store.rename(holder, name)
        except NotStored as error:
            raise storage_refusal() from error
        await self.rooms.rename(holder, name)
        self.broker.say("rename", json.dumps([holder, name]))

    async def make(self, wish: MatchRequest, holder: str) -> str:
        """Make a match and return its id.

        Raises:
            Refused: "no-such-game", "bad-option", "bad-seats", "bad-clock", "not-stored".
        """
        game = game_named(wish.game)
        options = game.check_options(wish.options)
        seats = [seat.letter for seat in game.seats(options)]
        guests = {seat.letter: SeatRequest("free") for seat in game.seats(options) if seat.is_guest}
        asked = guests | wish.seats
        if set(asked) != set(seats):
            raise Refused("bad-seats", Message("Say for every seat who sits there, and for no other."))
        name = await self.store.name_of(holder)
        wishes = {letter: asked[letter] for letter in seats}
        occupants = {letter: create_occupant(game, one.kind, one.level, holder, name) for letter, one in wishes.items()}
        if all(one.kind == "computer" for one in occupants.values()):
            raise Refused("bad-seats", Message("At least one seat must be a person's."))
        clock, match = TimeControl.parse(wish.clock).text, secrets.token_urlsafe(9)
        return await self._make(
            create_setup(
                game, options, occupants, match, host=holder, clock=clock, visibility=wish.visibility, at=self.now()
            )
        )

    async def rematch(self, match: str, holder: str) -> str:
        """Make a match with the same settings in which everybody has moved one seat on; return its id.

        Raises:
            Refused: "no-such-match", "not-your-seat", "not-over".
        """
        async with self._rematching, self.rooms.room_of(match) as room:
            return await self._rematch(room, holder)

    async def _rematch(self, room: Room, holder: str) -> str:
        referee = room.referee
        if not referee.held_by(holder):
            raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
        if referee.seat != NOBODY or referee.result == {}:
            raise Refused("not-over", Message("The match is not over yet."))
        earlier = await self.store.rematch_of(room.id)
        if earlier:
            return earlier
        setup = referee.setup
        letters, people = list(setup.seats), list(setup.seats.values())
        occupants = dict(zip(letters, people[1:] + people[:1], strict=True))
        again = create_setup(
            referee.game,
            rematch_options(referee.game, setup.options),
            occupants,
            _name_of_rematch(setup),
            room.id,
            holder,
            setup.position,
            setup.clock,
            setup.visibility,
            self.now(),
        )
        made = await self._made_once(again)
        room.follow(made)
        self.broker.say("rematch", json.dumps([room.id, made]))
        return made

    async def _made_once(self, again: Setup) -> str:
        """Make a rematch; where another server makes it at the same time, the primary key decides whose it is."""
        try:
            return await self._make(again)
        except Refused:
            earlier = await self.store.rematch_of(again.previous)
            if not earlier:
                raise
            return earlier

    async def _make(self, setup: Setup) -> str:
        log = opening_events(game_named(setup.game), setup)
        try:
            await self.store.create(setup, log, match_status(self.referee(setup, log)))
        except NotStored as error:
            raise storage_refusal() from error
        metrics.MATCHES_STARTED.labels(setup.game).inc()
        return setup.id


def _name_of_rematch(setup: Setup) -> str:
    """Return the id of the rematch of a match: it has but one, whichever server makes it.

    Who holds the seats is told to nobody, so nobody can work it out from the record, which tells the seed.
    """
    people = " ".join([setup.host, *(one.holder for one in setup.seats.values())])
    digest = hmac.digest(setup.seed, f"rematch of {setup.id}, {people}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:REMATCH_BYTES]).decode()


def _broker(url: str, thinker: Thinker) -> Broker:
    if not url:
        return LocalBroker(thinker)
    from ludoteka.server.broker.redis_broker import RedisBroker  # noqa: PLC0415 - a house alone starts without

    return RedisBroker(url, thinker)


def game_named(name: str) -> Game:
    """Return a game.

    Raises:
        Refused: "no-such-game".
    """
    if name not in games():
        raise Refused("no-such-game", Message("There is no such game here."))
    return games()[name]
