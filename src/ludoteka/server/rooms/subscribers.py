"""The connections that watch a room, and what each of them has been sent."""

import time
from collections.abc import Callable
from typing import Final

from msgspec import UNSET

from ludoteka.core.message import Message, Refused
from ludoteka.referee.commands import RefereeContext
from ludoteka.referee.events import guest_number
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.details import Presence, curtained_seat, is_turn_hidden, lifted_seat, shares_screen
from ludoteka.referee.views.snapshots import Snapshot, Views
from ludoteka.server.protocol.messages import encode
from ludoteka.server.protocol.socket_messages import ChatEntry, ChatMessage, EventMessage, PingMessage, ViewMessage
from ludoteka.store.models import ChatLine

MAX_SNAPSHOTS: Final = 2  # kept for each person, so that a client that reconnects receives only what it missed
CHANGES_WITHOUT_EVENT: Final = ("seats", "watching", "clock")  # these keys of a view also change between events
PING_SECONDS: Final = 10.0  # between two measurements of the lag
SPECTATOR: Final = ""  # stands for every person without a seat: all of them see the same
# A person or SPECTATOR, and the seat for which the curtain was lifted: equal viewers see the same
Viewer = tuple[str, str]


class Subscriber:
    """A connection that watches a room."""

    def __init__(self, holder: str, post: Callable[[bytes], None], *, can_answer: bool = True) -> None:
        self.holder = holder
        self._can_answer = can_answer  # to a ping
        self.post = post
        self.last_snapshot: Snapshot | None = None  # what it was sent last
        self.lifted = ""  # the seat for which the curtain was lifted on this connection
        self.last_chat_line = 0  # the number of the last chat line it was sent
        self.lag = 0.0  # round-trip time in seconds
        self.pace = "normal"  # the speed that its reader wants of computers, one of `autoplay.PACES`
        self._pinged_at = 0.0
        self._pings = 0

    def ping(self) -> None:
        """Measure the lag, unless it was measured a moment ago."""
        now = time.monotonic()
        if self._can_answer and now - self._pinged_at > PING_SECONDS:
            self._pings += 1
            self._pinged_at = now
            self.post(encode(PingMessage(self._pings)))

    def pong(self, ping: object) -> None:
        """Handle the answer to a ping; only an answer to the last ping counts."""
        if ping == self._pings:
            self.lag = time.monotonic() - self._pinged_at

    def take_new_lines(self, said: list[ChatLine]) -> list[ChatEntry]:
        """Return those chat lines that this connection has not been sent, ready to send, and count them as sent."""
        fresh = [one for one in said if one.number > self.last_chat_line]
        self.last_chat_line = max([self.last_chat_line, *(one.number for one in fresh)])
        return [encode_entry(one, self.holder) for one in fresh]


def encode_entry(one: ChatLine, holder: str) -> ChatEntry:
    """Return a chat line as it is sent to a person."""
    return ChatEntry(
        n=one.number,
        seat=one.seat,
        name=one.name,
        guest=guest_number(one.holder),
        text=UNSET if one.kind == "phrase" else one.text,
        phrase=one.text if one.kind == "phrase" else UNSET,
        at=one.at,
        yours=one.holder == holder,
    )


def without_page(holder: str) -> Subscriber:
    """Return a subscriber for a person who sends a command without having the match open; they receive only its reply."""
    return Subscriber(holder, lambda _message: None)


class Subscribers:
    """All connections that watch one room."""

    def __init__(self, referee: Referee) -> None:
        self.all: set[Subscriber] = set()
        self.restart(referee)

    def restart(self, referee: Referee) -> None:
        """Start again with a new referee: everybody receives a whole view next."""
        self.views = Views(referee)
        # By person; none are kept for a person who sees the secrets of several seats in turn
        self._snapshots: dict[str, list[Snapshot]] = {}
        for one in self.all:
            one.last_snapshot = None

    @property
    def holders(self) -> set[str]:
        return {one.holder for one in self.all}

    def greeting(
        self, subscriber: Subscriber, last: int, token: str, context: RefereeContext, presence: Presence
    ) -> bytes:
        """Return the match for a connection, or only what it missed since event `last` of the run `token`."""
        key = self._viewer(subscriber)
        snapshots = self._snapshots.get(key[0], ()) if token == self.views.run else ()
        known = next((snapshot for snapshot in snapshots if snapshot.number == last), None)
        now = subscriber.last_snapshot = self._snapshot(key, context, presence)
        message = self._message(known, now, {name: now.details[name] for name in CHANGES_WITHOUT_EVENT})
        self.views.release()
        return message

    def show(self, context: RefereeContext, presence: Presence) -> None:
        """Send everybody what has changed for them."""
        is_live = self.views.referee.clock.control.is_live
        messages: dict[tuple[Viewer, Snapshot | None], bytes] = {}
        snapshots: dict[Viewer, Snapshot] = {}
        for one in self.all:
            key = self._viewer(one)
            if key not in snapshots:
                snapshots[key] = self._snapshot(key, context, presence)
            now, before = snapshots[key], one.last_snapshot
            if (key, before) not in messages:
                messages[key, before] = self._message(before, now)
            one.last_snapshot = now
            if message := messages[key, before]:
                one.post(message)
            if is_live:
                one.ping()
        if (SPECTATOR, "") not in snapshots:
            self._snapshots.pop(SPECTATOR, None)
        self.views.release()

    def lift(self, subscriber: Subscriber, seat: str, context: RefereeContext, presence: Presence) -> None:
        """Lift the curtain for the seat to which the screen was handed over.  Raises Refused: "no-curtain"."""
        _, lifted = self._viewer(subscriber)
        if seat == lifted:
            return
        if curtained_seat(self.views.referee, subscriber.holder, lifted) != seat:
            raise Refused("no-curtain", Message("The screen can't be handed to that seat now."))
        subscriber.lifted = seat
        if subscriber in self.all:
            before, now = subscriber.last_snapshot, self._snapshot(self._viewer(subscriber), context, presence)
            subscriber.last_snapshot = now
            subscriber.post(self._message(before, now))
            self.views.release()

    def check_lifted(self, subscriber: Subscriber) -> None:
        """Refuse what would reveal what a seat sees behind its curtain.  Raises Refused: "curtain-down"."""
        if is_turn_hidden(self.views.referee, subscriber.holder, subscriber.lifted):
            raise Refused("curtain-down", Message("The board is hidden. Hand over the screen first."))

    def _message(self, before: Snapshot | None, now: Snapshot, always: dict[str, object] | None = None) -> bytes:
        """Return the whole match, or what has changed since a snapshot; `always` is sent even if it has not."""
        if before is None or not self.views.can_send_change(before, now):
            return encode(ViewMessage(now.number, self.views.build_view(now)))
        change = self.views.build_change(before, now)
        if always:
            change = always | change
        elif not change and now.number == before.number:
            return b""
        return encode(EventMessage(now.number, change) if change else EventMessage(now.number))

    def broadcast(self, message: bytes) -> None:
        for one in self.all:
            one.post(message)

    def send_chat(self, said: list[ChatLine]) -> None:
        """Send everybody the chat lines that they have not been sent."""
        for one in self.all:
            if news := one.take_new_lines(said):
                one.post(encode(ChatMessage(news[0] if len(news) == 1 else news)))

    def send_changed_chat(self, changed: list[ChatLine]) -> None:
        """Send everybody again the chat lines that they were sent before they changed."""
        for one in self.all:
            if known := [encode_entry(line, one.holder) for line in changed if line.number <= one.last_chat_line]:
                one.post(encode(ChatMessage(known)))

    @property
    def last_common_line(self) -> int:
        """The number of the last chat line that everybody here has been sent."""
        return min((one.last_chat_line for one in self.all), default=0)

    def _viewer(self, subscriber: Subscriber) -> Viewer:
        """Return the viewer on a connection; lower the curtain there if another of this person's seats must act."""
        referee, holder = self.views.referee, subscriber.holder
        subscriber.lifted = lifted_seat(referee, holder, subscriber.lifted)
        return holder if holder == referee.setup.host or referee.held_by(holder) else SPECTATOR, subscriber.lifted

    def _snapshot(self, key: Viewer, context: RefereeContext, presence: Presence) -> Snapshot:
        holder, lifted = key
        now = self.views.take_snapshot(holder, context, presence, lifted)
        if shares_screen(self.views.referee, holder):
            self._snapshots.pop(holder, None)
            return now
        before = [one for one in self._snapshots.get(holder, ()) if one.number != now.number]
        self._snapshots[holder] = [*before[1 - MAX_SNAPSHOTS :], now]
        return now
