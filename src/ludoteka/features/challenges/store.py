"""Stored challenges: matches that a user has created for themselves and one other user."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, insert, select, update

from ludoteka.features.challenges.tables import challenges
from ludoteka.referee.events import Person
from ludoteka.store import queries
from ludoteka.store.metadata import columns_of
from ludoteka.store.models import StoredMatch
from ludoteka.store.people import find_people
from ludoteka.store.schema import matches, seats
from ludoteka.store.store import StorePart, reads
from ludoteka.store.writing.statements import Statements, Write, delete_with_matches, event_writes
from ludoteka.store.writing.writer import Guard

_writes = Statements("challenges")
INSERT_CHALLENGE = _writes.add(insert(challenges))
ANSWER_CHALLENGE = _writes.add(
    update(challenges)
    .where(challenges.c.match == bindparam("which"), challenges.c.answer == "")
    .values(answer=bindparam("how"))
)
delete_with_matches(challenges.c.match)
MOST = 50  # challenges read at once
MOST_RUNNING = 500  # matches


class Challenge(NamedTuple):
    """A challenge to a match."""

    match: str  # the id, which is also that of the challenge
    challenger: str  # the holder
    challenged: str  # the holder
    at: float  # house time
    answer: str  # "" while it is open, "accepted", "declined" or "withdrawn"


class OpenChallenge(NamedTuple):
    """An unanswered challenge, with its match."""

    challenge: Challenge
    kept: StoredMatch
    challenged: Person


class Current(NamedTuple):
    """A user's current matches and challenges."""

    matches: frozenset[str]  # the ids of the newest in which they play, without those with free seats
    challenges: frozenset[str]  # the ids of unanswered ones


CHALLENGE = columns_of(challenges, Challenge)
_IS_OPEN = (challenges.c.answer == "", matches.c.result.is_(None))


def challenged_by(challenger: str, challenged: str) -> Select[Any]:
    """Return a query for the matches to which one person has challenged another."""
    return select(challenges.c.match).where(
        challenges.c.challenger == challenger, challenges.c.challenged == challenged
    )


def _find(connection: Connection, match: str) -> Challenge | None:
    row = connection.execute(select(*CHALLENGE).where(challenges.c.match == match)).first()
    return Challenge(*row) if row else None


def _open(connection: Connection, holder: str) -> list[OpenChallenge]:
    return _described(connection, _open_ids(connection, holder))


def _open_ids(connection: Connection, holder: str) -> list[str]:
    """Return the ids of the newest open challenges to and from a user."""
    found: list[str] = []
    for whose in (challenges.c.challenged, challenges.c.challenger):
        wanted = select(challenges.c.match).join(matches).where(whose == holder, *_IS_OPEN)
        found += connection.execute(wanted.order_by(challenges.c.at.desc()).limit(MOST)).scalars()
    return found


def _described(connection: Connection, names: Collection[str]) -> list[OpenChallenge]:
    """Return the open ones of these challenges, newest first."""
    if not names:
        return []
    wanted = select(*CHALLENGE).join(matches).where(challenges.c.match.in_(names), *_IS_OPEN)
    found = [Challenge(*row) for row in connection.execute(wanted.order_by(challenges.c.at.desc()))]
    kept = {match.id: match for match in queries.stored_matches(connection, [one.match for one in found])}
    people = find_people(connection, [one.challenged for one in found])
    return [OpenChallenge(one, kept[one.match], people[one.challenged]) for one in found]


def _current(connection: Connection, holder: str) -> Current:
    unfinished = select(matches.c.id).where(queries.UNFINISHED, ~queries.HAS_FREE_SEAT)
    own = select(seats.c.match).where(*queries.is_seat_of(holder), seats.c.match.in_(unfinished))
    newest = own.group_by(seats.c.made_at, seats.c.match).order_by(seats.c.made_at.desc()).limit(MOST_RUNNING)
    found = connection.execute(newest).scalars()
    return Current(frozenset(found), frozenset(_open_ids(connection, holder)))


class ChallengeStore(StorePart):
    """The challenges in a store."""

    current = reads(_current)
    find = reads(_find)
    open = reads(_open)
    open_ones = reads(_described)

    async def add(self, challenge: Challenge, check: Callable[[list[OpenChallenge]], None]) -> None:
        """Store a new challenge, whose match is stored already, unless `check` refuses it in view of the open ones."""
        who = challenge.challenger
        writes: list[Write] = [(INSERT_CHALLENGE, challenge._asdict())]
        writes += event_writes("challenge", challenge.match, challenge.at, challenge.challenged)
        guard = Guard(f"challenges of {who}", lambda connection: check(_open(connection, who)))
        await self._store.write(writes, guard)

    async def answer(self, match: str, answer: str, check: Callable[[Challenge | None], None]) -> None:
        """Store the answer to a challenge, unless `check` refuses it in view of the challenge's current state."""
        guard = Guard(f"challenge {match}", lambda connection: check(_find(connection, match)))
        await self._store.write([(ANSWER_CHALLENGE, {"which": match, "how": answer})], guard)
