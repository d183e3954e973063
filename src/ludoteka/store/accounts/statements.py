"""The writes about accounts, in the order in which a batch executes them."""

from sqlalchemy import Executable, bindparam, delete, insert, update

from ludoteka.store.accounts.tables import (
    accounts,
    api_tokens,
    follows,
    identities,
    invitations,
    mail_addresses,
    mail_links,
    passkeys,
    recovery_codes,
    sessions,
    spent,
)
from ludoteka.store.schema import chat
from ludoteka.store.tournaments.tables import tournament_entries

_THIS = accounts.c.id == bindparam("whose")

SPEND = insert(spent)
FORGET_SPENT = delete(spent).where(spent.c.at < bindparam("before"))
INSERT_INVITATION = insert(invitations)
INSERT_ACCOUNT = insert(accounts)
SET_PASSWORD = update(accounts).where(_THIS).values(password=bindparam("hash"))
SET_ROLE = update(accounts).where(_THIS).values(role=bindparam("new_role"))
SET_NAME = update(accounts).where(_THIS).values(name=bindparam("new_name"), skeleton=bindparam("new_skeleton"))
SET_CLOSED = update(accounts).where(_THIS).values(closed_at=bindparam("when"))
SET_HIDDEN = update(accounts).where(_THIS).values(is_hidden=bindparam("hidden"))
ERASE_ACCOUNT = (
    update(accounts)
    .where(_THIS)
    .values(name=None, skeleton=None, password="", role="resident", invitation=None, deleted_at=bindparam("when"))
)
INSERT_PASSKEY = insert(passkeys)
USE_PASSKEY = (
    update(passkeys)
    .where(passkeys.c.id == bindparam("which"))
    .values(sign_count=bindparam("count"), used_at=bindparam("when"))
)
DELETE_PASSKEY = delete(passkeys).where(passkeys.c.id == bindparam("which"), passkeys.c.account == bindparam("whose"))
DELETE_PASSKEYS = delete(passkeys).where(passkeys.c.account == bindparam("whose"))
_THIS_IDENTITY = (identities.c.issuer == bindparam("which")) & (identities.c.subject == bindparam("whom"))
INSERT_IDENTITY = insert(identities)
USE_IDENTITY = update(identities).where(_THIS_IDENTITY).values(used_at=bindparam("when"))
DELETE_IDENTITY = delete(identities).where(_THIS_IDENTITY, identities.c.account == bindparam("whose"))
DELETE_IDENTITIES = delete(identities).where(identities.c.account == bindparam("whose"))
DELETE_CODES = delete(recovery_codes).where(recovery_codes.c.account == bindparam("whose"))
DELETE_CODE = delete(recovery_codes).where(recovery_codes.c.digest == bindparam("which"))
INSERT_CODE = insert(recovery_codes)
DELETE_SESSIONS = delete(sessions).where(
    sessions.c.account == bindparam("whose"), sessions.c.digest != bindparam("except_for")
)
DELETE_SESSION = delete(sessions).where(sessions.c.digest == bindparam("which"))
INSERT_SESSION = insert(sessions)
SEE_SESSION = update(sessions).where(sessions.c.digest == bindparam("which")).values(seen_at=bindparam("when"))
CONFIRM_SESSION = update(sessions).where(sessions.c.digest == bindparam("which")).values(confirmed_at=bindparam("when"))
FORGET_SESSIONS = delete(sessions).where(sessions.c.seen_at < bindparam("before"))
INSERT_TOKEN = insert(api_tokens)
DELETE_TOKEN = delete(api_tokens).where(api_tokens.c.digest == bindparam("which"))
DELETE_TOKENS = delete(api_tokens).where(api_tokens.c.account == bindparam("whose"))
USE_TOKEN = update(api_tokens).where(api_tokens.c.digest == bindparam("which")).values(used_at=bindparam("when"))
SET_BOT = update(accounts).where(_THIS).values(is_bot=True)
DELETE_WORDS = delete(chat).where(chat.c.holder == bindparam("whose"))
LEAVE_TOURNAMENTS = (
    update(tournament_entries).where(tournament_entries.c.holder == bindparam("whose")).values(is_in=False)
)
DELETE_MAIL_ADDRESS = delete(mail_addresses).where(mail_addresses.c.account == bindparam("whose"))
INSERT_MAIL_ADDRESS = insert(mail_addresses)
DELETE_MAIL_LINK = delete(mail_links).where(
    mail_links.c.account == bindparam("whose"), mail_links.c.purpose == bindparam("for_what")
)
DELETE_MAIL_LINKS = delete(mail_links).where(mail_links.c.account == bindparam("whose"))
INSERT_MAIL_LINK = insert(mail_links)
FORGET_MAIL_LINKS = delete(mail_links).where(mail_links.c.until < bindparam("before"))
INSERT_FOLLOW = insert(follows)
DELETE_FOLLOW = delete(follows).where(
    follows.c.follower == bindparam("whose"), follows.c.followed == bindparam("of_whom")
)
DELETE_FOLLOWS = delete(follows).where(
    (follows.c.follower == bindparam("whose")) | (follows.c.followed == bindparam("whose"))
)

ORDER: tuple[Executable, ...] = (
    SPEND,  # first: it fails if the challenge or code was used before
    FORGET_SPENT,
    INSERT_INVITATION,  # before the accounts that refer to it
    INSERT_ACCOUNT,  # before the rows that refer to it
    SET_PASSWORD,
    SET_ROLE,
    SET_NAME,
    SET_CLOSED,
    SET_HIDDEN,
    ERASE_ACCOUNT,
    DELETE_PASSKEYS,
    DELETE_PASSKEY,
    INSERT_PASSKEY,
    USE_PASSKEY,
    DELETE_IDENTITIES,
    DELETE_IDENTITY,
    INSERT_IDENTITY,
    USE_IDENTITY,
    DELETE_CODES,
    DELETE_CODE,
    INSERT_CODE,
    DELETE_SESSIONS,
    DELETE_SESSION,
    INSERT_SESSION,
    SEE_SESSION,
    CONFIRM_SESSION,
    FORGET_SESSIONS,
    DELETE_TOKENS,
    DELETE_TOKEN,
    INSERT_TOKEN,
    USE_TOKEN,
    SET_BOT,
    DELETE_MAIL_LINK,
    DELETE_MAIL_LINKS,
    FORGET_MAIL_LINKS,
    INSERT_MAIL_LINK,
    DELETE_MAIL_ADDRESS,
    INSERT_MAIL_ADDRESS,
    DELETE_WORDS,
    LEAVE_TOURNAMENTS,
    DELETE_FOLLOW,
    DELETE_FOLLOWS,
    INSERT_FOLLOW,
)
