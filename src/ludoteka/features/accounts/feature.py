"""Accounts, as a part of a house."""

from functools import partial

from ludoteka.features.accounts.accounts import Accounts
from ludoteka.features.accounts.calls import calls
from ludoteka.features.accounts.exports import Exports, export_account
from ludoteka.features.accounts.mail import AccountMail, MailStore
from ludoteka.features.accounts.passkeys import PasskeyChecks
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.accounts.tokens import TokenMiddleware, Tokens
from ludoteka.server.calls.serving import ScopeTable
from ludoteka.server.foundation import Feature, Foundation
from ludoteka.server.people import guest_names
from ludoteka.server.people.guest_names import GuestNames
from ludoteka.server.people.sessions import CHANGED, ENDED, SessionMiddleware, Sessions


def add_accounts(house: Foundation) -> None:
    """Let people have accounts, and programs act for them."""
    store, mail_store = AccountStore(house.store), MailStore(house.store)
    sessions = Sessions(store, house.now, house.broker.broadcast)

    def registration() -> str:
        return house.own_settings.own.registration or house.settings.registration

    issuers = [provider.issuer for provider in house.settings.providers]
    accounts = Accounts(store, sessions, registration, issuers, house.now, house.show_name)
    tokens = Tokens(accounts)
    mail = AccountMail(mail_store, accounts, house.mailer, house.now)
    exports = Exports()
    exports.add(partial(export_account, house.store, accounts, mail))
    passkeys = PasskeyChecks(store, house.store.guest_key, house.now)
    house.services.add_all(store, sessions, accounts, mail_store, mail, exports, passkeys)
    house.services.add_all(GuestNames(house.store, accounts.check_free, house.show_name))
    house.connections.add_watcher(sessions)
    house.background.append(sessions.run)
    house.listeners |= {subject: partial(sessions.hear, subject) for subject in (CHANGED, ENDED)}
    house.expiring += [store.forget_expired, mail_store.forget_links]

    async def close() -> None:
        await mail.close()
        accounts.passwords.close()

    house.closing.append(close)
    house.middleware += [
        partial(SessionMiddleware, sessions=sessions),
        partial(TokenMiddleware, tokens=tokens, scope_of=ScopeTable(house.calls).find, limit=house.limits["token"]),
    ]


FEATURE = Feature(add_accounts, (calls, guest_names.calls))
