"""Reports, blocks, bans and the moderation log in the database.  Each action is logged in the same batch as its effects."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    String,
    UnaryExpression,
    bindparam,
    delete,
    func,
    insert,
    select,
    union_all,
    update,
)

from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts.exports import fields_of
from ludoteka.features.accounts.roles import ACTS, REPORTED, can_moderate, roles_judged_by
from ludoteka.features.accounts.store import DELETE_SESSIONS, EXISTS, SET_CLOSED, SET_NAME, SET_ROLE
from ludoteka.features.challenges.store import challenged_by
from ludoteka.features.moderation.rated_play import find_rated_play
from ludoteka.features.moderation.tables import (
    FiledReport,
    ModerationAction,
    StoredBan,
    acts,
    blocks,
    reports,
    shut_outs,
)
from ludoteka.features.profiles.store import DELETE_FOLLOW
from ludoteka.features.ratings.store import is_annulled
from ludoteka.referee.events import Person, guest_number
from ludoteka.server.calls.answers import Answer, Standing, Whole
from ludoteka.store.metadata import columns_of
from ludoteka.store.people import Account, accounts, find_people
from ludoteka.store.queries import is_seat_of
from ludoteka.store.schema import chat, seats
from ludoteka.store.store import StorePart, reads
from ludoteka.store.writing.owners import delete_with_accounts, end_with_accounts
from ludoteka.store.writing.statements import (
    ANNUL_MATCH,
    FORGET_NAME,
    HOLDER,
    ID,
    INSERT_NAME,
    RENAME_SEATS,
    Statements,
    Write,
    delete_rows,
)
from ludoteka.store.writing.writer import Guard


class PersonEntry(Answer):
    """A person whom a report or a log entry names."""

    name: str
    standing: Standing
    guest: Whole


class Report(Answer):
    """A report of a person's behaviour."""

    id: str
    kind: Literal[REPORTED]  # type: ignore[valid-type]  # the kinds are listed in one place
    text: str
    at: float
    match: str | None
    is_open: bool
    words: list[str]  # that the person wrote in the match
    about: PersonEntry
    reporter: PersonEntry | None  # not shown if it is about a moderator


class Act(Answer):
    """An entry of the moderation log."""

    id: str
    at: float
    by: str | None  # None for the operator
    kind: Literal[ACTS]  # type: ignore[valid-type]  # the kinds are listed in one place
    about: PersonEntry | None
    match: str | None
    detail: str  # what changed
    reason: str


def person_entry(one: Person) -> PersonEntry:
    """Return a person as reports and log entries name them."""
    return PersonEntry(one.name, one.standing, guest_number(one.holder))  # type: ignore[arg-type]  # the store keeps these standings only


delete_with_accounts(blocks.c.blocker, blocks.c.blocked)
_writes = Statements("moderation")
INSERT_REPORT = _writes.add(insert(reports))
CLOSE_REPORT = _writes.add(
    update(reports)
    .where(reports.c.id == bindparam("which"), reports.c.closed_at.is_(None))
    .values(closed_at=bindparam("when"))
)
_WHOSE: BindParameter[str] = bindparam("whose")
end_with_accounts(
    _writes.add(delete(reports).where((reports.c.reporter == _WHOSE) | (reports.c.about == _WHOSE))), HOLDER
)
end_with_accounts(_writes.add(update(acts).where(acts.c.about == _WHOSE).values(detail="", reason="")), HOLDER)
# before the rows that refer to it
INSERT_ACT = _writes.add(insert(acts))
FORGET_SHUT_OUTS = _writes.add(delete(shut_outs).where(shut_outs.c.until < bindparam("before")))
DELETE_SHUT_OUT = _writes.add(delete_rows(shut_outs, act="which"))
INSERT_SHUT_OUT = _writes.add(insert(shut_outs))
INSERT_ADDRESS = _writes.add(  # unless the ban was lifted meanwhile
    insert(shut_outs).from_select(
        [one.name for one in shut_outs.c],
        select(shut_outs.c.act, bindparam("found", type_=String()), shut_outs.c.holder, shut_outs.c.until).where(
            shut_outs.c.act == bindparam("which"), shut_outs.c.address == ""
        ),
    )
)
DELETE_BLOCK = _writes.add(delete_rows(blocks, blocker="whose", blocked="of_whom"))
INSERT_BLOCK = _writes.add(insert(blocks), blocker=ID, blocked=ID)


REPORT, ACT = columns_of(reports, FiledReport), columns_of(acts, ModerationAction)
ID_BYTES = 12  # of reports and log entries
_NEWEST_FIRST = reports.c.at.desc()
MOST = 1000  # reports or log entries read at once


def log_entry(at: float, by: str, kind: str, about: str = "", detail: str = "") -> Write:
    """Return the write of an entry of the moderation log, for what other features do; the fields are those of `ModerationAction`."""
    act = ModerationAction(secrets.token_urlsafe(ID_BYTES), at, by, kind, about, "", detail)
    return INSERT_ACT, act._asdict()


def _find_reports(
    connection: Connection, condition: ColumnElement[bool], limit: int, order: UnaryExpression[float] = _NEWEST_FIRST
) -> list[Report]:
    wanted = select(*REPORT).where(condition).order_by(order).limit(limit)
    found = [FiledReport(*row) for row in connection.execute(wanted)]
    people = find_people(connection, [holder for one in found for holder in (one.reporter, one.about)])
    roles = select(accounts.c.holder, accounts.c.role).where(accounts.c.holder.in_(people))
    keepers = {holder for holder, role in connection.execute(roles) if can_moderate(role)}
    return [
        Report(
            *(one.id, one.kind, one.text, one.at, one.match or None, one.closed_at is None),
            words=_words_in(connection, one.match, one.about) if one.match else [],
            about=person_entry(people[one.about]),
            reporter=None if one.about in keepers else person_entry(people[one.reporter]),
        )
        for one in found
    ]


def _find_acts(connection: Connection, condition: ColumnElement[bool], limit: int) -> list[Act]:
    wanted = select(*ACT).where(condition).order_by(acts.c.at.desc(), acts.c.id).limit(limit)
    found = [ModerationAction(*row) for row in connection.execute(wanted)]
    people = find_people(connection, [one.about for one in found if one.about])
    chosen = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_({one.by for one in found}))
    names = {row.id: row.name or "" for row in connection.execute(chosen)}
    return [
        Act(
            *(one.id, one.at, names.get(one.by, "") if one.by else None, one.kind),
            about=person_entry(people[one.about]) if one.about else None,
            match=one.match or None,
            detail=one.detail,
            reason=one.reason,
        )
        for one in found
    ]


class ModerationStore(StorePart):
    """The reports and the moderation log in a store."""

    _reports = reads(_find_reports)
    _log = reads(_find_acts)
    rated_play = reads(find_rated_play)

    async def report(self, report: FiledReport, since: float, check: Callable[[int], None]) -> None:
        """Store a report, unless `check` refuses the number of reports that the reporter has made since a time.

        Raises:
            NotStored: also if the reporter has an open report about the same person.
        """
        made = select(func.count()).where(reports.c.reporter == report.reporter, reports.c.at >= since)
        guard = Guard(f"reports of {report.reporter}", lambda connection: check(connection.execute(made).scalar_one()))
        await self.write((INSERT_REPORT, report._asdict()), guard=guard)

    async def find_report(self, name: str) -> FiledReport | None:
        """Return the report with this id, or None."""
        return await self._first(FiledReport, select(*REPORT).where(reports.c.id == name))

    async def open_reports(self, judge: Account, limit: int) -> list[Report]:
        """Return the open reports that the judge may decide, oldest first."""
        return await self._reports(reports.c.closed_at.is_(None) & _is_judged_by(judge), limit, reports.c.at.asc())

    async def role_of_judge(self, act: str) -> str:
        """Return the role of the moderator who made a log entry; "" for the operator and for an unknown entry."""
        wanted = select(accounts.c.role).join(acts, acts.c.by == accounts.c.id).where(acts.c.id == act, EXISTS)
        return await self.read(lambda connection: connection.execute(wanted).scalar() or "")

    async def acts(self, names: Sequence[str]) -> list[Act]:
        """Return these log entries, newest first."""
        return await self._log(acts.c.id.in_(names), MOST)

    async def reports_about(self, holder: str, judge: Account, limit: int) -> list[Report]:
        """Return the reports about a person that the judge may decide, newest first."""
        return await self._reports((reports.c.about == holder) & _is_judged_by(judge), limit)

    async def acts_about(self, holder: str, limit: int) -> list[Act]:
        """Return the log entries about a person, newest first."""
        return await self._log(acts.c.about == holder, limit)

    async def export(self, account: Account) -> dict[str, Any]:
        """Return a user's reports and the actions against them, but not reports by others, for the export of their account."""
        wanted = select(*REPORT).where(reports.c.reporter == account.holder).order_by(_NEWEST_FIRST).limit(MOST)

        def query(connection: Connection) -> list[dict[str, Any]]:
            found = [FiledReport(*row) for row in connection.execute(wanted)]
            people = find_people(connection, [one.about for one in found])
            return [{"about": people[one.about].name} | fields_of(one, "match", "at", "text") for one in found]

        theirs = await self.acts_about(account.holder, MOST)
        return {
            "reports": await self.read(query),
            "acts": [fields_of(one, "kind", "at", "detail", "reason") for one in theirs],
        }

    async def log(self, before: float, limit: int) -> list[Act]:
        """Return the log entries before a time, newest first."""
        return await self._log(acts.c.at < before, limit)

    async def person_in_seat(self, match: str, seat: str) -> str:
        """Return the holder of a person's seat, or ""."""
        wanted = select(seats.c.holder).where(seats.c.match == match, seats.c.letter == seat, seats.c.kind == "person")
        return await self.read(lambda connection: connection.execute(wanted).scalar() or "")

    async def shut_outs(self, now: float) -> list[StoredBan]:
        """Return the bans in force.

        At the moment in which a person's ban is lifted, another server may still add an address to it, which has no effect.
        """
        ban = shut_outs.alias()
        is_whole = select(ban.c.act).where(ban.c.act == shut_outs.c.act, ban.c.address == "").exists()
        wanted = select(*columns_of(shut_outs, StoredBan)).where(
            shut_outs.c.until > now, (shut_outs.c.holder == "") | is_whole
        )
        return await self._rows(StoredBan, wanted.order_by(shut_outs.c.until))

    async def matches_with_words(self, holder: str) -> list[str]:
        """Return the matches in whose chat a person has written."""
        return await self._values(select(chat.c.match).where(chat.c.holder == holder).distinct())

    async def rename(self, act: ModerationAction, account: Account, name: str, skeleton: str) -> None:
        """Rename an account, in all its seats too.  Raises NotStored: also if the name is taken."""
        called = {"whose": account.holder, "called": name, "as_what": account.standing}
        new = {"whose": account.id, "new_name": name, "new_skeleton": skeleton}
        await self.log_act(act, (SET_NAME, new), (RENAME_SEATS, called))

    async def rename_guest(self, act: ModerationAction, name: str) -> None:
        """Change or remove the name of a guest."""
        whose = {"whose": act.about}
        new: list[Write] = [(INSERT_NAME, {"holder": act.about, "name": name})] if name else []
        called = whose | {"called": name, "as_what": "guest"}
        await self.log_act(act, (FORGET_NAME, whose), *new, (RENAME_SEATS, called))

    async def set_role(self, act: ModerationAction, account: str, role: str) -> None:
        """Change the role of an account."""
        await self.log_act(act, (SET_ROLE, {"whose": account, "new_role": role}))

    async def close(self, act: ModerationAction, account: str, *, is_closed: bool) -> None:
        """Close an account and end its sessions, or reopen it."""
        ending = (DELETE_SESSIONS, {"whose": account, "except_for": ""})
        when = {"whose": account, "when": act.at if is_closed else None}
        await self.log_act(act, (SET_CLOSED, when), *([ending] if is_closed else []))

    async def annul(self, act: ModerationAction, check: Callable[[bool], None]) -> None:
        """Annul a match, unless `check` refuses because it is annulled already; ratings are recomputed soon after."""
        guard = Guard(f"annulment of {act.match}", lambda connection: check(is_annulled(connection, act.match)))
        await self.log_act(act, (ANNUL_MATCH, {"which": act.match, "at": act.at}), guard=guard)

    async def shut_out(self, act: ModerationAction, *shut: StoredBan) -> None:
        """Ban addresses, or a person whose addresses are not known yet."""
        await self.log_act(act, *((INSERT_SHUT_OUT, one._asdict()) for one in shut))

    async def add_address(self, shut: StoredBan) -> None:
        """Ban another address of a banned person, unless the ban was lifted.  Raises NotStored: also if it is banned."""
        await self.write((INSERT_ADDRESS, {"which": shut.act, "found": shut.address}))

    async def forget_shut_outs(self, before: float) -> None:
        """Delete bans that expired before a time."""
        await self.write((FORGET_SHUT_OUTS, {"before": before}))

    async def log_act(self, act: ModerationAction, *writes: Write, guard: Guard | None = None) -> None:
        """Store a log entry with its effects.  Raises Refused: as the guard."""
        await self.write((INSERT_ACT, act._asdict()), *writes, guard=guard)


def _words_in(connection: Connection, match: str, holder: str) -> list[str]:
    """Return a person's chat messages in a match, oldest first."""
    is_theirs = (chat.c.match == match) & (chat.c.holder == holder)
    wanted = select(chat.c.text).where(is_theirs, chat.c.kind == "words", chat.c.text != "")
    return list(connection.execute(wanted.order_by(chat.c.number)).scalars())


def _is_judged_by(judge: Account) -> ColumnElement[bool]:
    """Return the condition that a report is not about the judge or anybody with a higher role."""
    above = select(accounts.c.holder).where(accounts.c.role.not_in(roles_judged_by(judge.role)))
    return (reports.c.about != judge.holder) & reports.c.about.not_in(above)


BLOCKED = Refusal("blocked", status=403)
# Made once: an alias contains reference cycles, and each seat taken would leave two of 15 kB
_BLOCKER, _BLOCKED = accounts.alias(), accounts.alias()
_BETWEEN: Select[Any] = (
    select(1)
    .join_from(blocks, _BLOCKER, _BLOCKER.c.id == blocks.c.blocker)
    .join(_BLOCKED, _BLOCKED.c.id == blocks.c.blocked)
    .where(_BLOCKER.c.holder.in_(bindparam("blockers", expanding=True)))
    .where(_BLOCKED.c.holder.in_(bindparam("blocked", expanding=True)))
)


class Blocked(Answer):
    """A user whom an account blocks."""

    name: str
    guest: Whole  # the number that stood in for their name


def _check_blocks(connection: Connection, holder: str, others: Iterable[str]) -> None:
    """Check that no block keeps a person from joining others.  Raises Refused: "blocked"."""
    own, theirs = [holder], list(others)
    if connection.execute(_BETWEEN, {"blockers": theirs, "blocked": own}).first():
        raise BLOCKED(Message("Somebody at this table doesn't want to play with you."))
    if connection.execute(_BETWEEN, {"blockers": own, "blocked": theirs}).first():
        raise BLOCKED(Message("You have blocked somebody at this table."))


class BlockStore(StorePart):
    """The blocks in a store."""

    check = reads(_check_blocks)

    async def block(self, account: str, other: str, at: float) -> None:
        """Store that one account blocks another; neither follows the other any more."""
        pair = {"whose": account, "of_whom": other}
        await self.write(
            (DELETE_FOLLOW, pair),
            (DELETE_FOLLOW, {"whose": other, "of_whom": account}),
            (DELETE_BLOCK, pair),
            (INSERT_BLOCK, {"blocker": account, "blocked": other, "at": at}),
        )

    async def unblock(self, account: str, other: str) -> None:
        """Delete the block of one account against another."""
        await self.write((DELETE_BLOCK, {"whose": account, "of_whom": other}))

    async def count(self, account: str) -> int:
        """Return the number of accounts that an account blocks."""
        return await self._count(blocks.c.blocker == account)

    async def blocked(self, account: str) -> list[Blocked]:
        """Return the users whom an account blocks, sorted by name."""
        wanted = select(accounts.c.name, accounts.c.holder).join(blocks, blocks.c.blocked == accounts.c.id)
        wanted = wanted.where(blocks.c.blocker == account, EXISTS)
        found = await self.read(lambda connection: connection.execute(wanted).all())
        people = [Blocked(name, guest_number(holder)) for name, holder in found]
        return sorted(people, key=lambda one: one.name.casefold())

    async def export(self, account: Account) -> dict[str, Any]:
        """Return whom an account blocks, for its export."""
        return {"blocked": [one.name for one in await self.blocked(account.id)]}

    async def has_blocked(self, account: str, other: str) -> bool:
        """Tell whether one account blocks another."""
        return await self._has(select(1).where(blocks.c.blocker == account, blocks.c.blocked == other))

    async def has_met(self, one: str, other: str) -> bool:
        """Tell whether a person knows another holder's name from a match, a chat or a challenge."""
        own_seats, their_seats = (select(seats.c.match).where(*is_seat_of(who)) for who in (one, other))
        own_words, their_words = (select(chat.c.match).where(chat.c.holder == who) for who in (one, other))
        theirs = their_seats.union_all(their_words)
        shared = (own_seats.where(seats.c.match.in_(theirs)), own_words.where(chat.c.match.in_(theirs)))
        return await self._has(union_all(*shared, challenged_by(other, one)).limit(1))
