"""Creating a match in a house, and joining one by its link."""

import re
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ludoteka import __version__
from ludoteka.core.message import Message, Refused
from ludoteka.terminal.tables.guest import GuestClient
from ludoteka.terminal.tables.people import own_seats
from ludoteka.terminal.tables.remote import RemoteTable
from ludoteka.terminal.tables.setups import RANDOM, find_game, occupants, parse_options
from ludoteka.terminal.tables.table import Listener

MATCH = re.compile(r"/match/([\w-]{1,40})/?")


class MatchLink(NamedTuple):
    """The address of a match, with the invitation to its free seats."""

    server: str
    match: str = ""  # "": the house itself
    invitation: str = ""


def parse_link(written: str) -> MatchLink:
    """Parse the address of a house, of a match, or of the free seats of a match.

    Raises:
        Refused: "bad-address".
    """
    written = written.strip().rstrip(".,;")  # punctuation of a sentence that contained the link
    whole = written if "://" in written else f"http://{written}"
    try:
        parts = urlsplit(whole)
        found = MATCH.fullmatch(parts.path)
        server = f"{parts.scheme}://{parts.netloc}"
    except ValueError as error:
        raise _bad(written) from error
    if not found and parts.path.strip("/"):
        raise _bad(written)
    return MatchLink(server, found[1] if found else "", parts.fragment if found else "")


def _bad(written: str) -> Refused:
    return Refused("bad-address", Message("{address} is not the address of a server.", address=written))


class MatchOrder(NamedTuple):
    """The match that a person wants to play."""

    game: str
    options: tuple[str, ...] = ()
    seat: str = ""
    level: int | None = None  # of the computer; with 0 the person takes all seats
    clock: str = ""
    is_open: bool = False  # the other seats are left free
    is_public: bool = False


def create_match(guest: GuestClient, order: MatchOrder) -> str:
    """Create a match in a house, and return its id.

    Raises:
        Refused: as `setups.setup_of` and as the house does.
    """
    game = find_game(order.game)
    options = parse_options(game, order.options, is_alone=order.level != 0 and not order.is_open)
    people = occupants(game, game.check_options(options), order.seat, order.level)
    seats = {letter: {"kind": one.kind, "level": one.level} for letter, one in people.items()}
    if order.is_open:
        free = {"kind": "free", "level": 0}
        seats = {letter: one if one["kind"] == "person" else free for letter, one in seats.items()}
    visibility = "public" if order.is_public else "private"
    content = {"game": game.name, "options": options, "seats": seats, "clock": order.clock, "visibility": visibility}
    return str(guest.ask("/api/matches", content)["id"])


def greet(guest: GuestClient, listener: Listener, name: str) -> None:
    """Check that a house answers, warn if its version differs, and send it the guest's name.

    Raises:
        Refused: "no-house", "bad-name".
    """
    house: Any = guest.ask("/api/house")
    if not isinstance(house, dict) or "games" not in house:
        raise guest.is_no_house
    version = str(house.get("version"))
    if version.split(".")[:2] != __version__.split(".")[:2]:
        text = Message(
            "This server runs Ludoteka {theirs}, and this terminal runs {ours}: some things may not work.",
            theirs=version,
            ours=__version__,
        )
        listener.say(text)
    if name or not guest.cookie:
        guest.ask("/api/guest", {"name": name} if name else None)


def join_match(guest: GuestClient, there: MatchLink, seat: str, listener: Listener) -> RemoteTable:
    """Join a match: take a free seat if this guest may, else watch.

    Raises:
        Refused: "no-such-match", "no-house".
    """
    table = RemoteTable(guest, there.match, listener)
    free = [one["letter"] for one in table.view["seats"] if one["kind"] == "free"]
    if own_seats(table.view):
        return table
    may_sit = there.invitation or table.view.get("visibility") == "public"
    try:
        if may_sit and free:
            chosen = free[0] if seat in ("", RANDOM) else seat
            table.ask("sit", {"seat": chosen, "kind": "person", "secret": there.invitation})
    except Refused as refused:
        listener.say(refused.message)
    if not own_seats(table.view):
        listener.say(Message("You are watching: none of the seats is yours."))
    return table
