"""Proofs of identity, which are checked again in the transaction of the writes that they authorise.

Between the two checks a password may be hashed, and a user who has recovered their account may have revoked the proof.
"""

from typing import Any

from sqlalchemy import Select, select

from ludoteka.core.message import Refused
from ludoteka.features.accounts.tables import RECOVERY, MailLink, mail_addresses, mail_links, recovery_codes
from ludoteka.store.people import Account, accounts
from ludoteka.store.proofs import Proof


def by_password(account: Account, refusal: Refused) -> Proof:
    """Return the proof of a user who knows the current password."""
    return Proof(
        account.id,
        select(accounts.c.id).where(accounts.c.id == account.id, accounts.c.password == account.password),
        refusal,
    )


def by_code(account: str, digest: str, refusal: Refused) -> Proof:
    """Return the proof of a user with a recovery code."""
    wanted = select(recovery_codes.c.digest).where(
        recovery_codes.c.digest == digest, recovery_codes.c.account == account
    )
    return Proof(account, wanted, refusal)


def by_link(link: MailLink, refusal: Refused) -> Proof:
    """Return the proof of a user with an e-mail link."""
    return Proof(link.account, find_link(link.digest, link.purpose), refusal)


def find_link(digest: str, purpose: str) -> Select[Any]:
    """Return the query for a link; a recovery link is valid for the current address only."""
    wanted = select(*(mail_links.c[name] for name in MailLink._fields))
    wanted = wanted.where(mail_links.c.digest == digest, mail_links.c.purpose == purpose)
    if purpose == RECOVERY:
        is_current = mail_addresses.c.account == mail_links.c.account
        wanted = wanted.join(mail_addresses, is_current & (mail_addresses.c.address == mail_links.c.address))
    return wanted
