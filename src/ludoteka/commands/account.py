"""Look after the accounts of a house."""

import datetime
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ludoteka.commands import Command
from ludoteka.commands._options import add_store_options, database_of, default_option, use_store
from ludoteka.core.message import Message, Refused
from ludoteka.core.visible_text import replace_controls
from ludoteka.features.accounts.roles import ROLES
from ludoteka.server.people.names import clean_account_name, skeleton
from ludoteka.server.people.tokens import token_digest

if TYPE_CHECKING:
    from ludoteka.features.accounts.mail import MailStore
    from ludoteka.features.accounts.store import AccountStore
    from ludoteka.features.moderation.store import ModerationStore
    from ludoteka.features.moderation.tables import ModerationAction
    from ludoteka.store.people import Account

Line = str | Message
MOST_INVITATIONS = 100
MOST_LISTED = 100_000


class Books(NamedTuple):
    """The stores of a house's accounts, their e-mail addresses, and the moderation log."""

    accounts: "AccountStore"
    order: "ModerationStore"
    mail: "MailStore"


@click.group("account")
def command() -> None:
    """Look after the accounts of a house, which may be open.

    An open house notices changes within a minute.
    """


def _in_house(work: Callable[..., Awaitable[list[Line]]]) -> Command:
    """Decorate what a subcommand does with the books of a house, so that it finds the house by its options."""

    @add_store_options
    @wraps(work)
    def subcommand(data: Path | None, database: str, **values: Any) -> list[Line]:
        from ludoteka.features.accounts.mail import MailStore
        from ludoteka.features.accounts.store import AccountStore
        from ludoteka.features.moderation.store import ModerationStore
        from ludoteka.store import NotStored

        try:
            return use_store(
                database_of(data, database),
                lambda store: work(Books(AccountStore(store), ModerationStore(store), MailStore(store)), **values),
            )
        except NotStored as error:
            if error.is_conflict:
                text = Message("Somebody has this name already, or one that looks like it.")
                raise Refused("name-taken", text) from error
            text = Message("This could not be stored ({reason}). Try again.", reason=str(error.__cause__))
            raise Refused("not-stored", text) from error

    return subcommand


def _of_account(work: Callable[..., Awaitable[list[Line]]]) -> Command:
    """Decorate what a subcommand does with the account that its first argument names."""

    @click.argument("name")
    @_in_house
    @wraps(work)
    async def subcommand(books: Books, name: str, **values: Any) -> list[Line]:
        account = await books.accounts.named(skeleton(name))
        if account is None:
            raise Refused("no-such-account", Message("There is no account with the name {name}.", name=name))
        return await work(books, account, **values)

    return subcommand


@command.command("list")
@_in_house
async def _list(books: Books) -> list[Line]:
    """List the accounts, newest first, with their roles."""
    found = await books.accounts.all(MOST_LISTED)
    return [_line(one) for one in found] or [Message("There are no accounts yet.")]


@command.command("show")
@_of_account
async def _show(books: Books, account: "Account") -> list[Line]:
    """Show what is known about an account."""
    identities = await books.accounts.identities(account.id)
    sessions, passkeys = await books.accounts.sessions(account.id), await books.accounts.passkeys(account.id)
    has_password = Message("yes") if account.password else Message("no")
    has_address = Message("yes") if await books.mail.confirmed_address(account.id) else Message("no")
    return [
        _line(account),
        Message("Password: {password}", password=has_password),
        Message("Confirmed e-mail address: {address}", address=has_address),
        Message("Passkeys: {number}", number=len(passkeys)),
        *(Message("Identity provider: {issuer}", issuer=identity.issuer) for identity in identities),
        Message("Recovery codes: {number}", number=await books.accounts.code_count(account.id)),
        *(
            Message("Signed in: {device}, last seen {when}", device=session.device, when=_day(session.seen_at))
            for session in sessions
        ),
    ]


@command.command("create")
@click.argument("name")
@_in_house
async def _create(books: Books, name: str) -> list[Line]:
    """Make an account and print recovery codes, with one of which its owner sets a password."""
    from ludoteka.features.accounts.passwords import code_digest, recovery_codes
    from ludoteka.store.people import Account

    clean, codes = clean_account_name(name), recovery_codes()
    holder = token_digest(secrets.token_urlsafe())  # of nobody's cookie
    account = Account(secrets.token_urlsafe(12), holder, clean, "resident", "", time.time())
    await books.accounts.register(account, skeleton(clean), [code_digest(code) for code in codes])
    return [
        Message("{name} has an account. Its owner sets a password with one of these recovery codes:", name=clean),
        *codes,
    ]


@command.command("rename")
@_of_account
@click.argument("new")
async def _rename(books: Books, account: "Account", new: str) -> list[Line]:
    """Change the name of an account."""
    clean = clean_account_name(new)
    act = _act("rename", account, f"{account.name} → {clean}")
    await books.order.rename(act, account, clean, skeleton(clean))
    return [Message("{name} is now called {new}.", name=account.name, new=clean)]


@command.command("role")
@_of_account
@click.argument("role", type=click.Choice(ROLES))
async def _role(books: Books, account: "Account", role: str) -> list[Line]:
    """Change the role of an account."""
    await books.order.set_role(_act("role", account, f"{account.role} → {role}"), account.id, role)
    return [_line(account._replace(role=role))]


@command.command("close")
@_of_account
async def _close(books: Books, account: "Account") -> list[Line]:
    """Close an account and end its sessions; nobody can sign in until it is opened."""
    await books.order.close(_act("close", account), account.id, is_closed=True)
    return [Message("The account {name} is closed.", name=account.name)]


@command.command("open")
@_of_account
async def _open(books: Books, account: "Account") -> list[Line]:
    """Open an account that was closed."""
    await books.order.close(_act("open", account), account.id, is_closed=False)
    return [Message("The account {name} is open.", name=account.name)]


@command.command("reset")
@_of_account
async def _reset(books: Books, account: "Account") -> list[Line]:
    """End all sessions of an account and print new recovery codes, for somebody who has lost every way to sign in."""
    from ludoteka.features.accounts.passwords import code_digest, recovery_codes

    codes = recovery_codes()
    await books.accounts.reset(account.id, [code_digest(code) for code in codes])
    return [Message("{name} sets a new password with one of these recovery codes:", name=account.name), *codes]


@command.command("delete")
@_of_account
async def _delete(books: Books, account: "Account") -> list[Line]:
    """Delete an account; its matches stay."""
    await books.accounts.delete(account, time.time())
    return [Message("The account {name} was deleted. Its matches stay, with a former user.", name=account.name)]


@command.command("invite")
@default_option("--number", default=1, type=click.IntRange(1, MOST_INVITATIONS), help="How many.")
@_in_house
async def _invite(books: Books, number: int) -> list[Line]:
    """Print invitations to register, each of which works once."""
    invitations = [secrets.token_urlsafe(9) for _ in range(number)]
    await books.accounts.invite([token_digest(invitation) for invitation in invitations], time.time())
    return [*invitations]


def _act(kind: str, account: "Account", detail: str = "") -> "ModerationAction":
    """Return an entry of the operator's for the moderation log."""
    from ludoteka.features.moderation.tables import ModerationAction

    return ModerationAction(secrets.token_urlsafe(12), time.time(), "", kind, account.holder, "", detail)


def _line(account: "Account") -> str:
    closed = "  closed" if account.closed_at is not None else ""
    return f"{replace_controls(account.name)}  {account.role}  {_day(account.made_at)}{closed}"


def _day(at: float) -> str:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).date().isoformat()
