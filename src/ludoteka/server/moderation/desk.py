"""Moderation actions: each has a reason, and is logged in the same batch as its effects."""

import json
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from ludoteka.accounts.names import clean_account_name, clean_name
from ludoteka.accounts.roles import can_moderate, is_owner, outranks, roles_judged_by
from ludoteka.accounts.skeletons import skeleton
from ludoteka.core.message import Message, Refused
from ludoteka.referee.events import Person
from ludoteka.server.house import House
from ludoteka.server.moderation.subjects import Subject, clean_text, find_subject
from ludoteka.server.protocol.ids import check_match_id
from ludoteka.server.protocol.moderation_requests import ActRequest
from ludoteka.server.rooms.room import storage_refusal
from ludoteka.store import NotStored
from ludoteka.store.accounts.models import Account
from ludoteka.store.moderation.models import ModerationAction

ID_BYTES = 12


def check_moderator(account: Account) -> None:
    """Raise Refused: "not-allowed" unless the account is a moderator or an owner."""
    if not can_moderate(account.role):
        raise Refused("not-allowed", Message("Only moderators can do that."))


class Desk:
    """One request of a moderator."""

    def __init__(self, house: House, keeper: Account, wish: ActRequest) -> None:
        self._house = house
        self._keeper = keeper
        self._wish = wish

    async def act(self) -> None:
        """Do what the request asks.

        Raises:
            Refused: "not-allowed", "bad-words", "no-such-person", "no-such-report", "no-such-match", "no-such-act",
                "has-no-account", "named-already", "bad-name", "reserved-name", "name-taken", "not-over",
                "annulled-already", "own-cause", "bad-address", "not-stored".
        """
        check_moderator(self._keeper)
        if not clean_text(self._wish.reason):
            raise Refused("bad-words", Message("Give a reason: it is kept in the log."))
        try:
            await PERFORM[self._wish.kind](self)
        except NotStored as error:
            raise storage_refusal() from error

    async def rename(self) -> None:
        """Rename a person; a guest's name may be empty."""
        about = await self._subject()
        if about.account is None:
            new = clean_name(self._wish.new_name)
            await self._house.moderation.rename_guest(self._new(about, detail=f"{about.person.name} → {new}"), new)
            await self._house.show_name(Person(about.holder, new))
            return
        new, digests = clean_account_name(self._wish.new_name), await self._digests(about.account)
        if skeleton(new) != skeleton(about.account.name):
            await self._house.accounts.check_free(new)
        act = self._new(about, detail=f"{about.account.name} → {new}")
        await self._house.moderation.rename(act, about.account, new, skeleton(new))
        for digest in digests:
            self._house.accounts.sessions.forget(digest)
        await self._house.show_name(Person(about.holder, new, about.account.standing))

    async def close(self) -> None:
        """Close an account: its sessions end, and nobody can sign in until it is reopened."""
        about = await self._subject()
        account = _account(about)
        digests = await self._digests(account)
        await self._house.moderation.close(self._new(about), account.id, is_closed=True)
        self._house.accounts.end_connections(account.holder, *digests)

    async def open_again(self) -> None:
        """Reopen a closed account."""
        about = await self._subject()
        await self._house.moderation.close(self._new(about), _account(about).id, is_closed=False)

    async def remove_words(self) -> None:
        """Delete a person's chat messages in one match, or in all matches."""
        about = await self._subject()
        match = "" if self._wish.everywhere else about.match
        if not match and not self._wish.everywhere:
            raise Refused("no-such-match", Message("There is no such match here."))
        matches = [match] if match else await self._house.moderation.matches_with_words(about.holder)
        await self._house.moderation.remove_words(self._new(about, match=match))
        for one in matches:
            await self._house.talk.show_removed(one)
            self._house.broker.broadcast("words-removed", json.dumps(one))

    async def annul(self) -> None:
        """Annul a finished match; ratings are recomputed without it."""
        match = check_match_id(self._wish.match)
        header = await self._house.store.header(match)
        if header is None:
            raise Refused("no-such-match", Message("There is no such match here."))
        if header.status.result is None:
            raise Refused("not-over", Message("The match isn't over yet."))
        if self._keeper.holder in {one.holder for one in header.setup.seats.values()}:
            raise _own_cause()
        await self._house.moderation.annul(self._new(None, match=match), _check_annulled)

    async def shut_out(self) -> None:
        """Ban an address for a time, or a person with the addresses that they use."""
        about = None if self._wish.address else await self._subject()
        act = self._new(about, detail=str(self._wish.hours))
        await self._house.bans.add(act, about.holder if about else "", self._wish.address, self._wish.hours)

    async def let_in(self) -> None:
        """Lift a ban, unless somebody with a higher role imposed it."""
        for earlier in await self._house.moderation.acts([self._wish.act]):
            judge = await self._house.accounts.store.account(earlier.act.by)
            if judge and outranks(judge.role, self._keeper.role):
                raise Refused("not-allowed", Message("Somebody with a higher role has decided this."))
        await self._house.bans.lift(self._new(None, detail=self._wish.act), self._wish.act)

    async def set_role(self) -> None:
        """Change a user's role; only owners may."""
        if not is_owner(self._keeper.role):
            raise Refused("not-allowed", Message("Only an owner of this house can do that."))
        about = await self._subject()
        account = _account(about)
        act = self._new(about, detail=f"{account.role} → {self._wish.role}")
        await self._house.moderation.set_role(act, account.id, self._wish.role)

    async def close_report(self) -> None:
        """Close a report that was dealt with or needs no action."""
        about = await find_subject(self._house, report=self._wish.report)
        if about.holder == self._keeper.holder:
            raise _own_cause()
        if about.role not in roles_judged_by(self._keeper.role):
            raise _above()
        report = await self._house.moderation.find_report(self._wish.report)
        if report and report.closed_at is not None:
            raise Refused("no-such-report", Message("This report was closed already."))
        await self._house.moderation.close_report(self._new(about), self._wish.report)

    async def _subject(self) -> Subject:
        """Return the person whom the request is about.  Raises Refused: "not-allowed", and as `find_subject`."""
        wish = self._wish
        about = await find_subject(self._house, wish.name, wish.match, wish.seat, wish.report)
        if not outranks(self._keeper.role, about.role):
            raise _above()
        return about

    async def _digests(self, account: Account) -> list[str]:
        return await self._house.accounts.store.digests(account.id)

    def _new(self, about: Subject | None, match: str = "", detail: str = "") -> ModerationAction:
        """Return the entry for the moderation log."""
        wish, name = self._wish, secrets.token_urlsafe(ID_BYTES)
        holder, where = (about.holder, match or about.match) if about else ("", match)
        where = "" if wish.everywhere else where
        return ModerationAction(
            name, self._house.now(), self._keeper.id, wish.kind, holder, where, detail, clean_text(wish.reason)
        )


def _check_annulled(is_annulled: bool) -> None:
    if is_annulled:
        raise Refused("annulled-already", Message("This match was annulled already."))


def _above() -> Refused:
    return Refused("not-allowed", Message("You can't do that to a moderator."))


def _own_cause() -> Refused:
    return Refused("own-cause", Message("This is about you. Somebody else has to decide it."))


def _account(about: Subject) -> Account:
    """Return the person's account.  Raises Refused: "has-no-account"."""
    if about.account is None:
        raise Refused("has-no-account", Message("They have no account. You can ban them instead."))
    return about.account


PERFORM: dict[str, Callable[[Desk], Awaitable[Any]]] = {
    "rename": Desk.rename,
    "close": Desk.close,
    "open": Desk.open_again,
    "remove-words": Desk.remove_words,
    "annul": Desk.annul,
    "shut-out": Desk.shut_out,
    "let-in": Desk.let_in,
    "role": Desk.set_role,
    "close-report": Desk.close_report,
}
