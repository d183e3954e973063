"""People who have accounts before the house is killed, stored without a password of their own to hash, and their browsers."""

import secrets
import time
from types import SimpleNamespace

import httpx2
from houses import PLAIN_HTTP
from houses.stores import setup

from ludoteka.features.accounts.passwords import code_digest, hash_password, recovery_codes
from ludoteka.features.accounts.store import AccountStore
from ludoteka.referee.events import Occupant
from ludoteka.server.people.guests import GuestMiddleware
from ludoteka.server.people.names import skeleton
from ludoteka.server.people.tokens import token_digest
from ludoteka.store.people import Account, Session

PASSWORD, NEW_PASSWORD = "seven green herons wade", "nine blue cranes dance"
LETTERS = "abcdefghkx"  # none of which looks like another
HASH = []  # of the password, once a test needs it
CODES = 10


def name_of(who, number):
    """Return a name that looks like no other."""
    return f"{who} {''.join(LETTERS[int(digit)] for digit in str(number))}"


def signed(store, token):
    """Return a cookie, signed by the house."""
    return GuestMiddleware(None, store.guest_key)._sign(token)


async def resident(store, name, role="resident"):
    """Store an account with a password, recovery codes and a session; return what its owner knows of it."""
    HASH[:] = HASH or [hash_password(PASSWORD)]
    now, token, codes = time.time(), secrets.token_urlsafe(24), recovery_codes()
    account = Account(secrets.token_urlsafe(12), token_digest(f"holder {name}"), name, role, HASH[0], now)
    session = Session(token_digest(token), account.id, now, now, now, "Firefox")
    await AccountStore(store).register(account, skeleton(name), map(code_digest, codes), None, session)
    known = {"session": {"account": account.id, "digest": session.digest}, "cookies": {"session": signed(store, token)}}
    return SimpleNamespace(name=name, id=account.id, holder=account.holder, account=account, codes=codes, **known)


def client(house, cookies=()):
    """Return a browser with these cookies."""
    return httpx2.Client(base_url=house.address, cookies=dict(cookies), timeout=60, verify=PLAIN_HTTP)


def post(house, path, cookies=(), **wish):
    """Return the code of a refusal, or "" for an acknowledgement."""
    with client(house, cookies) as browser:
        answer = browser.post(f"/api/{path}", json=wish)
    assert answer.status_code < 500, answer.text
    return "" if answer.status_code < 300 else answer.json()["code"]


def seats_of(*people):
    """Return the seats of a match of two users."""
    occupants = (Occupant("person", 0, person.holder, person.name, "resident") for person in people)
    return dict(zip("ad", occupants, strict=True))


def rated(match, *people, at):
    """Return a new rated match of two users."""
    return setup(match, at)._replace(seats=seats_of(*people), clock="5+3", rated=True)
