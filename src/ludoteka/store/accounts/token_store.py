"""Reading and writing the tokens with which programs act for accounts."""

from collections.abc import Callable

from sqlalchemy import Connection

from ludoteka.store.accounts import queries, statements
from ludoteka.store.accounts.models import Account, ApiToken
from ludoteka.store.accounts.proofs import Proof
from ludoteka.store.store import Store
from ludoteka.store.writing.writer import Guard


class TokenStore:
    """The tokens in a store.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, digest: str) -> tuple[ApiToken, Account] | None:
        """Return a token and its account, or None."""
        return await self._store.read(lambda connection: queries.find_token(connection, digest))

    async def of_account(self, account: str) -> list[ApiToken]:
        """Return the tokens of an account, oldest first."""
        return await self._store.read(lambda connection: queries.tokens_of(connection, account))

    async def add(self, token: ApiToken, check: Callable[[int], None], proof: Proof | None = None) -> None:
        """Store a new token, unless `check` refuses the number of tokens that the account has, or the proof no longer holds."""

        def look(connection: Connection) -> None:
            if proof:
                proof.check(connection)
            check(len(queries.tokens_of(connection, token.account)))

        guard = Guard(f"tokens of {token.account}", look)
        await self._store.write([(statements.INSERT_TOKEN, token._asdict())], guard)

    async def remove(self, digest: str) -> None:
        """Delete a token."""
        await self._store.write([(statements.DELETE_TOKEN, {"which": digest})])

    async def use(self, digest: str, at: float) -> None:
        """Update the time of a token's last use."""
        await self._store.write([(statements.USE_TOKEN, {"which": digest, "when": at})])

    async def make_bot(self, account: str) -> None:
        """Turn an account into a bot account permanently."""
        await self._store.write([(statements.SET_BOT, {"whose": account})])
