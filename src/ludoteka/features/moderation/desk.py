"""The moderators' desk: reports come in, and moderators act on people.

Each action has a reason, and is logged in the same batch as its effects.
"""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

import msgspec

from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts.accounts import YOURSELF, Accounts, find_account, find_resident
from ludoteka.features.accounts.roles import DEEDS, REPORTED, ROLES, can_moderate, is_owner, outranks, roles_judged_by
from ludoteka.features.moderation.bans import Bans
from ludoteka.features.moderation.store import CLOSE_REPORT, ID_BYTES, ModerationStore
from ludoteka.features.moderation.tables import FiledReport, ModerationAction
from ludoteka.referee.events import Person
from ludoteka.referee.record_conversion import NOT_OVER
from ludoteka.server.operations.house_time import HouseTime
from ludoteka.server.people.names import clean_account_name, clean_name, skeleton
from ludoteka.server.protocol.messages import NO_SUCH_MATCH, ClientContent, Name, check_match_id
from ludoteka.server.rooms.chat import BAD_WORDS, Chat, Typed, clean_text
from ludoteka.store import Store
from ludoteka.store.people import Account
from ludoteka.store.refusals import on_conflict
from ludoteka.store.writing.statements import REMOVE_WORDS, REMOVE_WORDS_IN

MOST_HOURS = 24 * 365
DAY = 86_400.0  # seconds
MOST_A_DAY = 10  # reports by one person
NO_SUCH_PERSON = Refusal("no-such-person", Message("Nobody here has this name or this seat."), 404)
NO_SUCH_REPORT = Refusal("no-such-report", Message("There is no such report."), 404)
REPORTED_ALREADY = Refusal(
    "reported-already", Message("You have reported them already. Somebody will look at it."), 409
)
TOO_MANY_REPORTS = Refusal(
    "too-many-reports", Message("You have made as many reports today as this server allows."), 409
)
NOT_ALLOWED = Refusal("not-allowed", Message("You can't do that to a moderator."), 403)
OWN_CAUSE = Refusal("own-cause", Message("This is about you. Somebody else has to decide it."), 403)
HAS_NO_ACCOUNT = Refusal("has-no-account", Message("They have no account. You can ban them instead."), 409)
ANNULLED_ALREADY = Refusal("annulled-already", Message("This match was annulled already."), 409)
Called = Annotated[str, msgspec.Meta(max_length=300)]
Id = Annotated[str, msgspec.Meta(max_length=40)]


class ReportRequest(ClientContent, kw_only=True):
    """A report about a user, by name, or the player in a seat of a match."""

    kind: Literal[REPORTED]  # type: ignore[valid-type]  # the kinds are listed in one place
    text: Typed = ""
    name: Called = ""
    match: Id = ""
    seat: Name = ""


class ActRequest(ClientContent, kw_only=True):
    """A moderation action against a user, by name, the player in a seat of a match, or the subject of a report."""

    kind: Literal[DEEDS]  # type: ignore[valid-type]  # the kinds are listed in one place
    reason: Typed
    name: Called = ""
    match: Id = ""
    seat: Name = ""
    report: Id = ""
    new_name: Called = ""  # to rename
    role: Literal[ROLES] = "resident"  # type: ignore[valid-type]
    hours: Annotated[int, msgspec.Meta(ge=1, le=MOST_HOURS)] = 24  # to ban
    address: Id = ""  # to ban an address instead of a person
    act: Id = ""  # to unban: the action that imposed the ban
    everywhere: bool = False  # to remove words: in all chats


class Subject(NamedTuple):
    """The person whom a report or moderation action is about."""

    holder: str
    account: Account | None  # None for a guest or a deleted account
    person: Person  # their current name
    match: str = ""  # where it happened

    @property
    def role(self) -> str:
        """Their role in the house."""
        return self.account.role if self.account else "resident"


@dataclass(frozen=True)
class Desk:
    """What reports and moderation actions need."""

    store: Store
    moderation: ModerationStore
    accounts: Accounts
    bans: Bans
    chat: Chat
    show_name: Callable[[Person], Awaitable[None]]  # in all open rooms
    time: HouseTime

    async def find_subject(self, name: str = "", match: str = "", seat: str = "", report: str = "") -> Subject:
        """Return the person whom a name, a seat or a report identifies.

        Raises:
            Refused: "no-such-person", "no-such-report", "no-such-match".
        """
        holder = ""
        if report:
            found = await self.moderation.find_report(report)
            if found is None:
                raise NO_SUCH_REPORT()
            holder, match = found.about, found.match
        elif name:
            account = await find_account(self.accounts.store, name)
            holder = account.holder if account else ""
        elif match:
            holder = await self.moderation.person_in_seat(check_match_id(match), seat)
        if not holder:
            raise NO_SUCH_PERSON()
        return Subject(holder, await self.accounts.store.of_holder(holder), await self.store.person(holder), match)

    async def report(self, wish: ReportRequest, reporter: str) -> None:
        """Store a report.

        Raises:
            Refused: "bad-words", "no-such-resident", "yourself", "reported-already", "too-many-reports", "not-stored", and
                as `find_subject`.
        """
        text, now = clean_text(wish.text), self.time.now()
        if wish.kind == "other" and not text:
            raise BAD_WORDS(Message("Write what has happened."))
        if wish.name:  # hidden profiles stay hidden
            await find_resident(self.accounts.store, wish.name, reporter)
        about = await self.find_subject(wish.name, wish.match, wish.seat)
        if about.holder == reporter:
            raise YOURSELF()
        name = secrets.token_urlsafe(ID_BYTES)
        report = FiledReport(name, reporter, about.holder, about.match, wish.kind, text, now)
        with on_conflict(REPORTED_ALREADY()):
            await self.moderation.report(report, now - DAY, _check_count)

    async def act(self, keeper: Account, wish: ActRequest) -> None:
        """Do what a moderator asks.

        Raises:
            Refused: "not-allowed", "bad-words", "no-such-person", "no-such-report", "no-such-match", "no-such-act",
                "has-no-account", "named-already", "bad-name", "reserved-name", "name-taken", "not-over",
                "annulled-already", "own-cause", "bad-address", "not-stored".
        """
        check_moderator(keeper)
        if not clean_text(wish.reason):
            raise BAD_WORDS(Message("Give a reason: it is kept in the log."))
        perform = {
            "rename": self._rename,
            "close": self._close,
            "open": self._close,
            "remove-words": self._remove_words,
            "annul": self._annul,
            "shut-out": self._ban,
            "let-in": self._unban,
            "role": self._set_role,
            "close-report": self._close_report,
        }
        await perform[wish.kind](keeper, wish)

    async def _rename(self, keeper: Account, wish: ActRequest) -> None:
        """Rename a person; a guest's name may be empty."""
        about = await self._subject(keeper, wish)
        if about.account is None:
            new = clean_name(wish.new_name)
            act = self._entry(keeper, wish, about, detail=f"{about.person.name} → {new}")
            await self.moderation.rename_guest(act, new)
            await self.show_name(Person(about.holder, new))
            return
        new, digests = clean_account_name(wish.new_name), await self.accounts.store.digests(about.account.id)
        if skeleton(new) != skeleton(about.account.name):
            await self.accounts.check_free(new)
        act = self._entry(keeper, wish, about, detail=f"{about.account.name} → {new}")
        await self.moderation.rename(act, about.account, new, skeleton(new))
        for digest in digests:
            self.accounts.sessions.forget(digest)
        await self.show_name(Person(about.holder, new, about.account.standing))

    async def _close(self, keeper: Account, wish: ActRequest) -> None:
        """Close an account: its sessions end, and nobody can sign in until it is reopened; or reopen it."""
        about, is_closed = await self._subject(keeper, wish), wish.kind == "close"
        account = _account(about)
        digests = await self.accounts.store.digests(account.id)
        await self.moderation.close(self._entry(keeper, wish, about), account.id, is_closed=is_closed)
        if is_closed:
            self.accounts.end_connections(account.holder, *digests)

    async def _remove_words(self, keeper: Account, wish: ActRequest) -> None:
        """Delete a person's chat messages in one match, or in all matches."""
        about = await self._subject(keeper, wish)
        match = "" if wish.everywhere else about.match
        if not match and not wish.everywhere:
            raise NO_SUCH_MATCH()
        matches = [match] if match else await self.moderation.matches_with_words(about.holder)
        whose, act = {"whose": about.holder}, self._entry(keeper, wish, about, match)
        inside = (REMOVE_WORDS_IN, {"where": match, **whose})
        await self.moderation.log_act(act, inside if match else (REMOVE_WORDS, whose))
        for one in matches:
            await self.chat.tell_removed(one)

    async def _annul(self, keeper: Account, wish: ActRequest) -> None:
        """Annul a finished match; ratings are recomputed without it."""
        match = check_match_id(wish.match)
        header = await self.store.header(match)
        if header is None:
            raise NO_SUCH_MATCH()
        if header.status.result is None:
            raise NOT_OVER()
        if keeper.holder in {seat.holder for seat in header.setup.seats.values()}:
            raise OWN_CAUSE()
        await self.moderation.annul(self._entry(keeper, wish, match=match), _check_annulled)

    async def _ban(self, keeper: Account, wish: ActRequest) -> None:
        """Ban an address for a time, or a person with the addresses that they use."""
        about = None if wish.address else await self._subject(keeper, wish)
        act = self._entry(keeper, wish, about, detail=str(wish.hours))
        await self.bans.add(act, about.holder if about else "", wish.address, wish.hours)

    async def _unban(self, keeper: Account, wish: ActRequest) -> None:
        """Lift a ban, unless somebody with a higher role imposed it."""
        judge = await self.moderation.role_of_judge(wish.act)
        if judge and outranks(judge, keeper.role):
            raise NOT_ALLOWED(Message("Somebody with a higher role has decided this."))
        await self.bans.lift(self._entry(keeper, wish, detail=wish.act), wish.act)

    async def _set_role(self, keeper: Account, wish: ActRequest) -> None:
        """Change a user's role; only owners may."""
        if not is_owner(keeper.role):
            raise NOT_ALLOWED(Message("Only an owner of this house can do that."))
        about = await self._subject(keeper, wish)
        account = _account(about)
        act = self._entry(keeper, wish, about, detail=f"{account.role} → {wish.role}")
        await self.moderation.set_role(act, account.id, wish.role)

    async def _close_report(self, keeper: Account, wish: ActRequest) -> None:
        """Close a report that was dealt with or needs no action."""
        about = await self.find_subject(report=wish.report)
        if about.holder == keeper.holder:
            raise OWN_CAUSE()
        if about.role not in roles_judged_by(keeper.role):
            raise NOT_ALLOWED()
        report = await self.moderation.find_report(wish.report)
        if report and report.closed_at is not None:
            raise NO_SUCH_REPORT(Message("This report was closed already."))
        act = self._entry(keeper, wish, about)
        await self.moderation.log_act(act, (CLOSE_REPORT, {"which": wish.report, "when": act.at}))

    async def _subject(self, keeper: Account, wish: ActRequest) -> Subject:
        """Return the person whom a request is about.  Raises Refused: "not-allowed", and as `find_subject`."""
        about = await self.find_subject(wish.name, wish.match, wish.seat, wish.report)
        if not outranks(keeper.role, about.role):
            raise NOT_ALLOWED()
        return about

    def _entry(
        self, keeper: Account, wish: ActRequest, about: Subject | None = None, match: str = "", detail: str = ""
    ) -> ModerationAction:
        """Return the entry for the moderation log."""
        holder, where = (about.holder, match or about.match) if about else ("", match)
        return ModerationAction(
            secrets.token_urlsafe(ID_BYTES),
            self.time.now(),
            keeper.id,
            wish.kind,
            holder,
            "" if wish.everywhere else where,
            detail,
            clean_text(wish.reason),
        )


def check_moderator(account: Account) -> None:
    """Raise Refused: "not-allowed" unless the account is a moderator or an owner."""
    if not can_moderate(account.role):
        raise NOT_ALLOWED(Message("Only moderators can do that."))


def _check_count(reports: int) -> None:
    if reports >= MOST_A_DAY:
        raise TOO_MANY_REPORTS()


def _check_annulled(is_annulled: bool) -> None:
    if is_annulled:
        raise ANNULLED_ALREADY()


def _account(about: Subject) -> Account:
    """Return the person's account.  Raises Refused: "has-no-account"."""
    if about.account is None:
        raise HAS_NO_ACCOUNT()
    return about.account
