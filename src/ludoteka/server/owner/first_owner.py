"""The first owner of a house: the user who opens the printed link on the machine on which the house runs."""

import base64
import hashlib
import hmac
import secrets

from ludoteka.accounts.roles import ROLES
from ludoteka.core.message import Message, Refused
from ludoteka.store.accounts.models import Account
from ludoteka.store.house_settings import SettingStore
from ludoteka.store.moderation.models import ModerationAction

CODE_BYTES = 10
OWNER = ROLES[-1]


def owner_code(key: bytes) -> str:
    """Return the code for becoming the owner; it is derived from the key of the house, so all servers know it."""
    digest = hmac.digest(key, b"owner of this house", hashlib.sha256)
    return base64.b32encode(digest[:CODE_BYTES]).decode()


async def become_owner(settings: SettingStore, account: Account, code: str, key: bytes, now: float) -> None:
    """Make an account the first owner of a house.  Raises NotStored, Refused: "has-owner", "bad-code"."""
    _check_no_owner(await settings.has_owner())
    if not hmac.compare_digest(code.strip().upper().encode(), owner_code(key).encode()):
        raise Refused("bad-code", Message("This is not the code that the server has printed."))
    detail = f"{account.role} → {OWNER}"
    act = ModerationAction(secrets.token_urlsafe(12), now, "", "role", account.holder, "", detail)
    await settings.make_first_owner(act, account.id, _check_no_owner)


def _check_no_owner(has_owner: bool) -> None:
    if has_owner:
        raise Refused("has-owner", Message("This house has an owner already."))
