"""Forged passkey responses over HTTP: each is refused, and no account changes."""

import hashlib
import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from itertools import product

import httpx2
import pytest
from forgeries.passkeys import BOTH, JSON, KINDS, MADE, SIGNED, packed
from programs.authenticator import Authenticator, text

from ludoteka.accounts.challenges import SECONDS, make_challenge
from ludoteka.accounts.tokens import token_digest

NAMES = ("Forger " + "".join(letters) for letters in product("abcdefghkmno", repeat=3))  # do not look alike
PASSKEYS = "select id, account, sign_count, label, used_at from passkeys order by id"
ACCOUNTS = "select id, holder, name, password from accounts order by id"
SESSIONS = "select digest, account, confirmed_at from sessions order by digest"
SPENT = "select digest from spent order by digest"


@pytest.fixture
def join(house):
    """A function that returns a person with a browser: with an account and a passkey, or without."""
    with ExitStack() as clients:

        def one(name=None, **made):
            client = clients.enter_context(house.guest())
            client.base_url = f"http://localhost:{house.port}"
            client.get("/")
            if name:
                client.key = Authenticator(str(client.base_url).rstrip("/"))
                client.key.id = made.pop("id", client.key.id)
                credential = client.key.make(options(client, "register", name=name), **made)
                answer = post(client, "register", name=name, credential=credential)
                assert answer.status_code == 201, answer.text
            return client

        yield one


@pytest.fixture
def owner(join):
    return join(next(NAMES))


@pytest.fixture
def visitor(join):
    return join()


def post(client, path, **body):
    return client.post(f"/api/account/{path}", json=body)


def options(client, purpose, **more):
    answer = post(client, "passkey-options", purpose=purpose, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()["publicKey"]


def ask(house, *queries):
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=20)) as file:
        return [file.execute(query).fetchall() for query in queries]


@contextmanager
def unchanged(house):
    """Check that no account, passkey or session changes, and that nothing is spent."""
    before = ask(house, ACCOUNTS, PASSKEYS, SESSIONS, SPENT)
    yield
    assert ask(house, ACCOUNTS, PASSKEYS, SESSIONS, SPENT) == before


def refused(answer, code="bad-credential", status=400):
    assert (answer.json().get("code"), answer.status_code) == (code, status)


def at_port(forged, house):
    """Return what is forged, with the port of the house in it."""
    said = {
        name: json.loads(json.dumps(value).replace("{port}", str(house.port)))
        for name, value in forged.get("said", {}).items()
    }
    return forged | {"said": said}


def broken(answer, path, house):
    """Return an answer of a passkey with something else at a path; None if it has nothing there."""
    *parents, name, value = path
    value = value.replace("{id}", answer["id"]) if isinstance(value, str) else value
    if parents:
        return answer | {"response": answer["response"] | {name: value}} if name in answer["response"] else None
    return answer | {name: value}


@pytest.mark.parametrize("forgery", [*BOTH, *MADE])
def test_a_forged_new_passkey_makes_no_account_and_is_not_added_to_one(house, owner, visitor, forgery):
    forged, name = at_port((BOTH | MADE)[forgery], house), next(NAMES)
    new = Authenticator(owner.key.origin)
    with unchanged(house):
        made = new.make(options(visitor, "register", name=name), **forged)
        refused(post(visitor, "register", name=name, credential=made))
        refused(post(owner, "passkeys", credential=new.make(options(owner, "add"), **forged)))


@pytest.mark.parametrize("forgery", [*BOTH, *SIGNED])
def test_a_forged_signature_signs_nobody_in_and_confirms_nothing(house, owner, visitor, forgery):
    forged = at_port((BOTH | SIGNED)[forgery], house)
    with unchanged(house):
        refused(post(visitor, "sign-in", credential=owner.key.sign(options(visitor, "sign-in"), **forged)))
        refused(post(owner, "confirm", credential=owner.key.sign(options(owner, "confirm"), **forged)))
    assert visitor.get("/api/account").json()["account"] is None


@pytest.mark.parametrize("fault", JSON)
def test_a_broken_answer_is_refused(house, owner, visitor, fault):
    name = next(NAMES)
    made = Authenticator(owner.key.origin).make(options(visitor, "register", name=name))
    signed = owner.key.sign(options(visitor, "sign-in"))
    with unchanged(house):
        if answer := broken(made, JSON[fault], house):
            refused(post(visitor, "register", name=name, credential=answer))
        if answer := broken(signed, JSON[fault], house):
            refused(post(visitor, "sign-in", credential=answer))


def challenge(house, client, purpose, age=0.0):
    """A challenge as the house gave it to a browser some seconds ago."""
    mine = "select holder from accounts join sessions on sessions.account = accounts.id where digest = '{}'"
    cookies = {name: token_digest(value.split(".")[0]) for name, value in client.cookies.items()}
    [[(key,)], holders] = ask(house, "select key from keys", mine.format(cookies.get("session")))
    holder = holders[0][0] if holders else cookies["guest"]
    return {"challenge": text(make_challenge(key, holder, purpose, time.time() - age))}


PURPOSES = {"register": "register", "sign-in": "sign-in", "add": "passkeys", "confirm": "confirm"}


@pytest.mark.parametrize("used", PURPOSES)
def test_a_challenge_is_good_for_its_browser_its_purpose_and_five_minutes(house, owner, join, used):
    new, elsewhere = Authenticator(owner.key.origin), owner if used in ("register", "sign-in") else join(next(NAMES))
    answer = new.make if used in ("register", "add") else owner.key.sign

    def send(purpose=used, age=0.0):
        who, name = join() if used in ("register", "sign-in") else owner, next(NAMES)
        asked = options(who, used, name=name)
        is_elsewhere = purpose == "elsewhere"
        said = challenge(house, elsewhere if is_elsewhere else who, used if is_elsewhere else purpose, age)
        named = {} if used == "add" else {"name": name}
        return post(who, PURPOSES[used], **named, credential=answer(asked, said=said))

    for purpose in {*PURPOSES, "recover", "elsewhere"} - {used}:
        with unchanged(house):
            refused(send(purpose))
    for age in (-SECONDS - 10, SECONDS + 1):
        with unchanged(house):
            refused(send(age=age))
    assert send(age=SECONDS - 60).status_code in (200, 201)


def at_once(client, path, *bodies):
    """Send requests from one browser at once; return the codes of refusals, None for none, and the answers' statuses."""

    def send(body):
        return httpx2.post(f"{client.base_url}/api/account/{path}", json=body, cookies=dict(client.cookies), timeout=60)

    with ThreadPoolExecutor(len(bodies)) as threads:
        answers = [*threads.map(send, bodies)]
    return sorted((answer.status_code, answer.json().get("code")) for answer in answers)


REFUSED = (400, "bad-credential")


@pytest.mark.parametrize("counts", [False, True])
def test_an_answer_that_is_sent_many_times_at_once_or_again_works_once(house, owner, visitor, counts):
    owner.key.uses = 0 if counts else -1  # a device that doesn't count always says 0
    signed = {"credential": owner.key.sign(options(visitor, "sign-in"))}
    assert at_once(visitor, "sign-in", *[signed] * 6) == [(200, None)] + [REFUSED] * 5
    refused(post(visitor, "sign-in", **signed))
    owner.key.uses -= 0 if counts else 1
    signed = {"credential": owner.key.sign(options(owner, "confirm"))}
    assert at_once(owner, "confirm", *[signed] * 6) == [(200, None)] + [REFUSED] * 5
    refused(post(owner, "confirm", **signed))


def test_a_new_passkey_that_is_sent_many_times_at_once_makes_one_account_and_is_added_once(house, owner, visitor):
    new = Authenticator(owner.key.origin)
    credential = new.make(options(visitor, "register", name=next(NAMES)))
    bodies = [{"name": next(NAMES), "credential": credential} for _ in range(4)]
    answers = at_once(visitor, "register", *bodies)
    assert answers[0] == (201, None)
    assert {*answers[1:]} <= {REFUSED, (409, "signed-in-already")}
    added = {"credential": Authenticator(owner.key.origin).make(options(owner, "add"))}
    assert at_once(owner, "passkeys", *[added] * 6) == [(200, None)] + [REFUSED] * 5
    assert len(owner.get("/api/account").json()["account"]["passkeys"]) == 2


def test_a_copy_of_a_passkey_whose_count_stays_or_goes_back_is_refused(house, owner, visitor):
    owner.key.uses = 7
    assert post(owner, "confirm", credential=owner.key.sign(options(owner, "confirm"))).status_code == 200
    with unchanged(house):
        for uses in (-1, 0, 6, 7):
            owner.key.uses = uses
            refused(post(visitor, "sign-in", credential=owner.key.sign(options(visitor, "sign-in"))))
    copies = []
    for _ in range(4):
        owner.key.uses = 8
        copies += [{"credential": owner.key.sign(options(visitor, "sign-in"))}]
    assert at_once(visitor, "sign-in", *copies) == [(200, None)] + [REFUSED] * 3


def test_a_passkey_of_another_account_is_not_registered_added_or_used_for_ones_own(house, owner, visitor, join):
    other, name = join(next(NAMES)), next(NAMES)
    copy = Authenticator(owner.key.origin)
    copy.id = other.key.id
    with unchanged(house):
        made = copy.make(options(visitor, "register", name=name))
        refused(post(visitor, "register", name=name, credential=made))
        refused(post(owner, "passkeys", credential=copy.make(options(owner, "add"))))
        refused(post(visitor, "sign-in", credential=copy.sign(options(visitor, "sign-in"))))
        refused(post(owner, "confirm", credential=other.key.sign(options(owner, "confirm"))))
        owner.key.handle, handle = other.key.handle, owner.key.handle
        refused(post(visitor, "sign-in", credential=owner.key.sign(options(visitor, "sign-in"))))
        refused(post(owner, "confirm", credential=owner.key.sign(options(owner, "confirm"))))
    for given in (b"", handle):  # security keys may not say whose they are
        owner.key.handle = given
        assert post(owner, "confirm", credential=owner.key.sign(options(owner, "confirm"))).status_code == 200


def test_an_id_that_is_too_long_or_not_that_of_the_device_is_refused_and_the_longest_works(house, visitor, join):
    new, name = Authenticator(str(visitor.base_url).rstrip("/")), next(NAMES)
    with unchanged(house):
        for octets in (b"", bytes(1024), bytes(4000)):
            new.id = octets
            made = new.make(options(visitor, "register", name=name))
            refused(post(visitor, "register", name=name, credential=made))
        new.id = b"says"
        made = new.make(options(visitor, "register", name=name))
        refused(post(visitor, "register", name=name, credential=made | {"id": "AAAA", "rawId": "AAAA"}))
    owner = join(name, id=hashlib.sha512(name.encode()).digest() * 15 + bytes(63))
    assert post(visitor, "sign-in", credential=owner.key.sign(options(visitor, "sign-in"))).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_passkey_that_the_house_asks_for_can_be_registered(join, kind):
    assert join(next(NAMES), **KINDS[kind]).get("/api/account").json()["account"]["passkeys"]


def test_a_passkey_that_signs_its_own_statement_can_be_registered(visitor):
    new, name = Authenticator(str(visitor.base_url).rstrip("/")), next(NAMES)
    made = new.make(options(visitor, "register", name=name), attest=packed(new.key))
    assert post(visitor, "register", name=name, credential=made).status_code == 201
