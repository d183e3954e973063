"""Invitations, codes and links: each is good once, at two servers, and for nothing after it has ended."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle

import httpx2
import pytest
from houses import PERSON, Player, make, seated
from houses.moderation import FREE, give_role
from programs.mail_server import lines_of, mail_host, mail_options, token_in

from ludoteka.features.accounts.store import AccountStore
from ludoteka.server.matches import MOST_EACH
from ludoteka.server.people.tokens import token_digest
from ludoteka.store import Store

PASSWORD, NEW = "seven green herons wade", "nine blue cranes dance"
ROUNDS = 3
FEW = 4  # who hash passwords at once


@pytest.fixture(scope="module")
def post_office():
    with mail_host() as host:
        yield host


@pytest.fixture(scope="module")
def options(post_office):
    """The houses of this module send mails."""
    return mail_options(post_office, "http://localhost")


def ask(path, **wish):
    return lambda client: client.post(f"/api/account/{path}", json=wish)


def post(client, path, **wish):
    answer = ask(path, **wish)(client)
    assert answer.status_code < 300, answer.text
    return answer.json()


def account_of(client):
    return client.get("/api/account").json()["account"]


def next_link(post_office, address):
    """Return the token of the next link to an address."""
    while (mail := post_office.next_mail())["To"] != address or "/account/mail#" not in lines_of(mail):
        pass
    return token_in(mail)


@pytest.fixture
def guests(pair):
    """A function that returns new browsers."""
    with ExitStack() as clients:

        def some(count):
            made = [clients.enter_context(house.guest()) for house, _ in zip(cycle(pair.houses), range(count))]
            for client in made:
                client.get("/")
            return made

        yield some


@pytest.fixture
def sit_at_once(pair):
    """A function that lets people take seats of a match at once, each with their own page; it returns the codes of refusals."""
    with ExitStack() as pages:

        def sit(match, wishes):
            players = []
            for house, (person, _) in zip(cycle(pair.houses), wishes, strict=False):
                client = pages.enter_context(httpx2.Client(base_url=house.address, cookies=person.cookies))
                players.append(Player(client, match))
                pages.callback(players[-1].close)
                players[-1].hello()
            ready = threading.Barrier(len(wishes))

            def one(player, wish):
                ready.wait()
                return player.command("sit", wish[1])

            with ThreadPoolExecutor(len(wishes)) as threads:
                answers = [*threads.map(one, players, wishes)]
            return sorted(answer["d"]["code"] if answer["t"] == "refused" else "" for answer in answers)

        yield sit


def people_of(client, match):
    with seated(client, match) as page:
        return [seat["kind"] for seat in page.view["seats"]]


def test_an_invitation_that_many_use_at_once_twice_each_seats_one(guests, sit_at_once):
    host, *others = guests(1 + FEW)
    for _ in range(ROUNDS):
        match = make(host, seats={"a": PERSON, "d": FREE})
        with seated(host, match) as page:
            wish = {"seat": "d", "secret": page.view["invitation"]}
        codes = sit_at_once(match, [(one, wish) for one in [*others, *others]])
        assert codes[0] == ""
        assert {*codes[1:]} <= {"seat-taken", "stale"}
        assert people_of(host, match) == ["person", "person"]


def test_nobody_takes_both_sides_of_a_public_match_by_asking_for_them_at_once(guests, sit_at_once):
    host, greedy = guests(2)
    for _ in range(MOST_EACH):
        wish = {"game": "tavlei", "seats": {"a": FREE, "d": FREE}, "visibility": "public"}
        made = host.post("/api/matches", json=wish)
        assert made.status_code == 201, made.text
        match = made.json()["id"]
        codes = sit_at_once(match, [(greedy, {"seat": seat}) for seat in "adad"])
        assert codes[0] == ""
        assert {*codes[1:]} <= {"seated-already", "seat-taken", "stale"}
        assert sorted(people_of(host, match)) == ["free", "person"]


def test_a_recovery_code_that_many_use_at_once_lets_one_in(guests, register, rush):
    owner = register("Loses A Password")
    code = post(owner, "recovery-codes")["recovery_codes"][0]
    recover = ask("recover", name="Loses A Password", code=code, password=NEW)
    assert rush(*[(guest, recover) for guest in guests(FEW)]) == [""] + ["bad-recovery"] * (FEW - 1)
    assert account_of(owner) is None


def test_a_link_from_a_mail_that_many_use_at_once_works_once(guests, register, rush, post_office):
    owner, address = register("Loses The Way"), "way@example.org"
    post(owner, "mail", address=address)
    follow = ask("mail/confirm", token=next_link(post_office, address))
    assert rush(*[(guest, follow) for guest in guests(FEW)]) == [""] + ["bad-link"] * (FEW - 1)
    assert account_of(owner)["mail"]["address"] == address
    post(owner, "lost", name="Loses The Way")
    recover = ask("lost/recover", token=next_link(post_office, address), password=NEW)
    assert rush(*[(guest, recover) for guest in guests(FEW)]) == [""] + ["bad-link"] * (FEW - 1)


def test_an_invitation_to_the_house_makes_one_account_and_a_browser_has_one(pair, guests, register, rush):
    owner = register("Invites To The House")
    give_role(pair.houses[0], "Invites To The House", "owner")
    asyncio.run(invite(pair.houses[0].database, "only once"))
    settings = {"registration": "invitation"}
    assert owner.post("/api/settings", json=settings).status_code == 200
    names = [f"Is Invited {letter}" for letter in "abcd"]
    asked = [ask("register", name=name, password=PASSWORD, invitation="only once") for name in names]
    assert rush(*zip(guests(FEW), asked, strict=True)) == [""] + ["bad-invitation"] * (FEW - 1)
    assert owner.post("/api/settings", json={"registration": "open"}).status_code == 200
    [one] = guests(1)
    asked = [ask("register", name=f"Is One Of {name}", password=PASSWORD) for name in names]
    codes = rush(*[(one, wish) for wish in asked])  # who comes once there is an account is another guest
    assert codes[0] == ""
    assert {*codes} <= {"", "signed-in-already"}


async def invite(place, word):
    store = Store.open(place)
    try:
        await AccountStore(store).invite([token_digest(word)], 0.0)
    finally:
        await store.close()


@pytest.mark.parametrize("way", ["code", "link"])
def test_what_a_thief_asks_for_while_somebody_gets_back_in_is_of_no_use_afterwards(
    pair, guests, register, rush, post_office, way
):
    name, address = f"Gets Back With A {way}", f"{way}@example.org"
    [owner], thief = guests(1), register(name)
    post(thief, "mail", address=address)
    post(thief, "mail/confirm", token=next_link(post_office, address))
    for number in range(ROUNDS):
        old, new = (PASSWORD, NEW) if number % 2 == 0 else (NEW, PASSWORD)
        if way == "code":
            recover = ask("recover", name=name, code=post(thief, "recovery-codes")["recovery_codes"][0], password=new)
        else:
            post(owner, "lost", name=name)
            recover = ask("lost/recover", token=next_link(post_office, address), password=new)
        thefts = [
            (thief, ask("mail", address=f"thief{number}.{way}@example.org")),
            (thief, ask("tokens", label="of the thief", scopes=[])),
            *[(guest, ask("sign-in", name=name, password=old)) for guest in guests(2)],
        ]
        if way == "code":  # a link ends with a new password
            thefts.append((thief, ask("password", password="of the thief himself")))  # noqa: S106 - of nobody
        rush(*thefts[:number], (owner, recover), *thefts[number:])
        post(thief := guests(1)[0], "sign-in", name=name, password=new)
        assert len(thief.get("/api/account/sessions").json()) == 2, "the owner's, and this one"
        assert thief.get("/api/account/tokens").json() == []
        assert account_of(thief)["mail"] | {"confirmed_at": 0.0} == {
            "address": address,
            "confirmed_at": 0.0,
            "waiting": None,
        }
