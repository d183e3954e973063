"""Export of a user's personal data."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from ludoteka.features.accounts.accounts import Accounts
from ludoteka.features.accounts.mail import AccountMail
from ludoteka.features.accounts.tables import Words
from ludoteka.server.http.match_list import match_entry
from ludoteka.server.people.sessions import public_id
from ludoteka.server.protocol.messages import encode
from ludoteka.store import Store
from ludoteka.store.people import Account

AT_A_TIME = 50  # entries read and encoded before other requests are served


def fields_of(one: object, *names: str) -> dict[str, Any]:
    """Return these attributes, by name."""
    return {name: getattr(one, name) for name in names}


class LongList(NamedTuple):
    """A list that is read and encoded a few entries at a time."""

    found: Sequence[Any]
    describe: Callable[[Sequence[Any]], Awaitable[list[dict[str, Any]]]]  # some of `found`


Contribution = Callable[[Account], Awaitable[dict[str, Any]]]  # members of the object; a value may be a `LongList`


class Exports:
    """What the features of a house know about a user, in the order in which an export contains it."""

    def __init__(self) -> None:
        self._contributions: list[Contribution] = []

    def add(self, *contributions: Contribution) -> None:
        """Add the next contributions."""
        self._contributions += contributions

    async def read(self, account: Account) -> AsyncIterator[bytes]:
        """Yield all data that the house stores of a user, as parts of a JSON object."""
        before = b"{"
        for contribute in self._contributions:
            for name, value in (await contribute(account)).items():
                yield before + encode(name) + b":"
                if isinstance(value, LongList):
                    async for part in _encode_list(value):
                        yield part
                else:
                    yield encode(value)
                before = b","
        yield b"}"


async def _encode_list(listed: LongList) -> AsyncIterator[bytes]:
    comma = b"["
    for start in range(0, len(listed.found), AT_A_TIME):
        if entries := await listed.describe(listed.found[start : start + AT_A_TIME]):
            yield comma + encode(entries)[1:-1]
            comma = b","
        await asyncio.sleep(0)
    yield b"[]" if comma == b"[" else b"]"


async def export_account(store: Store, accounts: Accounts, mail: AccountMail, account: Account) -> dict[str, Any]:
    """Return the account with its sign-in methods, sessions, API tokens and e-mail address, and the user's matches and chat messages.

    Each match has the address of its record.
    """
    known = accounts.store

    async def describe_matches(names: Sequence[str]) -> list[dict[str, Any]]:
        found = await store.matches(names)
        return [match_entry(one, account.holder) | {"record": f"/match/{one.id}/record"} for one in found]

    async def describe_words(found: Sequence[Words]) -> list[dict[str, Any]]:
        return [{"match": one.match, "at": one.at, one.kind: one.text} for one in found]

    return {
        "account": fields_of(account, "name", "role", "made_at", "is_hidden", "is_bot")
        | {"has_password": bool(account.password), "recovery_codes": await known.code_count(account.id)},
        "passkeys": [
            fields_of(passkey, "id", "label", "made_at", "used_at") for passkey in await known.passkeys(account.id)
        ],
        "identities": [
            fields_of(identity, "issuer", "subject", "made_at", "used_at")
            for identity in await known.identities(account.id)
        ],
        "sessions": [
            {"id": public_id(session.digest)} | fields_of(session, "made_at", "seen_at", "device")
            for session in await known.sessions(account.id)
        ],
        "tokens": [
            {"label": token.label, "scopes": token.scopes.split()} | fields_of(token, "made_at", "used_at")
            for token in await known.tokens(account.id)
        ],
        "mail": await mail.describe(account.id),
        "matches": LongList(await store.match_ids_of(account.holder), describe_matches),
        "chat": LongList(await known.words(account.holder), describe_words),
    }
