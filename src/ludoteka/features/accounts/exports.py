"""Export of a user's personal data."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from ludoteka.features.accounts.mail import AccountMail
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.accounts.tables import Words
from ludoteka.features.accounts.tokens import TokenStore
from ludoteka.server.http.match_list import match_entry
from ludoteka.server.people.sessions import public_id
from ludoteka.server.protocol.messages import encode
from ludoteka.store import Store
from ludoteka.store.people import Account

AT_A_TIME = 50  # entries read and encoded before other requests are served


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


class AccountContributions:
    """The contributions of accounts and matches."""

    def __init__(self, store: Store, accounts: AccountStore, tokens: TokenStore, mail: AccountMail) -> None:
        self._store = store
        self._accounts = accounts
        self._tokens = tokens
        self._mail = mail

    async def account(self, account: Account) -> dict[str, Any]:
        """Return the account, and the user's sign-in methods, sessions and API tokens."""
        return {
            "account": {
                "name": account.name,
                "role": account.role,
                "made_at": account.made_at,
                "has_password": bool(account.password),
                "is_hidden": account.is_hidden,
                "is_bot": account.is_bot,
                "recovery_codes": await self._accounts.code_count(account.id),
            },
            "passkeys": [
                {"id": one.id, "label": one.label, "made_at": one.made_at, "used_at": one.used_at}
                for one in await self._accounts.passkeys(account.id)
            ],
            "identities": [
                {"issuer": one.issuer, "subject": one.subject, "made_at": one.made_at, "used_at": one.used_at}
                for one in await self._accounts.identities(account.id)
            ],
            "sessions": [
                {"id": public_id(one.digest), "made_at": one.made_at, "seen_at": one.seen_at, "device": one.device}
                for one in await self._accounts.sessions(account.id)
            ],
            "tokens": [
                {"label": one.label, "scopes": one.scopes.split(), "made_at": one.made_at, "used_at": one.used_at}
                for one in await self._tokens.of_account(account.id)
            ],
        }

    async def mail(self, account: Account) -> dict[str, Any]:
        """Return the user's e-mail address."""
        return {"mail": await self._mail.describe(account.id)}

    async def matches(self, account: Account) -> dict[str, Any]:
        """Return the matches in which a user has a seat, with the addresses of their records, and the user's chat messages."""

        async def describe_matches(names: Sequence[str]) -> list[dict[str, Any]]:
            found = await self._store.matches(names)
            return [match_entry(one, account.holder) | {"record": f"/match/{one.id}/record"} for one in found]

        async def describe_words(found: Sequence[Words]) -> list[dict[str, Any]]:
            return [{"match": one.match, "at": one.at, one.kind: one.text} for one in found]

        return {
            "matches": LongList(await self._store.match_ids_of(account.holder), describe_matches),
            "chat": LongList(await self._accounts.words(account.holder), describe_words),
        }
