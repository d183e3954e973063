"""Users as others see them: a profile may be hidden."""

from typing import NamedTuple

from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts.store import AccountStore
from ludoteka.server.people.names import skeleton
from ludoteka.store.people import Account

LONGEST_NAME = 200  # characters
NO_SUCH_RESIDENT = Refusal(  # an unknown name and a hidden profile can't be told apart
    "no-such-resident", Message("Nobody here has this name, or they don't show their profile."), 404
)
YOURSELF = Refusal("yourself", Message("That is you."), 409)


class Resident(NamedTuple):
    """A user as a reader sees them."""

    account: Account
    is_own: bool


async def find_account(accounts: AccountStore, name: str) -> Account | None:
    """Return the account with a name, or with one that looks like it; None if there is none."""
    looks = skeleton(name) if len(name) <= LONGEST_NAME else ""
    return await accounts.named(looks) if looks else None


async def find_resident(accounts: AccountStore, name: str, reader: str) -> Resident:
    """Return the user with a name, as the reader sees them.  Raises Refused: "no-such-resident"."""
    account = await find_account(accounts, name)
    is_own = account is not None and account.holder == reader
    if account is None or not (is_own or is_shown(account)):
        raise NO_SUCH_RESIDENT()
    return Resident(account, is_own)


def is_shown(account: Account) -> bool:
    """Tell whether a user shows their profile to others."""
    return not account.is_hidden and account.closed_at is None
