"""Ways to sign in, as they are stored."""

from collections.abc import Awaitable

from ludoteka.accounts.identities import CheckedIdentity
from ludoteka.accounts.passkeys import CheckedPasskey
from ludoteka.server.rooms.room import storage_refusal
from ludoteka.store import NotStored
from ludoteka.store.accounts.models import Identity, Passkey

Way = CheckedPasskey | CheckedIdentity


def passkey_row(checked: CheckedPasskey, account: str, now: float) -> Passkey:
    """Return a passkey as it is stored."""
    return Passkey(checked.id, account, checked.public_key, checked.sign_count, checked.label, now)


def identity_row(checked: CheckedIdentity, account: str, now: float) -> Identity:
    """Return an identity as it is stored."""
    return Identity(checked.issuer, checked.subject, account, now)


def way_row(checked: Way, account: str, now: float) -> Passkey | Identity:
    """Return a passkey or an identity as it is stored."""
    if isinstance(checked, CheckedPasskey):
        return passkey_row(checked, account, now)
    return identity_row(checked, account, now)


async def until_stored(write: Awaitable[None]) -> None:
    """Wait until something is stored.  Raises Refused: "not-stored"."""
    try:
        await write
    except NotStored as error:
        raise storage_refusal() from error
