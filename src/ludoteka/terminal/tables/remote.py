"""A house on the network: its guest, links to matches, and the tables at which they are played (docs/protocol.md)."""

import json
import os
import re
import secrets
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx2
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludoteka import __version__
from ludoteka.client.client import Backoff, Client, Request, bad_address
from ludoteka.client.views import View, decode_message, interpret, printable
from ludoteka.core.dice import commitment
from ludoteka.core.message import Message, Refused
from ludoteka.games import find_game
from ludoteka.surfaces.palette import Palette, palette
from ludoteka.terminal.tables.narration import (
    CHAT,
    HOST_KNOWS_SECRETS,
    REMATCH,
    THINKING,
    chat_line,
    clocks,
    occupant,
    own_seats,
)
from ludoteka.terminal.tables.setups import RANDOM, occupants, parse_options
from ludoteka.terminal.tables.table import Listener, Table

Content = dict[str, Any]
COOKIES = ("guest", "__Host-guest")  # the name of the guest's cookie with HTTP, and with HTTPS
LARGEST = 16 << 20  # bytes of a message
NOT_SERVED = (4403, 4404)  # close codes after which reconnecting would not help
LOST, FOUND, ENDED = "lost", "found", "ended"  # kinds of message that the connection itself reports
SALT_BYTES = 12
GAP = "   "
ABOUT_A_POSITION = ("act", "throw", "back", "hint")  # commands that refer to the position on the screen
MOST_SAID = 10  # the most chat lines shown at once
NOT_UNDERSTOOD = Message("This terminal does not understand the server, which may run another version of Ludoteka.")
HOUSE = Request("GET", "/api/house")
MATCH = re.compile(r"/match/([\w-]{1,40})/?")


class GuestClient(Client):
    """The client of a guest, whom the house recognises by a cookie that is stored in a file."""

    def __init__(self, server: str, folder: Path) -> None:
        """Create a client for the house at an address; the file is in `folder`.  Raises Refused: "bad-address"."""
        super().__init__(server)
        self._http.follow_redirects = True  # from HTTP to HTTPS
        self._http.headers["connection"] = "close"  # requests are few, and nobody closes this client
        self._http.event_hooks["response"] = [self._keep]
        self._file = folder / re.sub(r"[^\w.-]+", "_", self.address)
        self.cookie = ""
        with suppress(OSError, UnicodeDecodeError):
            self._show(self._file.read_text("ascii").strip())

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a request that another client sends."""
        return {"Cookie": "; ".join(f"{name}={self.cookie}" for name in COOKIES)} if self.cookie else {}

    def _show(self, cookie: str) -> None:
        """Send this cookie with every request."""
        self.cookie = cookie
        self._http.cookies = dict.fromkeys(COOKIES, cookie) if cookie else {}

    def _keep(self, answer: httpx2.Response) -> None:
        """Store a new cookie in a file that only this user can read."""
        fresh = next((answer.cookies[name] for name in COOKIES if answer.cookies.get(name)), "")
        if fresh in ("", self.cookie):
            return
        self._show(fresh)
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            file = self._file.with_name(f"{self._file.name}.{os.getpid()}")
            file.touch(0o600)
            file.write_text(fresh)
            file.replace(self._file)

    def _decode(self, body: bytes) -> Any:
        return printable(super()._decode(body))


class MatchLink(NamedTuple):
    """The address of a match, with the invitation to its free seats."""

    server: str
    match: str = ""  # "": the house itself
    invitation: str = ""


def parse_link(written: str) -> MatchLink:
    """Parse the address of a house, of a match, or of the free seats of a match.  Raises Refused: "bad-address"."""
    written = written.strip().rstrip(".,;")  # punctuation of a sentence that contained the link
    whole = written if "://" in written else f"http://{written}"
    try:
        parts = urlsplit(whole)
        found = MATCH.fullmatch(parts.path)
        server = f"{parts.scheme}://{parts.netloc}"
    except ValueError as error:
        raise bad_address(written) from error
    if not found and parts.path.strip("/"):
        raise bad_address(written)
    return MatchLink(server, found[1] if found else "", parts.fragment if found else "")


def parse_match_link(written: str) -> MatchLink:
    """Parse the link of a match.  Raises Refused: "bad-address"."""
    with suppress(Refused):
        link = parse_link(written)
        if link.match:
            return link
    raise Refused(
        "bad-address",
        Message(
            "{link} is not the link of a match. It looks like https://games.example.org/match/abc123.", link=written
        ),
    )


def create_match(
    guest: GuestClient,
    name: str,
    wishes: tuple[str, ...],
    seat: str,
    level: int | None,  # of the computer; with 0 the person takes all seats
    *,
    clock: str,
    is_open: bool,  # the other seats are left free
    is_public: bool,
) -> str:
    """Create a match in a house, and return its id.  Raises Refused: as `setups.setup_of` and as the house does."""
    game = find_game(name)
    options = parse_options(game, wishes, is_alone=level != 0 and not is_open)
    people = occupants(game, game.check_options(options), seat, level)
    seats = {
        letter: {"kind": "free"} if is_open and one.kind != "person" else {"kind": one.kind, "level": one.level}
        for letter, one in people.items()
    }
    visibility = "public" if is_public else "private"
    return guest.create_match(game.name, seats, options=options, clock=clock, visibility=visibility)


def greet(guest: GuestClient, listener: Listener, name: str) -> None:
    """Check that a house answers, warn if its version differs, and send it the guest's name.

    Raises:
        Refused: "no-house", "bad-name".
    """
    house = guest.ask(HOUSE)
    if not isinstance(house, dict) or "games" not in house:
        raise guest.no_house
    version = str(house.get("version"))
    if version.split(".")[:2] != __version__.split(".")[:2]:
        text = Message(
            "This server runs Ludoteka {theirs}, and this terminal runs {ours}: some things may not work.",
            theirs=version,
            ours=__version__,
        )
        listener.say(text)
    if name:
        guest.ask(Request("POST", "/api/guest", {"name": name}))
    elif not guest.cookie:
        guest.me()


class MatchConnection:
    """A connection to a match.  It calls `put` with every message, and when the connection opens, is lost or ends."""

    def __init__(self, address: str, headers: Mapping[str, str], put: Callable[[Content], None]) -> None:
        self._address = address.replace("http", "ws", 1)
        self._headers = headers
        self._put = put
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, Content] = {}
        self._number = 0  # of the last event received
        self._room: str | None = None  # the id of the room that numbered it
        self._sending = Lock()  # so that no new command overtakes the repeated ones
        self._closing = Event()
        # A daemon, because it may still be waiting for the house when the program ends
        Thread(target=self._run, daemon=True).start()

    def command(self, kind: str, number: int, content: Any = None) -> str:
        """Send a command, now or after reconnecting; return its id."""
        name = secrets.token_hex(12)
        said = {"t": kind, "id": name, "n": number, **({} if content is None else {"d": content})}
        with self._sending:
            self._unanswered[name] = said
            self._send(said)
        return name

    def close(self) -> None:
        self._closing.set()
        if socket := self._socket:
            with suppress(WebSocketException, OSError):
                socket.close()

    def _run(self) -> None:
        backoff = Backoff()
        while not self._closing.is_set():
            code = self._visit(backoff)
            is_ended = code in NOT_SERVED or self._closing.is_set()
            self._put({"t": ENDED if is_ended else LOST})
            if is_ended:
                return
            self._closing.wait(backoff.next())

    def _visit(self, backoff: Backoff) -> int:
        """Connect and read until the connection closes; return the close code, or 0."""
        headers, is_found = self._headers, False
        try:
            with connect(self._address, additional_headers=headers, compression=None, max_size=LARGEST) as socket:
                with self._sending:
                    self._socket = socket
                    self._greet()
                for text in socket:
                    if not is_found:
                        is_found = True
                        backoff.reset()
                        self._put({"t": FOUND})
                    self._take(printable(json.loads(text)))
        except (WebSocketException, OSError):
            pass  # retried, whatever the reason
        except (ValueError, LookupError, TypeError):
            self._closing.set()  # a message that cannot be decoded will not be decodable later
        ended, self._socket = self._socket, None
        return (ended.close_code or 0) if ended else 0

    def _greet(self) -> None:
        """Send the last event number and repeat all unanswered commands; the house executes none twice."""
        self._send({"t": "hello", "n": self._number, "d": {"room": self._room} if self._room else None})
        for said in self._unanswered.values():
            self._send(said)

    def _send(self, said: Content) -> None:
        if socket := self._socket:
            with suppress(WebSocketException, OSError):  # after reconnecting, `_greet` sends it again
                socket.send(json.dumps(said))

    def _take(self, message: Content) -> None:
        kind = message["t"]
        if kind == "ping":
            self._send({"t": "pong", "d": message["d"]})
            return
        if kind in ("view", "event"):
            self._number = message["n"]
        if kind == "view":
            self._room = message["d"].get("room")
        if kind in ("done", "refused"):
            with self._sending:
                self._unanswered.pop(message.get("id") or next(iter(self._unanswered), ""), None)
        self._put(message)


class SeedWatch:
    """The house's commitment to the seed of one match, and the salts sent."""

    def __init__(self) -> None:
        self._salted: set[str] = set()
        self._commitment = ""  # as received when this terminal connected
        self._is_checked = False

    def due_salts(self, view: View) -> Iterator[View]:
        """Yield a salt for each own seat that has none, so that the house alone does not determine the throws."""
        dice = view["dice"]
        if dice and view["result"] is None:
            for letter in own_seats(view):
                if letter not in self._salted | {seat for seat, _ in dice["salts"]}:
                    self._salted.add(letter)
                    yield {"seat": letter, "salt": secrets.token_urlsafe(SALT_BYTES)}

    def verdict(self, view: View) -> Message | None:
        """Return, once, whether the revealed seed is the one that the house committed to."""
        dice = view["dice"]
        self._commitment = self._commitment or (dice["commitment"] if dice else "")
        if not dice or not dice["seed"] or self._is_checked:
            return None
        self._is_checked = True
        if commitment(bytes.fromhex(dice["seed"])) == self._commitment:
            return Message(
                "The seed is the one that the server committed to. To verify every throw, save the record and run: "
                "ludoteka verify FILE"
            )
        return Message("The seed of the dice is not the one that the server committed to.")


class HouseMessage(NamedTuple):
    """A message from the house about one match."""

    match: str
    content: Content


class RemoteTable(Table):
    """The table of a guest of the house."""

    def __init__(self, guest: GuestClient, match: str, listener: Listener) -> None:
        super().__init__(listener)
        self.guest = guest
        self._messages: deque[HouseMessage] = deque()
        self._requests: deque[Any] = deque()  # deferred while an answer is awaited
        self._open(match)

    def _open(self, match: str) -> None:
        self.match, self.view, self.follower = match, {}, ""
        self.link = f"{self.guest.address}/match/{match}"
        self.is_connected, self.is_watching = True, False
        self._number = 0  # of the last event applied to the view
        self._clock_at = 0.0  # when the clocks were received, by the monotonic clock
        self._answers: dict[str, Refused | int] = {}
        self._salts: set[str] = set()  # ids of commands whose answers are ignored
        self._seed = SeedWatch()
        self._last_said = 0  # the number of the last chat line
        self._refusal: Refused | None = None
        address = f"{self.guest.address}/api/matches/{match}/socket"
        self._connection = MatchConnection(
            address, self.guest.headers, lambda content: self.inbox.put(HouseMessage(match, content))
        )
        while not self.view:
            self._take_next()

    def _find_colours(self) -> Palette:
        """Return the colours of the game; from the house if the game is not installed here."""
        if self.game is None:
            with suppress(Refused):
                return palette(self.guest.read_text(f"/games/{self.view['game']}/looks.css"))
        return super()._find_colours()

    @cached_property
    def phrases(self) -> list[View]:
        return list(self.guest.ask(HOUSE).get("phrases", ()))

    def settle(self) -> None:
        told = -1
        self._sort()
        while self.is_busy or self._messages:
            if self.is_thinking and not self.only_computers_play and told != self._number and self.is_connected:
                told = self._number
                self.listener.say(Message("The computer is thinking …"), THINKING)
            self._take_next()
            self.listener.refresh()
            self._sort()

    def wait(self) -> Any:
        while True:
            self._sort()
            if self._messages:
                self._take_next()
                self.listener.refresh()
            elif self._requests:
                return self._requests.popleft()
            else:
                self._sort(is_waiting=True)

    def _sort(self, is_waiting: bool = False) -> None:
        """Sort the inbox into messages from the house and requests; if waiting, block until one arrives."""
        while is_waiting or not self.inbox.empty():
            item = self.inbox.get()
            (self._messages if isinstance(item, HouseMessage) else self._requests).append(item)
            is_waiting = False

    def _take_next(self) -> None:
        """Process the next message.  Raises Refused: the house has closed the match, or is not understood."""
        while not self._messages:
            self._sort(is_waiting=True)
        item = self._messages.popleft()
        if item.match == self.match:
            try:
                self._take(item.content)
            except (LookupError, TypeError, ValueError) as error:
                raise Refused("not-understood", NOT_UNDERSTOOD) from error

    def _take(self, item: Content) -> None:
        kind = item["t"]
        if kind in ("view", "event"):
            self._follow(item)
        elif kind in ("done", "refused"):
            self._note_answer(item)
        elif kind == "rematch":
            self.follower = item["d"]["id"]
            self.listener.say(Message("Another player asks for a rematch."), REMATCH)
        elif kind == "hint" and item["d"]:
            found = item["d"]
            self.tell_hint(found["text"], found["path"], [*map(decode_message, found["says"] + found["reasons"])])
        elif kind == "hint":
            self.listener.say(Message("No hint was found. Please try again."))
        elif kind == "chat":
            self._read_chat(item["d"] if isinstance(item["d"], list) else [item["d"]])
        elif kind in (LOST, FOUND):
            self._tell_of_loss(kind == LOST)
        elif kind == ENDED:
            raise self._refusal or Refused("no-house", Message("The server has closed the match."))

    def _follow(self, item: Content) -> None:
        before, self._number = self.view, item["n"]
        change = item.get("d") or {}
        if "clock" in change:
            self._clock_at = monotonic()
        self.fold(change)
        self.follower = self.view.get("rematch") or self.follower
        seats = self.view["seats"]
        if not before or [*map(occupant, before["seats"])] != [*map(occupant, seats)]:
            people = [
                Message("{seat}: {name}", seat=decode_message(seat["title"]), name=occupant(seat)) for seat in seats
            ]
            self.listener.echo(GAP.join(map(self.listener.texts.say, people)))
        if not before and self.view.get("host_knows_secrets"):  # older houses don't say
            self.listener.say(HOST_KNOWS_SECRETS)
        for salt in self._seed.due_salts(self.view):
            self._salts.add(self._connection.command("salt", self._number, salt))
        if verdict := self._seed.verdict(self.view):
            self.listener.say(verdict)

    def _note_answer(self, item: Content) -> None:
        name, is_refused = item.get("id"), item["t"] == "refused"
        answer = Refused(item["d"]["code"], decode_message(item["d"]["message"])) if is_refused else item["n"]
        if name is None and isinstance(answer, Refused):  # the house does not serve this terminal
            self._refusal = answer
            if not self.view:
                raise answer
        elif name not in self._salts:
            self._answers[str(name)] = answer

    def _read_chat(self, lines: list[Content]) -> None:
        """Show new chat lines from other people, at most MOST_SAID."""
        fresh = [line for line in lines if line["n"] > self._last_said]
        for one in fresh[-MOST_SAID:]:
            if not one["yours"] and one.get("text") != "":  # it was removed
                self.listener.say(chat_line(one, self.phrases), CHAT)
        self._last_said = max([self._last_said, *(line["n"] for line in lines)])

    def _tell_of_loss(self, is_lost: bool) -> None:
        if is_lost and self.is_connected:
            self.listener.say(Message("The server cannot be reached. This terminal keeps trying; nothing is lost."))
        elif not is_lost and not self.is_connected:
            self.listener.say(Message("The server is back."))
        self.is_connected = not is_lost

    def ask(self, kind: str, content: Any = None) -> None:
        while True:  # again if it came too late but still means the same
            played = self.view["moves"]
            name = self._connection.command(kind, self._number, content)
            while name not in self._answers:
                self._take_next()
                if not self.is_connected:
                    self.listener.refresh()
            answer = self._answers.pop(name)
            if not isinstance(answer, Refused):
                break
            if answer.code != "stale" or (kind in ABOUT_A_POSITION and self.view["moves"] != played):
                raise answer
        while self._number < answer:
            self._take_next()

    def lift(self, letter: str) -> None:
        """Ask the house for this seat's view, unless the match has gone on in the meantime."""
        with suppress(Refused):
            self.ask("lift", letter)

    def clocks(self) -> list[Message]:
        return clocks(self.view, self._clock_at)

    def interpret(self, line: str) -> str:
        """Return the action that a game without secrets reads from a line, or the line itself."""
        game = self.game
        if game is None or self.is_over:
            return line
        return interpret(game, self.view, line)

    def _record(self) -> str:
        return self.guest.record(self.match)

    def rematch(self) -> None:
        """Go to the rematch: create it, agree to it, or watch it."""
        follower = self.follower
        if self.can["rematch"] or not follower:
            follower = self.guest.ask(Request("POST", f"/api/matches/{self.match}/rematch", {}))["id"]
        self._connection.close()
        self._open(follower)

    def close(self) -> None:
        """Leave; the match stays in the house."""
        self._connection.close()


def join_match(guest: GuestClient, there: MatchLink, seat: str, listener: Listener) -> RemoteTable:
    """Join a match: take a free seat if this guest may, else watch.  Raises Refused: "no-such-match", "no-house"."""
    table = RemoteTable(guest, there.match, listener)
    if own_seats(table.view):
        return table
    free = [one["letter"] for one in table.view["seats"] if one["kind"] == "free"]
    if free and (there.invitation or table.view.get("visibility") == "public"):
        chosen = free[0] if seat in ("", RANDOM) else seat
        try:
            table.ask("sit", {"seat": chosen, "kind": "person", "secret": there.invitation})
        except Refused as refused:
            listener.say(refused.message)
    if not own_seats(table.view):
        listener.say(Message("You are watching: none of the seats is yours."))
    return table
