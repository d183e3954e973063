"""The first owner of a house, and what only an owner does."""

import base64
import hashlib
import hmac
import secrets

from sqlalchemy import Connection, select

from ludoteka.core.message import Message, Refusal
from ludoteka.features.accounts.roles import ROLES
from ludoteka.features.accounts.store import SET_ROLE
from ludoteka.features.moderation.store import ID_BYTES, INSERT_ACT, ModerationAction
from ludoteka.store.people import Account, accounts
from ludoteka.store.store import Store
from ludoteka.store.writing.writer import Guard

CODE_BYTES = 10  # of the code for becoming the owner
OWNER = ROLES[-1]
HAS_OWNER = Refusal("has-owner", Message("This house has an owner already."), 409)
BAD_CODE = Refusal("bad-code", Message("This is not the code that the server has printed."), 403)


class Ownership:
    """Who owns the house."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def has_owner(self) -> bool:
        """Tell whether an open account has the role of an owner."""
        return await self._store.read(_has_owner)

    async def become_owner(self, account: Account, code: str, now: float) -> None:
        """Make an account the first owner of the house.  Raises NotStored, Refused: "has-owner", "bad-code"."""
        _check_no_owner(await self.has_owner())
        if not hmac.compare_digest(code.strip().upper().encode(), self.code().encode()):
            raise BAD_CODE()
        detail = f"{account.role} → {OWNER}"
        act = ModerationAction(secrets.token_urlsafe(ID_BYTES), now, "", "role", account.holder, "", detail)
        guard = Guard("first owner", lambda connection: _check_no_owner(_has_owner(connection)))
        role = {"whose": account.id, "new_role": OWNER}
        await self._store.write([(INSERT_ACT, act._asdict()), (SET_ROLE, role)], guard)

    def code(self) -> str:
        """Return the code for becoming the owner; it is derived from the key of the house, so all servers know it."""
        digest = hmac.digest(self._store.guest_key, b"owner of this house", hashlib.sha256)
        return base64.b32encode(digest[:CODE_BYTES]).decode()


def _has_owner(connection: Connection) -> bool:
    wanted = select(1).where(accounts.c.role == OWNER, accounts.c.closed_at.is_(None))
    return connection.execute(wanted).first() is not None


def _check_no_owner(has_owner: bool) -> None:
    if has_owner:
        raise HAS_OWNER()
