"""A table in a house on the network: a match that one seat follows by its stream, and plays by calls (docs/api.md)."""

import time
from queue import Empty, SimpleQueue
from threading import Thread

from ludoteka.client.client import Client, Request
from ludoteka.client.views import Position, View, interpret, printable, rename
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.games import find_game
from ludoteka.research.conversation.table import Table
from ludoteka.surfaces.texts import Texts

STREAM_SECONDS = 60.0  # after which the stream should tell what a call has done
TOO_LATE = ("stale", "not-your-turn", "no-throw-due")  # refusals of a throw that somebody else has made


class HouseTable(Table):
    """A match in a house, at one seat: that of the client, or a free one, which it takes.

    Args:
        client: of the house; its token or cookie says whose seat it is.
        match: the id of the match.
        texts: of the language in which the seat is told what happens.
        invitation: the secret of the link, which private matches need.

    Raises:
        Refused: "no-house", "no-such-match", "no-free-seat"; "named-seats", if people have named the seats; "no-such-game", if the game is
            not installed here.
    """

    def __init__(self, client: Client, match: str, texts: Texts, seat: str = "", invitation: str = "") -> None:
        self._client = client
        self._inbox: SimpleQueue[Position | Refused] = SimpleQueue()
        self._position: Position
        self._thrown = -1  # the number of the position in which this seat threw last
        self._is_closed = False
        Thread(
            target=self._follow, args=(match,), daemon=True
        ).start()  # it may wait for the house when the program ends
        first = self._inbox.get()
        if isinstance(first, Refused):
            raise first
        super().__init__(find_game(first.game), texts)
        check_letters(self.game, first.view)
        self._note(first)
        if not self.seat:
            self._sit(seat, invitation)

    def _follow(self, match: str) -> None:
        try:
            for position in self._client.watch(match):
                if self._is_closed:
                    return
                self._inbox.put(position)
        except Refused as refused:
            self._inbox.put(refused)
        except (
            RuntimeError,
            ValueError,
            LookupError,
            TypeError,
        ):  # the client was closed, or the house is not understood
            self._inbox.put(Refused("no-house", Message("The server has closed the match.")))

    def _note(self, position: Position) -> None:
        self._position = position
        self._take(without_names(printable(position.view)))

    def _next(self, seconds: float | None = None) -> bool:
        """Take the next position; return False if none comes in time.  Raises Refused, if the house closes the match."""
        try:
            item = self._inbox.get(timeout=seconds)
        except Empty:
            return False
        if isinstance(item, Refused):
            self._inbox.put(item)  # nothing else comes any more
            raise item
        self._note(item)
        return True

    def _come_to(self, number: int) -> None:
        """Follow the match as far as an event.  Raises Refused: "no-house", if the house doesn't tell it."""
        until = time.monotonic() + STREAM_SECONDS
        while self._position.number < number:
            if not self._next(max(0.0, until - time.monotonic())):
                raise self._client.no_house

    def _sit(self, seat: str, invitation: str) -> None:
        free = [str(one["letter"]) for one in self.view["seats"] if one["kind"] == "free"]
        if not free or (seat and seat not in free):
            raise Refused("no-free-seat", Message("No seat is free in this match, or not the one that you named."))
        self._come_to(self._client.sit(self._position.match, seat or free[0], invitation))

    def act(self, line: str) -> None:
        while self._next(0):
            pass
        text = line if self.is_over else interpret(self.game, self.view, line)
        played = self.view["moves"]
        try:
            number = self._client.act(self._position, text)
        except Refused as refused:
            if refused.code != "stale":
                raise
            self._next(STREAM_SECONDS)
            if self.view["moves"] != played:
                raise
            number = self._client.act(self._position, text)  # somebody came or went, and the position is the same
        self._come_to(number)

    def wait(self, seconds: float | None = None) -> bool:
        until = None if seconds is None else time.monotonic() + seconds
        while self._next(0):
            pass
        while not self.is_awaited:
            if self._position.must_throw and self._thrown != self._position.number:
                self._throw()
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return False
            self._next(left)
        return True

    def _throw(self) -> None:
        self._thrown = self._position.number
        try:
            self._client.throw(self._position)
        except Refused as refused:
            if refused.code not in TOO_LATE:
                raise

    def resign(self) -> None:
        self._come_to(self._client.resign(self._position.match))

    def answer_offer(self, *, accept: bool) -> None:
        while self._next(0):
            pass
        offered = next((what for letter, what in self.view["offers"].items() if letter != self.seat), "draw")
        kind = "accept" if accept else "decline"
        self._come_to(self._client.command(self._position.match, kind, offered, self._position.number))

    def close(self) -> None:
        self._is_closed = True

    def rematch(self) -> str:
        """Ask for a rematch, or agree to one; return the id of its match.  Raises Refused, as the house does."""
        return str(self._client.ask(Request("POST", f"/api/matches/{self._position.match}/rematch", {}))["id"])


def check_letters(game: Game, view: View) -> None:
    """Check that nobody has typed the letters of seats, which a model reads.  Raises Refused: "named-seats"."""
    usual = {seat.letter for seat in game.seats(game.check_options({}))}
    letters = [str(one["letter"]) for one in view["seats"]]
    if any(len(letter) > 1 and letter not in usual for letter in letters):
        text = Message("The seats of this match have names that people have typed; it can't be played here.")
        raise Refused("named-seats", text)


def without_names(view: View) -> View:
    """Return a view in which the letters of seats replace the names of people, which they have typed themselves."""
    letters = {
        one["name"]: one["letter"]
        for one in view["seats"]
        if one["name"] and one["kind"] == "person" and one["name"] != one["letter"]
    }
    if not letters:
        return view
    seats = [rename(one, letters) | {"name": ""} for one in view["seats"]]
    return view | {key: rename(view[key], letters) for key in ("scene", "moves")} | {"seats": seats}
