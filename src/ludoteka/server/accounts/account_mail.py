"""E-mail addresses of accounts: confirmation, account recovery, and e-mails about account changes.

No reply reveals whether an account or an address exists: lookups run in the background, and only the e-mail reports the
result.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

from ludoteka.accounts.passkeys import CheckedPasskey
from ludoteka.accounts.skeletons import skeleton
from ludoteka.accounts.tokens import token_digest
from ludoteka.core.message import Message, Refused
from ludoteka.server.accounts import account_letters as letters
from ludoteka.server.accounts.accounts import Accounts, check_open
from ludoteka.server.accounts.sessions import SignedIn
from ludoteka.server.mail.letters import Letter
from ludoteka.server.mail.mail_settings import clean_address
from ludoteka.server.mail.mailer import Mailer
from ludoteka.server.operations.limits import MAILS_OF_ACCOUNT, RateLimited, RateMeter
from ludoteka.server.rooms.room import storage_refusal
from ludoteka.store import NotStored
from ludoteka.store.accounts.mail_store import MailStore
from ludoteka.store.accounts.models import ADDRESS, RECOVERY, Account, MailAddress, MailLink, Passkey
from ludoteka.store.accounts.proofs import Proof, by_link

logger = logging.getLogger(__name__)
VALID_SECONDS = {ADDRESS: 24 * 3600.0, RECOVERY: 3600.0}  # how long a link is valid


class AccountMail:
    """The e-mail addresses of a house's accounts."""

    def __init__(self, store: MailStore, accounts: Accounts, mailer: Mailer | None, now: Callable[[], float]) -> None:
        self.store = store
        self._accounts = accounts
        self._mailer = mailer  # None if the house sends no e-mails
        self._now = now
        self._confirmations, self._recoveries = RateMeter(MAILS_OF_ACCOUNT), RateMeter(MAILS_OF_ACCOUNT)  # by account
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_open(self) -> bool:
        """Whether the house sends e-mails."""
        return self._mailer is not None

    async def describe(self, account: str) -> dict[str, Any]:
        """Return an account's confirmed and unconfirmed addresses; only its owner may see them."""
        confirmed, links = await self.store.confirmed_address(account), await self.store.links(account, self._now())
        return {
            "address": confirmed.address if confirmed else None,
            "confirmed_at": confirmed.confirmed_at if confirmed else None,
            "waiting": next((one.address for one in links if one.purpose == ADDRESS), None),
        }

    async def add(self, who: SignedIn, typed: str, language: str) -> None:
        """Send a confirmation link to an address; it becomes the account's address once the link is opened.

        Raises:
            Refused: "no-mail", "confirm-first", "bad-address", "too-often", "not-stored".
        """
        self._check_mailer()
        self._accounts.check_confirmed(who)
        address = clean_address(typed)
        now = time.monotonic()
        if (wait := self._confirmations.wait(who.account, now, 1)) > 0:
            raise RateLimited(int(wait) + 1)
        self._confirmations.count(who.account, now, 1)
        token = await self._add_link(who.account, ADDRESS, address, language, who.proof)  # also for one that is in use
        before = await self.store.confirmed_address(who.account)
        if before and before.address != address:
            self.tell_change(who.account, letters.ADDRESS_ASKED)
        self._spawn(self._send_confirmation(who, address, token, language))

    async def confirm(self, token: str) -> Account:
        """Confirm the address to which a link was sent; return the account.

        Raises:
            Refused: "bad-link", "account-closed", "not-stored".
        """
        link, account = await self._find_link(token, ADDRESS)
        before = await self.store.confirmed_address(account.id)
        try:
            await self.store.confirm(link, self._now(), by_link(link, _bad_link()))
        except NotStored as error:
            raise _bad_link() if error.is_conflict else storage_refusal() from error
        if before and before.address != link.address:
            self._spawn(self._send_change(before, account.name, letters.ADDRESS_CHANGED, may_recover=False))
            self.tell_change(account.id, letters.ADDRESS_CHANGED)
        return account

    async def remove(self, who: SignedIn) -> None:
        """Remove the account's confirmed and unconfirmed addresses.  Raises Refused: "confirm-first", "not-stored"."""
        self._accounts.check_confirmed(who)
        before = await self.store.confirmed_address(who.account)
        try:
            await self.store.remove(who.account)
        except NotStored as error:
            raise storage_refusal() from error
        if before:
            self._spawn(self._send_change(before, who.name, letters.ADDRESS_REMOVED, may_recover=False))

    async def cancel(self, who: SignedIn) -> None:
        """Remove the unconfirmed address; a confirmed one stays.  Raises Refused: "not-stored"."""
        try:
            await self.store.cancel(who.account)
        except NotStored as error:
            raise storage_refusal() from error

    def ask_recovery(self, typed: str) -> None:
        """Send a recovery link to the account with this name or address, if there is one.  Raises Refused: "no-mail"."""
        self._check_mailer()
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
        hashed, session_token, session = await self._accounts.prepare_recovery(account, password, device)
        added = passkey and _passkey(passkey, account.id, session.made_at)
        ended = await self._accounts.store.digests(account.id)
        try:
            proof, spent = by_link(link, _bad_link()), passkey.spent if passkey else ""
            await self.store.recover(link, hashed, session, added, spent, proof)
        except NotStored as error:
            raise _bad_link() if error.is_conflict else storage_refusal() from error
        self._accounts.end_connections(account.holder, *ended)
        self.tell_change(account.id, letters.LINK_USED)
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

    def _check_mailer(self) -> None:
        if self._mailer is None:
            raise Refused("no-mail", Message("This server sends no e-mail."))

    async def _find_link(self, token: str, purpose: str) -> tuple[MailLink, Account]:
        found = await self.store.link(token_digest(token), purpose, self._now())
        if found is None:
            raise _bad_link()
        check_open(found[1])
        return found

    async def _add_link(
        self, account: str, purpose: str, address: str, language: str, proof: Proof | None = None
    ) -> str:
        """Store a new link, which replaces the previous one; return its token.  Raises Refused: "not-stored", and as the proof."""
        token, until = secrets.token_urlsafe(24), self._now() + VALID_SECONDS[purpose]
        try:
            link = MailLink(account, purpose, token_digest(token), address, language, until)
            await self.store.add_link(link, proof)
        except NotStored as error:
            raise storage_refusal() from error
        return token

    async def _send_confirmation(self, who: SignedIn, address: str, token: str, language: str) -> None:
        owner = await self.store.owner_of(address)
        if owner is None or owner.id == who.account:
            await self._send(address, letters.confirmation_letter(who.name, token, language))
        else:
            await self._send(address, letters.taken_letter(who.name, owner.name, language))

    async def _send_recovery(self, typed: str) -> None:
        if "@" in typed:
            account = await self.store.owner_of(clean_address(typed))
        else:
            account = await self._accounts.store.named(skeleton(typed))
        address = await self.store.confirmed_address(account.id) if account else None
        now = time.monotonic()
        if account is None or address is None or account.closed_at is not None:
            return
        if self._recoveries.wait(account.id, now, 1) > 0:
            return
        self._recoveries.count(account.id, now, 1)
        token = await self._add_link(account.id, RECOVERY, address.address, address.language)
        await self._send(address.address, letters.recovery_letter(account.name, token, address.language))

    async def _send_change_to(self, account: str, change: Message) -> None:
        found, address = await self._accounts.store.account(account), await self.store.confirmed_address(account)
        if found and address:
            await self._send_change(address, found.name, change, may_recover=True)

    async def _send_change(self, address: MailAddress, name: str, change: Message, *, may_recover: bool) -> None:
        await self._send(
            address.address, letters.security_letter(name, change, address.language, may_recover=may_recover)
        )

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


def _passkey(checked: CheckedPasskey, account: str, now: float) -> Passkey:
    return Passkey(checked.id, account, checked.public_key, checked.sign_count, checked.label, now)


def _bad_link() -> Refused:
    return Refused(
        "bad-link", Message("This link is no longer valid: it was used, a newer one was sent, or its time is over.")
    )
