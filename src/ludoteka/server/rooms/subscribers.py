"""Who watches a room, and what each has been shown."""

import time
from collections.abc import Callable

from ludoteka.core.message import Message, Refused
from ludoteka.referee.context import RefereeContext
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.curtain import curtained_seat, is_turn_hidden, lifted_seat, shares_screen
from ludoteka.referee.views.details import Presence
from ludoteka.referee.views.snapshots import Snapshot, Views
from ludoteka.server.protocol.messages import encode
from ludoteka.server.rooms.chat import encode_entry
from ludoteka.store.models import ChatLine

MOST_KEPT = 2  # views of one person, after events, so that he who comes back gets what he missed
OF_NO_EVENT = ("seats", "watching", "clock")  # what changes between events as well
PING_SECONDS = 10.0  # between two measures of how long messages are under way
ANYBODY = ""  # all who only watch are shown the same
Key = tuple[str, str]  # whoever is shown the same: a person or ANYBODY, and the seat for which the curtain was lifted


class Subscriber:
    """A connection that watches a room: whose it is, and how to send to it."""

    def __init__(self, holder: str, post: Callable[[bytes], None]) -> None:
        self.holder = holder
        self.post = post
        self.shown: Snapshot | None = None  # last
        self.lifted = ""  # the seat for which the curtain was lifted here
        self.heard = 0  # the number of what was said last to it
        self.lag = 0.0  # seconds that a message is under way, there and back
        self._pinged_at = 0.0
        self._pings = 0

    def ping(self) -> None:
        """Measure the lag, unless that was done just now."""
        now = time.monotonic()
        if now - self._pinged_at > PING_SECONDS:
            self._pings += 1
            self._pinged_at = now
            self.post(encode({"t": "ping", "d": self._pings}))

    def pong(self, ping: object) -> None:
        """Take the answer to the last ping."""
        if ping == self._pings:
            self.lag = time.monotonic() - self._pinged_at

    def news(self, said: list[ChatLine]) -> list[dict[str, object]]:
        """Return what of this it has not heard, as it is told, and take it for heard."""
        fresh = [one for one in said if one.number > self.heard]
        self.heard = max([self.heard, *(one.number for one in fresh)])
        return [encode_entry(one, self.holder) for one in fresh]


class Subscribers:
    """All who watch one room."""

    def __init__(self, referee: Referee) -> None:
        self.all: set[Subscriber] = set()
        self.restart(referee)

    def restart(self, referee: Referee) -> None:
        """Show a match that goes on from nothing that was shown: the next view is whole for everybody."""
        self.views = Views(referee)
        self._kept: dict[str, list[Snapshot]] = {}  # by person; none of who is shown one seat's secrets after another's
        for one in self.all:
            one.shown = None

    @property
    def holders(self) -> set[str]:
        """The people who are here."""
        return {one.holder for one in self.all}

    def greet(self, subscriber: Subscriber, last: int, token: str, moment: RefereeContext, presence: Presence) -> None:
        """Show the match to one who comes, or what he missed since event `last` of the scenes that `token` names."""
        self.all.add(subscriber)
        key = self._key(subscriber)
        kept = self._kept.get(key[0], ()) if token == self.views.run else ()
        known = next((one for one in kept if one.number == last), None)
        now = subscriber.shown = self._shown(key, moment, presence)
        if known is None or not self.views.can_send_change(known, now):
            subscriber.post(encode({"t": "view", "n": now.number, "d": self.views.build_view(now)}))
            return
        anyhow = {name: now.details[name] for name in OF_NO_EVENT}
        subscriber.post(_event(now.number, anyhow | self.views.build_change(known, now)))

    def show(self, moment: RefereeContext, presence: Presence) -> None:
        """Show everybody what has changed."""
        told: dict[tuple[Key, Snapshot | None], bytes] = {}
        shown: dict[Key, Snapshot] = {}
        for one in self.all:
            key = self._key(one)
            if key not in shown:
                shown[key] = self._shown(key, moment, presence)
            now, before = shown[key], one.shown
            if (key, before) not in told:
                told[key, before] = self._message(before, now)
            one.shown = now
            if message := told[key, before]:
                one.post(message)
            if self.views.referee.clock.control.is_live:
                one.ping()
        if (ANYBODY, "") not in shown:
            self._kept.pop(ANYBODY, None)

    def lift(self, subscriber: Subscriber, seat: str, moment: RefereeContext, presence: Presence) -> None:
        """Show a connection what a seat of its person sees, to whom the screen was handed over.

        Raises:
            Refused: "no-curtain".
        """
        _, lifted = self._key(subscriber)
        if seat == lifted:
            return
        if curtained_seat(self.views.referee, subscriber.holder, lifted) != seat:
            raise Refused("no-curtain", Message("The screen is not to be handed over to that seat now."))
        subscriber.lifted = seat
        if subscriber in self.all:
            before, subscriber.shown = subscriber.shown, self._shown(self._key(subscriber), moment, presence)
            subscriber.post(self._message(before, subscriber.shown))

    def check_lifted(self, subscriber: Subscriber) -> None:
        """Refuse to act for a seat to whom the screen was not handed over: the answers would tell what it sees.

        Raises:
            Refused: "curtain-down".
        """
        if is_turn_hidden(self.views.referee, subscriber.holder, subscriber.lifted):
            raise Refused("curtain-down", Message("The board is covered: hand over the screen first."))

    def _message(self, before: Snapshot | None, now: Snapshot) -> bytes:
        if before is None or not self.views.can_send_change(before, now):
            return encode({"t": "view", "n": now.number, "d": self.views.build_view(now)})
        change = self.views.build_change(before, now)
        return _event(now.number, change) if change or now.number != before.number else b""

    def tell(self, message: bytes) -> None:
        """Send the same to everybody."""
        for one in self.all:
            one.post(message)

    def hear(self, said: list[ChatLine]) -> None:
        """Tell everybody what was said that he has not heard, and him that it is his."""
        for one in self.all:
            if news := one.news(said):
                one.post(encode({"t": "chat", "d": news[0] if len(news) == 1 else news}))

    @property
    def heard(self) -> int:
        """The number of what has been said that everybody here has heard."""
        return min((one.heard for one in self.all), default=0)

    def _key(self, subscriber: Subscriber) -> Key:
        """Return by what it is known what a connection is shown; its curtain falls when it is time."""
        referee, holder = self.views.referee, subscriber.holder
        subscriber.lifted = lifted_seat(referee, holder, subscriber.lifted)
        return holder if holder == referee.setup.host or referee.held_by(holder) else ANYBODY, subscriber.lifted

    def _shown(self, key: Key, moment: RefereeContext, presence: Presence) -> Snapshot:
        holder, lifted = key
        now = self.views.take_snapshot(holder, moment, presence, lifted)
        if shares_screen(self.views.referee, holder):
            self._kept.pop(holder, None)
            return now
        before = [one for one in self._kept.get(holder, ()) if one.number != now.number]
        self._kept[holder] = [*before[1 - MOST_KEPT :], now]
        return now


def _event(number: int, change: dict[str, object]) -> bytes:
    return encode({"t": "event", "n": number, "d": change} if change else {"t": "event", "n": number})
