"""Who may take a seat or give it back, and how the log encodes it."""

import base64
import hashlib
import hmac

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.players.levels import highest_level
from ludoteka.referee.commands import Sit
from ludoteka.referee.events import FREE, WITH_ACCOUNT, Event, Occupant, Person, Setup

SECRET_BYTES = 15  # of an invitation: too many to guess
BAD_INVITATION = Refusal("bad-invitation", status=403)
BAD_SEATS = Refusal("bad-seats", Message("There is no such seat."))
RESIDENTS_ONLY = Refusal("residents-only", Message("Only people with an account play rated matches."), 403)


def invitation_secret(setup: Setup) -> str:
    """Return the secret with which anybody can take a free seat.  It follows from the seed and is not stored."""
    digest = hmac.digest(setup.seed, b"invitation", hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:SECRET_BYTES]).decode()


def create_occupant(game: Game, kind: str, level: int, person: Person) -> Occupant:
    """Return the occupant that is about to take a seat.  Raises Refused: "bad-seats"."""
    if kind == "person":
        return Occupant(kind, 0, *person)
    if kind == "computer" and not 1 <= level <= highest_level(game):
        raise BAD_SEATS(Message("The computer has no such level in this game."))
    return Occupant(kind, level) if kind == "computer" else FREE


def check_sit(setup: Setup, occupants: dict[str, Occupant], holder: str, command: Sit) -> None:
    """Check that a seat may be taken: by the host, by a person with the invitation, or by anybody in a public match.

    In a public match, only the host may have several seats; otherwise a guest could decide both sides of a match that
    others watch.

    Raises:
        Refused: "bad-seats", "bad-invitation", "no-bots", "residents-only", "seated-already", "seat-taken".
    """
    if command.seat not in occupants or command.kind not in ("person", "computer"):
        raise BAD_SEATS()
    has_secret = hmac.compare_digest(command.secret.encode(), invitation_secret(setup).encode())
    is_invited = has_secret or (setup.visibility == "public" and not setup.previous)  # a rematch waits for its people
    if holder != setup.host and not (is_invited and command.kind == "person"):
        text = Message("This link does not lead to a seat of this match. Ask for a new one.")
        raise BAD_INVITATION(text)
    standing = command.person.standing if command.person else "guest"
    if standing == "bot" and not (has_secret or holder == setup.host):
        raise Refused("no-bots", Message("A bot can take a seat only with an invitation."))
    if setup.rated and command.kind == "person" and standing not in WITH_ACCOUNT:
        raise RESIDENTS_ONLY()
    has_rival = setup.rated or (setup.visibility == "public" and holder != setup.host)
    if has_rival and command.kind == "person" and any(occupant.holder == holder for occupant in occupants.values()):
        raise Refused(
            "seated-already", Message("You already have a seat in this match. Leave this one to somebody else.")
        )
    if occupants[command.seat].kind != "free":
        raise Refused("seat-taken", Message("This seat has been taken in the meantime. You can still watch."))


def encode_sit(asker: str, one: Occupant) -> str:
    """Return the event text for a seat that is taken: who asked, and the occupant; "resident" or "bot" stands for such a person."""
    kind = one.kind if one.standing == "guest" else one.standing
    return f"{asker} {kind} {one.level} {one.name}"


def occupant_after(event: Event) -> Occupant:
    """Return the occupant of the seat after a `sit` or `leave` event."""
    if event.kind == "leave":
        return FREE
    asker, kind, level, name = event.text.split(" ", 3)
    if kind == "computer":
        return Occupant(kind, int(level))
    return Occupant("person", 0, asker, name, "guest" if kind == "person" else kind)


def asking_holder(event: Event) -> str:
    """Return the holder who asked for the event if its text names one, else ""."""
    return event.text.partition(" ")[0] if event.kind in ("sit", "leave", "abort", "claim") else ""


def claimed_result(event: Event) -> str:
    """Return the result claimed by a `claim` event: "win" or "draw"."""
    return event.text.partition(" ")[2]
