"""The requests of a client, their answers, and when to ask again, without any input or output."""

import json
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from ludoteka.client.views import decode_message
from ludoteka.core.message import Message, Refused

SECONDS = 20.0  # the timeout of a request
SILENCE = 30.0  # seconds after which a stream counts as lost; the house sends a line at least every seven
FIRST_DELAY, LONGEST_DELAY = 0.25, 8.0  # seconds before the next attempt; doubled after each failure
PASSING = (429, 500, 502, 503, 504)  # statuses after which a stream is asked for again
OK = 300  # the first status that is no success


class Ask(NamedTuple):
    """One request."""

    method: str
    path: str
    content: dict[str, Any] | None = None


def address_of(server: str) -> str:
    """Return the address of a house from what a user has typed.  Raises Refused: "bad-address"."""
    parts = urlsplit(server if "://" in server else f"http://{server}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refused("bad-address", Message("{address} is not the address of a server.", address=server))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def match_command(match: str, kind: str, content: Any = None, number: int | None = None) -> Ask:
    """Return the request for a command in a match; it has an id, so that the house never carries it out twice."""
    body = {"id": secrets.token_hex(12), "d": content} | ({} if number is None else {"n": number})
    return Ask("POST", f"/api/matches/{match}/{kind}", body)


def new_match(game: str, seats: Mapping[str, Mapping[str, Any]], more: Mapping[str, Any]) -> Ask:
    """Return the request for a new match."""
    return Ask("POST", "/api/matches", {"game": game, "seats": seats, **more})


def new_challenge(name: str, game: str, more: Mapping[str, Any]) -> Ask:
    """Return the request to challenge a user."""
    return Ask("POST", "/api/challenges", {"name": name, "game": game, **more})


def challenge_reply(challenge: str, what: str) -> Ask:
    """Return the request to "accept" or to "decline" a challenge."""
    return Ask("POST", f"/api/challenges/{challenge}/{what}", {})


def in_tournament(tournament: str, what: str) -> Ask:
    """Return the request to "join" a tournament, to "withdraw" from it, or to be "ready"."""
    return Ask("POST", f"/api/tournaments/{quote(tournament)}/{what}", {})


def read_answer(status: int, body: bytes) -> Any:
    """Return the content of an answer in JSON.  Raises Refused: as the house does, and "no-house"."""
    try:
        content = json.loads(body)
        if status < OK:
            return content
        refused = Refused(content["code"], decode_message(content["message"]))
    except (ValueError, TypeError, KeyError) as error:
        raise Refused("no-house", Message("There is no Ludoteka server at this address.")) from error
    raise refused


def no_answer(error: Exception) -> Refused:
    """Return the refusal for a house that cannot be reached."""
    return Refused("no-house", Message("The server cannot be reached: {reason}.", reason=str(error) or repr(error)))


class Backoff:
    """How long to wait before a lost stream is asked for again."""

    def __init__(self) -> None:
        self._delay = FIRST_DELAY

    def reset(self) -> None:
        """The stream is there."""
        self._delay = FIRST_DELAY

    def next(self) -> float:
        """Return the seconds to wait; chance spreads clients that have lost the same house."""
        delay, self._delay = self._delay, min(LONGEST_DELAY, self._delay * 2)
        return delay * (0.5 + secrets.randbelow(500) / 1000)
