"""Reading and writing accounts' e-mail addresses and the links sent to them."""

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
    """The e-mail addresses in a store.  Reads raise StoreRefused and writes NotStored, as in `Store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def confirmed_address(self, account: str) -> MailAddress | None:
        """Return an account's confirmed address, with its owner's language, or None."""
        return await self._store.read(lambda connection: _find(connection, mail_addresses.c.account == account))

    async def owner_of(self, address: str) -> Account | None:
        """Return the account with a confirmed address, or None."""
        owner = select(mail_addresses.c.account).where(mail_addresses.c.lookup == address.lower()).scalar_subquery()
        return await self._store.read(lambda connection: queries.find_account(connection, accounts.c.id == owner))

    async def link(self, digest: str, purpose: str, now: float) -> tuple[MailLink, Account] | None:
        """Return a valid link and its account, or None."""

        def find(connection: Connection) -> tuple[MailLink, Account] | None:
            wanted = find_link(digest, purpose).where(mail_links.c.until > now)
            if (row := connection.execute(wanted).first()) is None:
                return None
            account = queries.find_account(connection, accounts.c.id == row.account)
            return account and (MailLink(*row), account)

        return await self._store.read(find)

    async def links(self, account: str, now: float) -> list[MailLink]:
        """Return the valid links of an account."""
        wanted = select(*LINK_COLUMNS).where(mail_links.c.account == account, mail_links.c.until > now)
        return await self._store.read(lambda connection: [MailLink(*row) for row in connection.execute(wanted)])

    async def add_link(self, link: MailLink, proof: Proof | None = None) -> None:
        """Store a link, which replaces one for the same purpose.  Raises Refused: as the proof."""
        replaced = (statements.DELETE_MAIL_LINK, {"whose": link.account, "for_what": link.purpose})
        await self._store.write([replaced, (statements.INSERT_MAIL_LINK, link._asdict())], proof and proof.guard)

    async def confirm(self, link: MailLink, at: float, proof: Proof | None = None) -> None:
        """Use a confirmation link: its address becomes the account's, and the account's other links are deleted.

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
        """Delete an account's address and links, and turn off its e-mail notifications."""
        whose = {"whose": account}
        links, address = (statements.DELETE_MAIL_LINKS, whose), (statements.DELETE_MAIL_ADDRESS, whose)
        await self._store.write([links, address, (NO_MAIL, whose)])

    async def cancel(self, account: str) -> None:
        """Delete an unused confirmation link, if there is one."""
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
        """Use a recovery link: set a new password or add a passkey, end all sessions and tokens, and start a new session.

        With a passkey, `password` is "", and `spent` the digest of the challenge that it signed.

        Raises:
            Refused: as the proof.
            NotStored: also if the link was used at the same time, or the passkey was stored before.
        """
        whose = {"whose": link.account}
        writes: list[Write] = [(statements.SPEND, {"digest": link.digest, "at": session.made_at})]
        if passkey:
            writes += [(statements.SPEND, {"digest": spent, "at": session.made_at})]
            writes += [(statements.INSERT_PASSKEY, passkey._asdict())]
        writes += [
            (statements.SET_PASSWORD, whose | {"hash": password}),
            (statements.DELETE_MAIL_LINKS, whose),  # also one to an address that another user has entered
            (statements.DELETE_SESSIONS, whose | {"except_for": ""}),
            (statements.DELETE_TOKENS, whose),
            (statements.INSERT_SESSION, session._asdict()),
        ]
        await self._store.write(writes, proof and proof.guard)

    async def forget_links(self, until: float) -> None:
        """Delete links that expired before a time."""
        await self._store.write([(statements.FORGET_MAIL_LINKS, {"before": until})])


def _find(connection: Connection, condition: ColumnElement[bool]) -> MailAddress | None:
    wanted = select(*ADDRESS_COLUMNS).join(accounts, accounts.c.id == mail_addresses.c.account)
    row = connection.execute(wanted.where(queries.EXISTS, condition)).first()
    return MailAddress(*row) if row else None
