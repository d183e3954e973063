"""Ways to sign in, as they are stored."""

from collections.abc import Awaitable

from ludoteka.accounts.identities import CheckedIdentity
from ludoteka.accounts.passkeys import CheckedPasskey, bad_credential, is_next
from ludoteka.core.message import Message, Refused
from ludoteka.server.accounts.sessions import signed_in_already
from ludoteka.server.rooms.room import storage_refusal
from ludoteka.store import NotStored
from ludoteka.store.accounts.models import Identity, Passkey, PasskeyUse

Way = CheckedPasskey | CheckedIdentity


def passkey_row(checked: CheckedPasskey, account: str, now: float) -> Passkey:
    """Return a passkey as it is stored."""
    return Passkey(checked.id, account, checked.public_key, checked.sign_count, checked.label, now)


def passkey_use(checked: CheckedPasskey | None) -> PasskeyUse | None:
    """Return the use of a passkey as it is stored; it is refused if the passkey was removed meanwhile, or a copy of it used."""
    if checked is None:
        return None

    def check(count: int | None) -> None:
        if count is None or not is_next(checked.sign_count, count):
            raise bad_credential()

    return PasskeyUse(checked.id, checked.sign_count, checked.spent, check)


def identity_row(checked: CheckedIdentity, account: str, now: float) -> Identity:
    """Return an identity as it is stored."""
    return Identity(checked.issuer, checked.subject, account, now)


def way_row(checked: Way, account: str, now: float) -> Passkey | Identity:
    """Return a passkey or an identity as it is stored."""
    if isinstance(checked, CheckedPasskey):
        return passkey_row(checked, account, now)
    return identity_row(checked, account, now)


def check_guest(is_of_account: bool) -> None:
    """Refuse to make an account for a guest who has one.  Raises Refused: "signed-in-already"."""
    if is_of_account:
        raise signed_in_already()


def way_refusal(way: Way | None, error: NotStored) -> Refused:
    """Return the refusal of a way to sign in that could not be stored: the passkey, or its challenge, may be known already."""
    return bad_credential() if error.is_conflict and isinstance(way, CheckedPasskey) else storage_refusal()


async def until_stored(write: Awaitable[None], conflict: Refused | None = None) -> None:
    """Wait until something is stored.  Raises Refused: "not-stored", or `conflict` if it contradicts what is stored."""
    try:
        await write
    except NotStored as error:
        raise (conflict if conflict and error.is_conflict else storage_refusal()) from error


def bad_sign_in() -> Refused:
    """Return the refusal of a name and a password, whichever is wrong."""
    return Refused("bad-sign-in", Message("Wrong name or password."))
