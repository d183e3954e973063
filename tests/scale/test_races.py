"""Limits on what may be done once, or a number of times, hold in the database against many requests at once to two servers."""

import asyncio

from crowds.rush import AT_ONCE
from houses import seated
from houses.moderation import act, give_role, report
from houses.stores import count_orphans
from sqlalchemy import func, select

from ludoteka.server.people.tokens import token_digest
from ludoteka.store import Store
from ludoteka.store.people import accounts

FREE, PERSON = {"kind": "free"}, {"kind": "person"}
ROUNDS = 4
PEOPLE = "abcdefghkmno"  # whose names do not look alike


def test_nobody_has_more_tokens_than_allowed(register, rush):
    anna = register("Makes Many Tokens")
    wish = {"label": "x", "scopes": []}
    for _ in range(14):
        assert anna.post("/api/account/tokens", json=wish).status_code == 200
    codes = rush(*[(anna, lambda client: client.post("/api/account/tokens", json=wish))] * AT_ONCE)
    assert codes == [""] * 6 + ["too-many-tokens"] * 6
    assert len(anna.get("/api/account/tokens").json()) == 20


def test_nobody_reports_more_people_a_day_than_allowed(register, rush):
    anna = register("Reports Many")
    for letter in PEOPLE:
        register(f"Is Reported {letter}")
    asked = [(anna, lambda client, letter=letter: report(client, name=f"Is Reported {letter}")) for letter in PEOPLE]
    assert rush(*asked) == [""] * 10 + ["too-many-reports"] * 2


def test_a_guest_who_asks_for_several_accounts_gets_one(pair, rush):
    with pair.houses[0].guest() as guest:
        guest.get("/")
        holder = token_digest(guest.cookies["guest"].split(".")[0])
        wish = {"password": "seven green herons wade"}
        asked = [
            (
                guest,
                lambda client, letter=letter: client.post(
                    "/api/account/register", json=wish | {"name": f"Wants {letter}"}
                ),
            )
            for letter in PEOPLE[:5]
        ]
        codes = rush(*asked)
    # A request that arrives after the first answer is that of a new guest: the old one has become the account
    assert set(codes) <= {"", "signed-in-already"}
    assert asyncio.run(accounts_of(pair.houses[0].database, holder)) == 1


async def accounts_of(place, holder):
    """The number of accounts that a guest has."""
    store = Store.open(place)
    try:
        query = select(func.count()).where(accounts.c.holder == holder)
        return await store.read(lambda connection: connection.scalar(query))
    finally:
        await store.close()


def test_a_challenge_is_made_once_and_its_other_matches_are_called_off(register, rush):
    anna, boris = register("Challenges Often"), register("Is Challenged Often")
    wish = {"name": "Is Challenged Often", "game": "tavlei", "options": {}, "clock": "", "rated": False}
    codes = rush(*[(anna, lambda client: client.post("/api/challenges", json=wish))] * AT_ONCE)
    assert codes == [""] + ["challenged-already"] * (AT_ONCE - 1)
    assert len(boris.get("/api/challenges").json()) == 1
    assert sum(one["result"] is None for one in anna.get("/api/matches").json()) == 1


def test_a_challenge_is_accepted_or_withdrawn_but_not_both(register, rush):
    anna, boris = register("Withdraws"), register("Accepts")
    wish = {"name": "Accepts", "game": "tavlei", "options": {}, "clock": "", "rated": False}
    for _ in range(ROUNDS):
        match = anna.post("/api/challenges", json=wish).json()["id"]
        withdrawal = (anna, lambda client, match=match: client.post(f"/api/challenges/{match}/decline", json={}))
        acceptance = (boris, lambda client, match=match: client.post(f"/api/challenges/{match}/accept", json={}))
        assert rush(withdrawal, acceptance, withdrawal, acceptance).count("") in (1, 2), (
            "who accepts twice has accepted"
        )
        [is_on] = [one["result"] is None for one in boris.get("/api/matches").json() if one["id"] == match] or [False]
        answer = boris.post(f"/api/challenges/{match}/decline", json={}).json()["code"]
        assert answer == "challenge-over"
        with seated(anna, match) as player:
            assert (player.view["result"] is None) == is_on
            assert is_on == all(seat["kind"] == "person" for seat in player.view["seats"])


WRITES = {  # requests for what belongs to an account, sent while it is deleted
    "/api/account/password": {"password": "nine green herons wade"},
    "/api/account/recovery-codes": {},
    "/api/account/tokens": {"label": "late", "scopes": []},
    "/api/account/bot": {},
    "/api/account/hide": {"is_hidden": True},
    "/api/residents/Stays On/follow": {},
    "/api/residents/Stays On/block": {},
}


def test_nothing_is_left_of_an_account_for_which_something_is_written_while_it_is_deleted(pair, register, rush):
    register("Stays On")
    cherie = register("Hosts The Tournament")
    terms = {"name": "Left", "kind": "arena", "game": "tavlei", "clock": "5+3", "visibility": "private"}
    tournament = cherie.post("/api/tournaments", json=terms).json()["id"]
    signing_in = {"name": "", "password": "seven green herons wade"}
    for number in range(ROUNDS):
        name = f"Leaves {PEOPLE[number]}"
        leaver = register(name)
        asked = {
            **WRITES,
            f"/api/tournaments/{tournament}/join": {},
            "/api/account/sign-in": signing_in | {"name": name},
        }
        questions = [
            (leaver, lambda client, path=path, wish=wish: client.post(path, json=wish)) for path, wish in asked.items()
        ]
        deletion = (leaver, lambda client, name=name: client.post("/api/account/delete", json={"name": name}))
        rush(*questions[:4], deletion, *questions[4:])
    assert asyncio.run(orphans(pair.houses[0].database)) == {}


async def orphans(place):
    """The rows that belong to deleted accounts, by table."""
    store = Store.open(place)
    try:
        return await store.read(count_orphans)
    finally:
        await store.close()


def test_a_match_is_annulled_once(pair, register, rush):
    keeper, anna, boris = register("Annuls At Both"), register("Wins It"), register("Loses It")
    give_role(pair.houses[0], "Annuls At Both", "moderator")
    body = {"game": "tavlei", "seats": {"a": PERSON, "d": FREE}, "rated": True, "clock": "5+3"}
    match = anna.post("/api/matches", json=body).json()["id"]
    with seated(anna, match) as one, seated(boris, match) as two:
        [free] = [seat["letter"] for seat in one.view["seats"] if seat["kind"] == "free"]
        two.command("sit", {"seat": free, "secret": one.view["invitation"]})
        assert two.command("resign")["t"] == "done"
    codes = rush(*[(keeper, lambda client: act(client, "annul", match=match))] * AT_ONCE)
    assert codes == [""] + ["annulled-already"] * (AT_ONCE - 1)
    acts = keeper.get("/api/order/acts").json()["acts"]
    assert sum(one["match"] == match for one in acts) == 1
