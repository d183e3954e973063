"""Storage of sign-in methods."""

from ludoteka.accounts.identities import CheckedIdentity
from ludoteka.accounts.passkeys import CheckedPasskey, bad_credential, is_next
from ludoteka.core.message import Message, Refused
from ludoteka.server.accounts.sessions import signed_in_already
from ludoteka.store.accounts.models import Identity, Passkey, PasskeyUse

Way = CheckedPasskey | CheckedIdentity


def passkey_row(checked: CheckedPasskey, account: str, now: float) -> Passkey:
    """Return the row of a passkey."""
    return Passkey(checked.id, account, checked.public_key, checked.sign_count, checked.label, now)


def passkey_use(checked: CheckedPasskey | None) -> PasskeyUse | None:
    """Return the use of a passkey to store; storing it fails if the passkey was removed meanwhile or a clone was used."""
    if checked is None:
        return None

    def check(count: int | None) -> None:
        if count is None or not is_next(checked.sign_count, count):
            raise bad_credential()

    return PasskeyUse(checked.id, checked.sign_count, checked.spent, check)


def identity_row(checked: CheckedIdentity, account: str, now: float) -> Identity:
    """Return the row of an identity."""
    return Identity(checked.issuer, checked.subject, account, now)


def way_row(checked: Way, account: str, now: float) -> Passkey | Identity:
    """Return the row of a passkey or an identity."""
    if isinstance(checked, CheckedPasskey):
        return passkey_row(checked, account, now)
    return identity_row(checked, account, now)


def check_guest(is_of_account: bool) -> None:
    """Check that a guest has no account yet.  Raises Refused: "signed-in-already"."""
    if is_of_account:
        raise signed_in_already()


def bad_sign_in() -> Refused:
    """Return the refusal for a wrong name or password, which doesn't say which one is wrong."""
    return Refused("bad-sign-in", Message("Wrong name or password."))
