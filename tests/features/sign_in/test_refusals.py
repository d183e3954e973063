"""What the house refuses when it signs people in through an identity provider."""

import time
from urllib.parse import parse_qsl, urlencode

from houses.identified import account, begin, post, refused, sent_back, through, went_on
from houses.inner import InnerHouse
from programs.commands import ludoteka
from programs.identity_provider import CLIENT, SECRET, list_provider, small_provider

HOUR = 3600
PASSWORD = "seven green herons wade"  # noqa: S105 - of nobody
BAD_CLAIMS = {
    "another nonce": {"nonce": "a" * 43},
    "no nonce": {"nonce": None},
    "another audience": {"aud": "somebody-else"},
    "several audiences without the party": {"aud": [CLIENT, "somebody-else"]},
    "another party": {"azp": "somebody-else"},
    "another issuer": {"iss": "https://elsewhere.example"},
    "expired": {"exp": time.time() - HOUR},
    "no end": {"exp": None},
    "from the future": {"iat": time.time() + HOUR},
    "not valid yet": {"nbf": time.time() + HOUR},
    "no subject": {"sub": None},
    "an empty subject": {"sub": ""},
    "a subject that is a number": {"sub": 7},
    "a subject that is too long": {"sub": "x" * 256},
    "the digest of another access token": {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"},
}


def test_an_id_token_with_wrong_claims_is_refused(house, provider):
    for what, provider.changes in BAD_CLAIMS.items():
        with house.guest() as guest:
            guest.get("/")
            answer = through(guest)
            assert answer.status_code == 403, what
            refused(answer, "bad-identity", 403)
            assert guest.get("/api/account").json()["newcomer"] is None, what


def test_an_id_token_that_the_provider_has_not_signed_is_refused(guest, provider):
    for way in (
        provider.sign_not_at_all,
        provider.sign_with_public_key,
        provider.sign_with_unknown_key,
        provider.forge,
    ):
        provider.sign = way
        refused(through(guest), "bad-identity", 403)


def test_something_that_is_no_id_token_is_refused(guest, provider):
    for token in ("", "x", "a.b.c", "." * 9, "é.é.é", 7, {"a": 1}, None):
        provider.sign = lambda claims, token=token: token
        refused(through(guest), "bad-identity", 403)


def test_the_clocks_may_differ_a_little(guest, provider):
    provider.changes = {"iat": int(time.time()) + 20, "exp": int(time.time()) - 10}
    went_on(through(guest))


def test_an_answer_that_is_not_from_this_provider_or_without_a_code_is_refused(guest, provider):
    for provider.answer in ({"iss": "https://elsewhere.example"}, {"iss": None}, {"code": None}, {"error": "X" * 99}):
        refused(through(guest), "bad-identity", 403)


def test_a_code_of_another_attempt_is_refused(guest, other, provider):
    theirs, ours = sent_back(begin(other)), sent_back(begin(guest))
    place, _, _ = ours.partition("?")
    mixed = dict(parse_qsl(ours.partition("?")[2])) | {"code": dict(parse_qsl(theirs.partition("?")[2]))["code"]}
    refused(guest.get(f"{place}?{urlencode(mixed)}"), "bad-identity", 403)


def test_whoever_cancels_at_the_provider_reads_so_in_their_language(guest, provider):
    provider.denies = True
    for language, words in (("en", "did not sign in"), ("ru", "не вошли"), ("cs", "nepřihlásili")):
        guest.headers["accept-language"] = language
        answer = through(guest)
        refused(answer, "sign-in-cancelled", 403)
        assert words in answer.text
    provider.denies = False
    went_on(through(guest))


def test_an_answer_works_once_and_only_in_the_browser_that_has_asked(guest, other, provider):
    address = sent_back(begin(guest))
    cookie = guest.cookies["sign-in"]
    refused(other.get(address), "sign-in-expired", 409)
    begin(other)
    refused(other.get(address), "sign-in-expired", 409)
    went_on(guest.get(address))
    refused(guest.get(address), "sign-in-expired", 409)
    refused(guest.get(address, headers={"cookie": f"sign-in={cookie}"}), "sign-in-expired", 409)
    for odd in (cookie[:-1] + ("A" if cookie[-1] != "A" else "B"), "x", ".", "é"):
        refused(guest.get(address, headers={"cookie": f"sign-in={odd}".encode()}), "sign-in-expired", 409)


def test_an_attempt_to_link_counts_only_for_the_account_that_began_it(guest, other, provider):
    post(guest, "register", name="Begins", password=PASSWORD)
    post(other, "register", name="Ends", password=PASSWORD)
    address = sent_back(begin(guest, "link"))
    other.cookies.set("sign-in", guest.cookies["sign-in"])
    refused(other.get(address), "sign-in-expired", 409)
    address = sent_back(begin(guest, "link"))
    post(guest, "sign-out")
    refused(guest.get(address), "not-signed-in", 401)
    assert account(other)["identities"] == []


def test_the_way_back_never_leads_out_of_the_house(guest, provider):
    went_on(through(guest))
    post(guest, "providers/register", name="Comes Back")
    for back in ("https://evil.example/", "//evil.example", "/\\evil.example", "evil", "", "/a b", "/\n", "/é"):
        post(guest, "sign-out")
        went_on(through(guest, back=back), "/account")


def test_what_a_guest_may_not_begin_is_refused(guest, provider):
    for purpose in ("link", "confirm"):
        refused(post(guest, "providers/start", provider="club", purpose=purpose), "not-signed-in", 401)
    refused(post(guest, "providers/start", provider="nowhere", purpose="sign-in"), "no-such-provider", 404)
    refused(post(guest, "providers/start", provider="club", purpose="else"), "bad-message", 400)
    refused(guest.get("/sign-in/nowhere"), "no-such-provider", 404)
    refused(post(guest, "providers/unlink", id="x"), "not-signed-in", 401)
    foreign = {"origin": "https://evil.example"}
    asked = {"provider": "club", "purpose": "sign-in"}
    refused(guest.post("/api/account/providers/start", json=asked, headers=foreign), "bad-origin", 403)
    refused(post(guest, "providers/register", name="Nobody Said"), "sign-in-expired", 409)


def test_a_guest_begins_only_so_many_attempts(guest, provider):
    asked = {"provider": "club", "purpose": "sign-in"}
    answers = [guest.post("/api/account/providers/start", json=asked) for _ in range(21)]
    refused(answers[-1], "too-often", 429)
    refused(guest.get("/sign-in/club?state=x"), "too-often", 429)


def test_a_closed_account_stays_closed(house, guest, provider):
    provider.person = {"sub": "turned away"}
    went_on(through(guest))
    post(guest, "providers/register", name="Turned Away")
    ended = ludoteka("account", "close", "Turned Away", "--data", house.folder)
    assert ended.returncode == 0
    post(guest, "sign-out")
    refused(through(guest), "account-closed", 403)


def test_a_provider_that_is_away_or_names_another_issuer_is_reported_and_used_again_later(tmp_path):
    with small_provider() as provider:
        options, environment = list_provider(tmp_path, provider.issuer)
        with InnerHouse(tmp_path, options=options, environment=environment) as house, house.guest() as client:
            client.get("/")
            asked = {"provider": "club", "purpose": "sign-in"}
            faults = ({"issuer": "https://elsewhere.example"}, {"token_endpoint": "http://elsewhere.example/token"})
            more = ({"jwks_uri": "file:///etc/passwd"}, {"id_token_signing_alg_values_supported": ["none", "HS256"]})
            provider.is_down = True
            for provider.document in ({}, *faults, *more):
                refused(client.post("/api/account/providers/start", json=asked), "provider-unreachable", 503)
                provider.is_down = False
            provider.document = {}
            provider.person = {"sub": "secret-subject"}
            provider.is_broken = True
            address = sent_back(begin(client))
            refused(client.get(address), "provider-unreachable", 503)
        assert "identity provider club: " in house.complaints
        assert not any(one in house.complaints for one in (SECRET, "secret-subject", "code="))
