"""Signing in through an identity provider, over HTTP: registering, signing in, linking, unlinking, confirming."""

import sqlite3
import time
from contextlib import closing

import pytest
from houses import PERSON, make
from houses.identified import account, begin, post, refused, sent_back, through, went_on
from houses.inner import InnerHouse
from houses.moderation import act, give_role
from joserfc.jwk import RSAKey
from programs.commands import done
from programs.identity_provider import CLIENT, list_provider

PASSWORD = "seven green herons wade"  # noqa: S105 - of nobody


def someone(provider, subject, name=None):
    provider.person = {"sub": subject, "preferred_username": name or f"Person {subject}"}


def registered(client, provider, subject, name):
    """Make an account through the provider."""
    someone(provider, subject)
    went_on(through(client))
    answer = post(client, "providers/register", name=name)
    assert answer.status_code == 201, answer.text
    return answer.json()["recovery_codes"]


def confirmed_long_ago(house):
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=20)) as file:
        file.execute("update sessions set confirmed_at = 0")
        file.commit()


def test_a_guest_registers_through_a_provider_keeps_the_matches_and_signs_in_again(house, guest, other, provider):
    match = make(guest, seats={"a": PERSON, "d": {"kind": "free"}})
    someone(provider, "keeps", "Radka")

    went_on(through(guest, back="/puzzles"))
    state = guest.get("/api/account").json()
    assert state["newcomer"] == {"provider": "Chess club", "name": "Radka"}
    assert state["providers"] == [{"id": "club", "name": "Chess club"}]
    answer = post(guest, "providers/register", name="Radka")
    assert len(answer.json()["recovery_codes"]) == 10
    assert [one["id"] for one in guest.get("/api/matches").json()] == [match]
    assert guest.get("/api/account").json()["newcomer"] is None
    [identity] = account(guest)["identities"]
    assert (identity["provider"], identity["is_open"], account(guest)["has_password"]) == ("Chess club", True, False)
    [exported] = guest.get("/api/account/export").json()["identities"]
    known = {"issuer": provider.issuer, "subject": "keeps", "made_at": 0, "used_at": None}
    assert exported | {"made_at": 0} == known
    assert f"Identity provider: {provider.issuer}" in done("account", "show", "Radka", "--data", house.folder)

    went_on(through(other, back="/match/x?a=b#c"), "/match/x?a=b#c")
    assert account(other)["name"] == "Radka"
    assert [one["id"] for one in other.get("/api/matches").json()] == [match]


def test_the_browser_goes_to_the_provider_with_a_fresh_proof_each_time(guest, provider):
    for _ in range(2):
        sent_back(begin(guest))
    first, second = provider.asked
    assert first["client_id"] == CLIENT
    assert first["redirect_uri"].endswith("/sign-in/club")
    assert all(first[name] != second[name] and len(first[name]) == 43 for name in ("state", "nonce", "code_challenge"))
    assert "max_age" not in first
    cookie = guest.cookies["sign-in"]
    assert not any(first[name] in cookie for name in ("state", "nonce"))


def test_a_name_that_is_taken_or_reserved_is_not_suggested_and_is_refused(guest, other, provider):
    registered(guest, provider, "first", "Zdena")
    for subject, name, code in (("second", "ZDENA", "name-taken"), ("third", "moderator", "reserved-name")):
        someone(provider, subject, name)
        went_on(through(other))
        assert other.get("/api/account").json()["newcomer"]["name"] == ""
        refused(post(other, "providers/register", name=name), code, 409 if code == "name-taken" else 400)


def test_the_same_address_of_mail_or_name_at_the_provider_is_not_the_same_person(guest, other, provider):
    registered(guest, provider, "one person", "One Person")
    provider.person = {"sub": "another", "preferred_username": "One Person", "email": "one@example.org"}
    went_on(through(other))
    assert account(other) is None


def test_an_identity_makes_one_account_although_it_chooses_a_name_in_two_browsers(guest, other, provider):
    someone(provider, "twice")
    went_on(through(guest))
    went_on(through(other))
    assert post(guest, "providers/register", name="Only Once").status_code == 201
    refused(post(other, "providers/register", name="Only Twice"), "identity-taken", 409)


def test_a_browser_that_forgets_whom_the_provider_named_makes_no_account(guest, provider):
    someone(provider, "forgotten")
    went_on(through(guest))
    post(guest, "providers/forget")
    refused(post(guest, "providers/register", name="Forgotten"), "sign-in-expired", 409)


def test_a_resident_links_a_provider_signs_in_with_it_and_unlinks_it(guest, other, provider):
    someone(provider, "linked")
    post(guest, "register", name="Has Password", password=PASSWORD)
    went_on(through(guest, "link"))
    refused(through(guest, "link"), "identity-taken", 409)
    someone(provider, "a second one")
    refused(through(guest, "link"), "linked-already", 409)

    someone(provider, "linked")
    went_on(through(other))
    assert account(other)["name"] == "Has Password"
    [identity] = account(guest)["identities"]
    assert identity["used_at"] is not None
    assert post(guest, "providers/unlink", id=identity["id"]).status_code == 200
    assert account(guest)["identities"] == []


def test_an_identity_of_another_account_cannot_be_linked(guest, other, provider):
    registered(guest, provider, "mine", "Has It")
    post(other, "register", name="Wants It", password=PASSWORD)
    refused(through(other, "link"), "identity-taken", 409)
    assert account(other)["identities"] == []


def test_the_last_way_to_sign_in_is_not_unlinked(guest, provider):
    registered(guest, provider, "only way", "Only Way")
    [identity] = account(guest)["identities"]
    refused(post(guest, "providers/unlink", id=identity["id"]), "last-way-in", 409)
    post(guest, "password", password=PASSWORD)
    assert post(guest, "providers/unlink", id=identity["id"]).status_code == 200


def test_whoever_has_only_a_provider_confirms_by_signing_in_there_again(house, guest, provider):
    registered(guest, provider, "confirms", "Confirms")
    confirmed_long_ago(house)
    guest_again = house.guest()
    with guest_again as client:  # a session that this server has not seen yet
        client.get("/")
        provider.signed_in_at = lambda: time.time() - 7200
        went_on(through(client))
        refused(client.get("/api/account/export"), "confirm-first", 403)
        refused(post(client, "providers/start", provider="club", purpose="link"), "confirm-first", 403)

        refused(through(client, "confirm"), "not-confirmed", 403)
        provider.changes = {"auth_time": None}
        refused(through(client, "confirm"), "not-confirmed", 403)
        provider.changes, provider.signed_in_at = {}, time.time
        someone(provider, "somebody else")
        refused(through(client, "confirm"), "identity-unknown", 403)
        someone(provider, "confirms")
        went_on(through(client, "confirm", "/account#confirmed"), "/account#confirmed")
        assert (provider.asked[-1]["prompt"], provider.asked[-1]["max_age"]) == ("login", "0")
        exported = client.get("/api/account/export").json()
        assert [(one["issuer"], one["subject"]) for one in exported["identities"]] == [(provider.issuer, "confirms")]


def test_signing_in_where_one_has_just_signed_in_counts_as_a_confirmation(house, guest, other, provider):
    registered(guest, provider, "fresh", "Fresh")
    went_on(through(other))
    assert account(other)["is_confirmed"] is True


def test_recovery_codes_work_and_deletion_frees_the_identity(house, guest, other, provider):
    codes = registered(guest, provider, "leaves", "Leaves")
    assert post(other, "recover", name="Leaves", code=codes[0], password=PASSWORD).status_code == 200
    assert post(other, "delete", name="Leaves").status_code == 200
    with closing(sqlite3.connect(house.folder / "ludoteka.sqlite", timeout=20)) as file:
        assert file.execute("select count(*) from identities where subject = 'leaves'").fetchone() == (0,)
    with house.guest() as client:
        client.get("/")
        went_on(through(client))
        assert account(client) is None
        assert client.get("/api/account").json()["newcomer"]["provider"] == "Chess club"


@pytest.mark.parametrize("registration", ["closed", "invitation", "providers"])
def test_a_house_says_who_registers_through_providers(tmp_path, provider, registration):
    options, environment = list_provider(tmp_path, provider.issuer)
    options = (*options, "--registration", registration)
    with InnerHouse(tmp_path, options=options, environment=environment) as house, house.guest() as client:
        client.get("/")
        if registration == "closed":
            refused(through(client), "identity-unknown", 403)
            return
        went_on(through(client))
        if registration == "invitation":
            refused(post(client, "providers/register", name="Invited", invitation="guessed"), "bad-invitation", 403)
        else:
            refused(post(client, "register", name="Identified", password=PASSWORD), "registration-closed", 403)
            assert post(client, "providers/register", name="Identified").status_code == 201


def test_a_new_key_of_the_provider_is_fetched_once_it_signs(guest, other, provider):
    went_on(through(guest))
    read = provider.keys_read
    went_on(through(guest))
    assert provider.keys_read == read
    provider.rotate(RSAKey, 2048)
    went_on(through(other))
    assert provider.keys_read == read + 1


def test_an_address_that_is_shut_out_lets_residents_sign_in_through_a_provider_and_nobody_register(
    house, guest, other, resident, provider, address
):
    registered(guest, provider, "in the club", "Sits In The Club")
    keeper = resident("Keeps The Door")
    give_role(house, "Keeps The Door", "moderator")
    act(keeper, "shut-out", address=address["X-Forwarded-For"], hours=1).raise_for_status()
    other.headers |= address

    someone(provider, "in the club")
    went_on(through(other, back="/watch"), "/watch")
    assert account(other)["name"] == "Sits In The Club"
    assert other.get("/api/lobby").status_code == 200
    with house.guest() as newcomer:
        newcomer.headers |= address
        someone(provider, "comes anew")
        went_on(through(newcomer))
        refused(post(newcomer, "providers/register", name="Comes Anew"), "shut-out", 403)
