"""Reading and writing the mail addresses of accounts, and the links that were sent to them."""

from sqlalchemy import ColumnElement, Connection, select

from ludoteka.store.accounts import queries, statements
from ludoteka.store.accounts.models import ADDRESS, Account, MailAddress, MailLink, Passkey, Session
from ludoteka.store.accounts.proofs import Proof, find_link
from ludoteka.store.accounts.tables import accounts, mail_addresses, mail_links
from ludoteka.store.notices.statements import NO_MAIL
from ludoteka.store.store import Store
from ludoteka.store.writing.statements import Write

ADDRESS_COLUMNS = [mail_addresses.c[name] for name in MailAddress._fields]
LINK_COLUMNS = [mail_links.c[name] for name in MailLink._fields]


class MailStore:
    """The mail addresses in a store.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def confirmed_address(self, account: str) -> MailAddress | None:
        """Return the confirmed mail address of an account by its id, with the language of its owner; None if it has none."""
        return await self._store.read(lambda connection: _find(connection, mail_addresses.c.account == account))

    async def owner_of(self, address: str) -> Account | None:
        """Return the account to which a confirmed address belongs, or None."""
        owner = select(mail_addresses.c.account).where(mail_addresses.c.lookup == address.lower()).scalar_subquery()
        return await self._store.read(lambda connection: queries.find_account(connection, accounts.c.id == owner))

    async def link(self, digest: str, purpose: str, now: float) -> tuple[MailLink, Account] | None:
        """Return a link that can be used now, and its account, or None."""

        def find(connection: Connection) -> tuple[MailLink, Account] | None:
            wanted = find_link(digest, purpose).where(mail_links.c.until > now)
            if (row := connection.execute(wanted).first()) is None:
                return None
            account = queries.find_account(connection, accounts.c.id == row.account)
            return account and (MailLink(*row), account)

        return await self._store.read(find)

    async def links(self, account: str, now: float) -> list[MailLink]:
        """Return the links of an account that can be used now."""
        wanted = select(*LINK_COLUMNS).where(mail_links.c.account == account, mail_links.c.until > now)
        return await self._store.read(lambda connection: [MailLink(*row) for row in connection.execute(wanted)])

    async def add_link(self, link: MailLink, proof: Proof | None = None) -> None:
        """Store a link, which replaces one for the same purpose.  Raises Refused: as the proof of who asks for it."""
        replaced = (statements.DELETE_MAIL_LINK, {"whose": link.account, "for_what": link.purpose})
        await self._store.write([replaced, (statements.INSERT_MAIL_LINK, link._asdict())], proof and proof.guard)

    async def confirm(self, link: MailLink, at: float, proof: Proof | None = None) -> None:
        """Use a link: its address is that of its account from now on, and all other links of the account end.

        Raises:
            Refused: as the proof.
            NotStored: also if the link was used before, or the address belongs to another account.
        """
        address = MailAddress(link.account, link.address, link.language, at)._asdict()
        await self._store.write(
            [
                (statements.SPEND, {"digest": link.digest, "at": at}),
                (statements.DELETE_MAIL_LINKS, {"whose": link.account}),
                (statements.DELETE_MAIL_ADDRESS, {"whose": link.account}),
                (statements.INSERT_MAIL_ADDRESS, address | {"lookup": link.address.lower()}),
            ],
            proof and proof.guard,
        )

    async def remove(self, account: str) -> None:
        """Delete the address of an account, and its links; nothing is told by mail any more."""
        whose = {"whose": account}
        links, address = (statements.DELETE_MAIL_LINKS, whose), (statements.DELETE_MAIL_ADDRESS, whose)
        await self._store.write([links, address, (NO_MAIL, whose)])

    async def cancel(self, account: str) -> None:
        """Delete the link that would confirm an address, if one waits."""
        await self._store.write([(statements.DELETE_MAIL_LINK, {"whose": account, "for_what": ADDRESS})])

    async def recover(
        self,
        link: MailLink,
        password: str,
        session: Session,
        passkey: Passkey | None,
        spent: str,
        proof: Proof | None = None,
    ) -> None:
        """Use a link: set a new password or add a passkey, end all sessions and tokens, and begin a new session.

        With a passkey, `password` is "", and `spent` the digest of the challenge that it answered.

        Raises:
            Refused: as the proof.
            NotStored: also if the link was used at the same time, or the passkey is known already.
        """
        whose = {"whose": link.account}
        writes: list[Write] = [(statements.SPEND, {"digest": link.digest, "at": session.made_at})]
        if passkey:
            writes += [(statements.SPEND, {"digest": spent, "at": session.made_at})]
            writes += [(statements.INSERT_PASSKEY, passkey._asdict())]
        writes += [
            (statements.SET_PASSWORD, whose | {"hash": password}),
            (statements.DELETE_MAIL_LINKS, whose),  # also one to an address that somebody else has named
            (statements.DELETE_SESSIONS, whose | {"except_for": ""}),
            (statements.DELETE_TOKENS, whose),
            (statements.INSERT_SESSION, session._asdict()),
        ]
        await self._store.write(writes, proof and proof.guard)

    async def forget_links(self, until: float) -> None:
        """Forget the links that could be used until then."""
        await self._store.write([(statements.FORGET_MAIL_LINKS, {"before": until})])


def _find(connection: Connection, condition: ColumnElement[bool]) -> MailAddress | None:
    wanted = select(*ADDRESS_COLUMNS).join(accounts, accounts.c.id == mail_addresses.c.account)
    row = connection.execute(wanted.where(queries.EXISTS, condition)).first()
    return MailAddress(*row) if row else None
