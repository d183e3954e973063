"""E-mail addresses of accounts: confirmation, account recovery, and e-mails about account changes.

No reply reveals whether an account or an address exists: lookups run in the background, and only the e-mail reports the
result.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, select

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.features.accounts import store as statements
from ludoteka.features.accounts.accounts import Accounts, check_open
from ludoteka.features.accounts.answers import Mail
from ludoteka.features.accounts.store import passkey_writes
from ludoteka.features.accounts.tables import (
    ADDRESS,
    RECOVERY,
    CheckedPasskey,
    MailAddress,
    MailLink,
    mail_addresses,
    mail_links,
)
from ludoteka.server.mail.mail_settings import clean_address
from ludoteka.server.mail.mailer import CONFIRMATION, RECOVERY_MAIL, SECURITY, HouseLink, Letter, Mailer
from ludoteka.server.operations.limits import MAILS_OF_ACCOUNT, LimitKey, RateLimit, RateLimited
from ludoteka.server.people.names import skeleton
from ludoteka.server.people.sessions import SignedIn
from ludoteka.server.people.tokens import token_digest
from ludoteka.store.metadata import columns_of
from ludoteka.store.people import Account, accounts
from ludoteka.store.proofs import Proof
from ludoteka.store.refusals import on_conflict
from ludoteka.store.store import StorePart, reads

PAGE = "account/mail"  # where links in e-mails lead.  Browsers never send the part after # to a server
NO_SERVER = Refusal("no-mail", Message("This server sends no e-mail."), 409)
BAD_LINK = Refusal(
    "bad-link",
    Message("This link is no longer valid: it was used, a newer one was sent, or its time is over."),
    403,
)
PASSWORD_CHANGED = Message("The password of your account was changed.")
PASSKEY_ADDED = Message("A passkey was added to your account.")
PASSKEY_REMOVED = Message("A passkey was removed from your account.")
IDENTITY_LINKED = Message("A sign-in service was linked to your account.")
IDENTITY_UNLINKED = Message("A sign-in service was unlinked from your account.")
CODES_REPLACED = Message("Your account got new recovery codes. The former ones are no longer valid.")
CODE_USED = Message("Somebody got into your account with a recovery code and set a new password.")
LINK_USED = Message("Somebody got into your account with a link from an e-mail and set a new password or passkey.")
ADDRESS_CHANGED = Message("The e-mail address of your account was changed. E-mail goes to the new address from now on.")
ADDRESS_ASKED = Message(
    "Another e-mail address was given for your account. It takes effect when the link that was sent there is opened."
)
ADDRESS_REMOVED = Message("The e-mail address of your account was removed. This server won't send you any more e-mail.")


def confirmation_letter(name: str, token: str, language: str) -> Letter:
    """Return the e-mail whose link confirms an account's address."""
    paragraphs = (
        Message("The account {name} wants to use this e-mail address.", name=name),
        Message("To confirm the address, open this link within a day. It works once:"),
        HouseLink(f"{PAGE}#confirm={token}"),
        Message("If you have not asked for this, ignore this e-mail. Then nothing happens."),
    )
    return Letter(Message("Confirm your e-mail address"), paragraphs, language, purpose=CONFIRMATION)


def taken_letter(name: str, owner: str, language: str) -> Letter:
    """Return the e-mail that says that the address already belongs to another account."""
    paragraphs = (
        Message("The account {name} wants to use this e-mail address.", name=name),
        Message("The address belongs to the account {owner} already, so nothing has changed.", owner=owner),
        Message(
            "If both accounts are yours and you want to change this, remove the address from {owner} first.",
            owner=owner,
        ),
    )
    return Letter(Message("This e-mail address is in use already"), paragraphs, language, purpose=CONFIRMATION)


def recovery_letter(name: str, token: str, language: str) -> Letter:
    """Return the e-mail whose link recovers an account."""
    paragraphs = (
        Message("Somebody, probably you, has asked to get back into your account {name}.", name=name),
        Message("To set a new password or passkey, open this link within an hour. It works once:"),
        HouseLink(f"{PAGE}#recover={token}"),
        Message("All browsers and programs are then signed out, and the former password is no longer valid."),
        Message("If you have not asked for this, ignore this e-mail. Then nothing happens."),
    )
    return Letter(Message("Get back into your account"), paragraphs, language, purpose=RECOVERY_MAIL)


def security_letter(name: str, change: Message, language: str, *, may_recover: bool) -> Letter:
    """Return the e-mail that notifies a user of a change to how they sign in."""
    advice = Message(
        "If it wasn't you, choose “Lost your password or passkey?” on the sign-in page at once, and "
        "tell the owner of this server."
    )
    helpless = Message("If it wasn't you, tell the owner of this server at once.")
    paragraphs = (
        Message("This is about your account {name}.", name=name),
        change,
        Message("If it was you, there is nothing to do."),
        advice if may_recover else helpless,
    )
    return Letter(Message("Your account was changed"), paragraphs, language, purpose=SECURITY)


def by_link(link: MailLink, refusal: Refused) -> Proof:
    """Return the proof of a user with an e-mail link."""
    wanted = select(mail_links.c.digest).where(_is_link(link.digest, link.purpose))
    return Proof(link.account, wanted, refusal)


def _is_link(digest: str, purpose: str) -> ColumnElement[bool]:
    """Return the condition for a link; a recovery link is valid for the current address only."""
    is_it = (mail_links.c.digest == digest) & (mail_links.c.purpose == purpose)
    if purpose != RECOVERY:
        return is_it
    is_theirs, is_same = (
        mail_addresses.c.account == mail_links.c.account,
        mail_addresses.c.address == mail_links.c.address,
    )
    return is_it & select(mail_addresses.c.account).where(is_theirs, is_same).exists()


class MailStore(StorePart):
    """The e-mail addresses in a store."""

    async def confirmed_address(self, account: str) -> MailAddress | None:
        """Return an account's confirmed address, with its owner's language, or None."""
        is_theirs = mail_addresses.c.account == account
        found = await self._with_account(mail_addresses, MailAddress, is_theirs)
        return found and found[0]

    async def owner_of(self, address: str) -> Account | None:
        """Return the account with a confirmed address, or None."""
        owner = select(mail_addresses.c.account).where(mail_addresses.c.lookup == address.lower()).scalar_subquery()
        return await self.read(lambda connection: statements.find_account(connection, accounts.c.id == owner))

    async def link(self, digest: str, purpose: str, now: float) -> tuple[MailLink, Account] | None:
        """Return a valid link and its account, or None."""
        return await self._with_account(mail_links, MailLink, _is_link(digest, purpose), mail_links.c.until > now)

    async def links(self, account: str, now: float) -> list[MailLink]:
        """Return the valid links of an account."""
        wanted = select(*columns_of(mail_links, MailLink))
        return await self._rows(MailLink, wanted.where(mail_links.c.account == account, mail_links.c.until > now))

    _with_account = reads(statements.find_with_account)

    async def add_link(self, link: MailLink, proof: Proof | None = None) -> None:
        """Store a link, which replaces one for the same purpose.  Raises Refused: as the proof."""
        replaced = (statements.DELETE_MAIL_LINK, {"whose": link.account, "for_what": link.purpose})
        await self.write(replaced, (statements.INSERT_MAIL_LINK, link._asdict()), guard=proof and proof.guard)

    async def confirm(self, link: MailLink, at: float, proof: Proof | None = None) -> None:
        """Use a confirmation link: its address becomes the account's, and the account's other links are deleted.

        Raises:
            Refused: as the proof.
            NotStored: also if the link was used before, or the address belongs to another account.
        """
        address = MailAddress(link.account, link.address, link.language, at)._asdict()
        await self.write(
            (statements.SPEND, {"digest": link.digest, "at": at}),
            (statements.DELETE_MAIL_LINKS, {"whose": link.account}),
            (statements.DELETE_MAIL_ADDRESS, {"whose": link.account}),
            (statements.INSERT_MAIL_ADDRESS, address | {"lookup": link.address.lower()}),
            guard=proof and proof.guard,
        )

    async def cancel(self, account: str) -> None:
        """Delete an unused confirmation link, if there is one; a confirmed address stays."""
        await self.write((statements.DELETE_MAIL_LINK, {"whose": account, "for_what": ADDRESS}))

    async def forget_links(self, until: float) -> None:
        """Delete links that expired before a time."""
        await self.write((statements.FORGET_MAIL_LINKS, {"before": until}))


logger = logging.getLogger(__name__)
VALID_SECONDS = {ADDRESS: 24 * 3600.0, RECOVERY: 3600.0}  # how long a link is valid


@dataclass(eq=False)
class AccountMail:
    """The e-mail addresses of a house's accounts."""

    store: MailStore
    _accounts: Accounts
    _mailer: Mailer | None  # None if the house sends no e-mails
    _now: Callable[[], float]
    _confirmations: RateLimit = field(default_factory=lambda: RateLimit(MAILS_OF_ACCOUNT))  # by account
    _recoveries: RateLimit = field(default_factory=lambda: RateLimit(MAILS_OF_ACCOUNT))
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def is_open(self) -> bool:
        """Whether the house sends e-mails."""
        return self._mailer is not None

    async def describe(self, account: str) -> Mail:
        """Return an account's confirmed and unconfirmed addresses; only its owner may see them."""
        confirmed, links = await self.store.confirmed_address(account), await self.store.links(account, self._now())
        waiting = next((link.address for link in links if link.purpose == ADDRESS), None)
        return Mail(confirmed and confirmed.address, confirmed and confirmed.confirmed_at, waiting)

    async def add(self, who: SignedIn, typed: str, language: str) -> None:
        """Send a confirmation link to an address; it becomes the account's address once the link is opened.

        Raises:
            Refused: "no-mail", "confirm-first", "bad-address", "too-often", "not-stored".
        """
        if not self.is_open:
            raise NO_SERVER()
        self._accounts.check_confirmed(who)
        address = clean_address(typed)
        self._confirmations.count(LimitKey(who.account, ""))
        token = await self._add_link(who.account, ADDRESS, address, language, who.proof)  # also for one that is in use
        before = await self.store.confirmed_address(who.account)
        if before and before.address != address:
            self.tell_change(who.account, ADDRESS_ASKED)
        self._spawn(self._send_confirmation(who, address, token, language))

    async def confirm(self, token: str) -> Account:
        """Confirm the address of a link; return the account.  Raises Refused: "bad-link", "account-closed", "not-stored"."""
        link, account = await self._find_link(token, ADDRESS)
        before = await self.store.confirmed_address(account.id)
        with on_conflict(BAD_LINK()):
            await self.store.confirm(link, self._now(), by_link(link, BAD_LINK()))
        if before and before.address != link.address:
            self._spawn(self._send_change(before, account.name, ADDRESS_CHANGED, may_recover=False))
            self.tell_change(account.id, ADDRESS_CHANGED)
        return account

    async def remove(self, who: SignedIn) -> None:
        """Remove the account's confirmed and unconfirmed addresses.  Raises Refused: "confirm-first", "not-stored"."""
        self._accounts.check_confirmed(who)
        before = await self.store.confirmed_address(who.account)
        ended = (statements.DELETE_MAIL_LINKS, statements.DELETE_MAIL_ADDRESS, *statements.REMOVE_WITH_ADDRESS)
        await self.store.write(*((one, {"whose": who.account}) for one in ended))
        if before:
            self._spawn(self._send_change(before, who.name, ADDRESS_REMOVED, may_recover=False))

    def ask_recovery(self, typed: str) -> None:
        """Send a recovery link to the account with this name or address, if there is one.  Raises Refused: "no-mail"."""
        if not self.is_open:
            raise NO_SERVER()
        self._spawn(self._send_recovery(typed))

    async def recovering(self, token: str) -> Account:
        """Return the account that a recovery link belongs to.  Raises Refused: "bad-link", "account-closed"."""
        return (await self._find_link(token, RECOVERY))[1]

    async def recover(
        self, token: str, password: str | None, passkey: CheckedPasskey | None, device: str
    ) -> tuple[Account, str]:
        """Set a new password or passkey with a recovery link; return the account and the token of a new session.

        Raises:
            Refused: "bad-link", "weak-password", "account-closed", "not-stored".
        """
        link, account = await self._find_link(token, RECOVERY)
        more = passkey_writes(passkey.row(account.id, self._now()), passkey.spent) if passkey else []
        proof = by_link(link, BAD_LINK())
        session_token = await self._accounts.restore(account, password, device, link.digest, proof, *more)
        self.tell_change(account.id, LINK_USED)
        return account, session_token

    def tell_change(self, account: str, change: Message) -> None:
        """Notify a user by e-mail, if they have an address, of a change to how they sign in."""
        if self._mailer:
            self._spawn(self._send_change_to(account, change))

    async def close(self) -> None:
        """Finish pending lookups and close the mailer."""
        await asyncio.gather(*self._tasks)
        if self._mailer:
            await self._mailer.close()

    async def _find_link(self, token: str, purpose: str) -> tuple[MailLink, Account]:
        found = await self.store.link(token_digest(token), purpose, self._now())
        if found is None:
            raise BAD_LINK()
        check_open(found[1])
        return found

    async def _add_link(
        self, account: str, purpose: str, address: str, language: str, proof: Proof | None = None
    ) -> str:
        """Store a new link, which replaces the previous one; return its token.  Raises Refused: "not-stored", and as the proof."""
        token, until = secrets.token_urlsafe(24), self._now() + VALID_SECONDS[purpose]
        link = MailLink(account, purpose, token_digest(token), address, language, until)
        await self.store.add_link(link, proof)
        return token

    async def _send_confirmation(self, who: SignedIn, address: str, token: str, language: str) -> None:
        owner = await self.store.owner_of(address)
        if owner is None or owner.id == who.account:
            await self._send(address, confirmation_letter(who.name, token, language))
        else:
            await self._send(address, taken_letter(who.name, owner.name, language))

    async def _send_recovery(self, typed: str) -> None:
        if "@" in typed:
            account = await self.store.owner_of(clean_address(typed))
        else:
            account = await self._accounts.store.named(skeleton(typed))
        address = await self.store.confirmed_address(account.id) if account else None
        if account is None or address is None or account.closed_at is not None:
            return
        with suppress(RateLimited):
            self._recoveries.count(LimitKey(account.id, ""))
            token = await self._add_link(account.id, RECOVERY, address.address, address.language)
            await self._send(address.address, recovery_letter(account.name, token, address.language))

    async def _send_change_to(self, account: str, change: Message) -> None:
        found, address = await self._accounts.store.account(account), await self.store.confirmed_address(account)
        if found and address:
            await self._send_change(address, found.name, change, may_recover=True)

    async def _send_change(self, address: MailAddress, name: str, change: Message, *, may_recover: bool) -> None:
        await self._send(address.address, security_letter(name, change, address.language, may_recover=may_recover))

    async def _send(self, address: str, letter: Letter) -> None:
        if self._mailer:
            await self._mailer.send(address, letter)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(_log_failure(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _log_failure(work: Coroutine[Any, Any, None]) -> None:
    """Await background work; log errors, but not refusals of invalid input."""
    try:
        await work
    except Refused as refused:
        if refused.code != "bad-address":
            logger.warning("a mail could not be written: %s", refused.code)
    except Exception:
        logger.exception("a mail could not be written")
