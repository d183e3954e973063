"""Who may take a seat or give it back, and how the log tells it."""

import base64
import hashlib
import hmac

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.players.levels import highest_level
from ludoteka.referee.commands import Sit
from ludoteka.referee.events import FREE, Event, Occupant, Setup

SECRET_BYTES = 15  # of an invitation: more than anybody can try


def invitation(setup: Setup) -> str:
    """Return the secret with which a free seat of a match can be taken; it follows from the seed, and is not stored."""
    digest = hmac.digest(setup.seed, b"invitation", hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:SECRET_BYTES]).decode()


def occupant_for(game: Game, kind: str, level: int, holder: str, name: str) -> Occupant:
    """Return who is to sit on a seat.

    Raises:
        Refused: "bad-seats".
    """
    if kind == "person":
        return Occupant(kind, 0, holder, name)
    if kind == "computer" and not 1 <= level <= highest_level(game):
        raise Refused("bad-seats", Message("The computer has no such level in this game."))
    return Occupant(kind, level) if kind == "computer" else FREE


def check_sit(setup: Setup, now: dict[str, Occupant], holder: str, command: Sit) -> None:
    """Accept what the host asks for, and a person who was invited.

    Raises:
        Refused: "bad-seats", "bad-invitation", "seat-taken".
    """
    if command.seat not in now or command.kind not in ("person", "computer"):
        raise Refused("bad-seats", Message("There is no such seat."))
    is_invited = hmac.compare_digest(command.secret.encode(), invitation(setup).encode())
    is_invited = is_invited or setup.visibility == "public"
    if holder != setup.host and not (is_invited and command.kind == "person"):
        text = Message("This link does not lead to a seat of this match. Ask for it again.")
        raise Refused("bad-invitation", text)
    if now[command.seat].kind != "free":
        raise Refused("seat-taken", Message("This seat has been taken meanwhile. You may watch."))


def sit_text(asker: str, one: Occupant) -> str:
    """Return how the log tells that somebody sits down, at whose wish."""
    return f"{asker} {one.kind} {one.level} {one.name}"


def seated(event: Event) -> Occupant:
    """Return who has the seat after somebody has come or gone."""
    if event.kind == "leave":
        return FREE
    asker, kind, level, name = event.text.split(" ", 3)
    return Occupant(kind, int(level), asker if kind == "person" else "", name)


def asker(event: Event) -> str:
    """Return who asked for an event that is not told by its seat, or "" for another."""
    return event.text.partition(" ")[0] if event.kind in ("sit", "leave", "abort", "claim") else ""


def claimed(event: Event) -> str:
    """Return what was claimed from a seat that had gone: "win" or "draw"."""
    return event.text.partition(" ")[2]
