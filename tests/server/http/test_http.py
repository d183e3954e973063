"""Pages and REST calls, valid and invalid ones."""

import re
import socket
from itertools import product

import pytest
from houses import HOT_SEAT, PERSON, make


def test_the_health_check_succeeds(guest):
    assert guest.get("/api/health").json()["status"] == "ok"


def test_the_house_lists_its_games(guest):
    offered = guest.get("/api/house").json()
    tavlei = next(game for game in offered["games"] if game["name"] == "tavlei")

    assert [seat["letter"] for seat in tavlei["seats"]] == ["a", "d"]
    assert tavlei["levels"] == 10
    assert {game["name"] for game in offered["games"]} >= {"tavlei", "moksha", "quagmire", "scripta", "labyrinth"}


def test_the_house_says_what_each_game_is_like_and_which_one_to_start_with(guest):
    listed = guest.get("/api/house").json()["games"]
    offered = {game["name"]: game for game in listed}
    ours = [game for game in offered.values() if game["puzzles"] or game["name"] == "labyrinth"]
    assert offered["labyrinth"]["players"] == [1, 8]
    assert offered["quagmire"]["players"] == [2, 4]
    assert all(game["minutes"][0] < game["minutes"][1] and game["luck"] for game in ours)
    assert [game["name"] for game in listed if game.get("for_beginners")] == [listed[0]["name"]], "it is listed first"


def test_seats_for_later_guests_of_a_labyrinth_need_not_be_listed_in_the_request(guest):
    maze = next(game for game in guest.get("/api/house").json()["games"] if game["name"] == "labyrinth")
    choices = next(option["choices"] for option in maze["options"] if option["name"] == "guests")
    assert [seat["letter"] for seat in maze["seats"]] == ["P", "Q"]
    assert not [choice for choice in choices if "seats" in choice]
    seats = {"P": PERSON, "Q": {"kind": "computer", "level": 1}}
    made = guest.post("/api/matches", json={"game": "labyrinth", "options": {"guests": True}, "seats": seats})
    assert made.status_code == 201


def test_the_house_marks_which_choice_to_offer_first_but_a_match_without_options_gets_the_defaults(guest):
    scripta = next(game for game in guest.get("/api/house").json()["games"] if game["name"] == "scripta")
    offered = {one["name"]: one["choices"][one["offered"]]["value"] for one in scripta["options"]}
    assert offered == {"pieces": 15, "must_move": False, "dice": "bag"}
    made = guest.post(
        "/api/matches", json={"game": "scripta", "seats": {"y": {"kind": "person"}, "g": {"kind": "free"}}}
    )
    assert made.status_code == 201
    record = guest.get(f"/match/{made.json()['id']}/record").text
    assert '[Option.pieces "15"]' in record
    assert '[Option.dice "fair"]' in record


def test_pages_are_in_the_readers_language(guest):
    for path, language in product(["/", "/match/x", "/rules/tavlei"], ["en", "ru", "cs"]):
        asked = guest.get(path, headers={"accept-language": f"{language}-XX,de;q=0.5"})
        switched = guest.get(path, headers={"accept-language": "de", "cookie": f"language={language}"})

        for page in (asked, switched):
            assert page.status_code == 200, path
            assert f'<html lang="{language}"' in page.text, path


def test_pages_run_only_code_of_the_house(guest):
    policy = guest.get("/").headers["content-security-policy"]

    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_a_guest_has_a_cookie_that_no_script_can_read(house):
    with house.guest() as new:
        cookie = new.get("/").headers["set-cookie"]

        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "set-cookie" not in new.get("/").headers, "the cookie is set only once"


@pytest.mark.parametrize("path", ["/nowhere", "/rules/chess", "/rules/..%2f..%2fetc"])
def test_an_unknown_page_is_answered_with_404(guest, path):
    answer = guest.get(path)

    assert answer.status_code == 404
    assert "<html" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/api/nowhere",
        "/games/tavlei/rules.py",
        "/games/tavlei/..%2f__init__.py",
        "/web/__init__.py",
        "/web/pages/page.html",
    ],
)
def test_only_public_files_are_served(guest, path):
    assert guest.get(path).status_code == 404


def test_a_guest_sees_only_their_own_matches(house, guest):
    match = make(guest)

    assert match in [one["id"] for one in guest.get("/api/matches").json()]
    with house.guest() as other:
        assert other.get("/api/matches").json() == []


@pytest.mark.parametrize(
    ("wish", "code", "status"),
    [
        ({"game": "chess", "seats": HOT_SEAT}, "no-such-game", 404),
        ({"game": "moksha", "seats": HOT_SEAT}, "bad-seats", 400),
        ({"game": "tavlei", "seats": {}}, "bad-seats", 400),
        ({"game": "tavlei", "seats": {"a": PERSON}}, "bad-seats", 400),
        ({"game": "tavlei", "seats": HOT_SEAT | {"x": PERSON}}, "bad-seats", 400),
        ({"game": "tavlei", "seats": {"a": PERSON, "d": {"kind": "computer", "level": 11}}}, "bad-seats", 400),
        ({"game": "tavlei", "seats": {one: {"kind": "computer", "level": 1} for one in "ad"}}, "bad-seats", 400),
        ({"game": "tavlei", "seats": HOT_SEAT, "options": {"repetition": 1}}, "bad-option", 400),
        ({"game": "tavlei", "seats": HOT_SEAT, "options": {"speed": "fast"}}, "bad-option", 400),
        ({"game": "tavlei", "seats": HOT_SEAT, "options": {"repetition": ["off"]}}, "bad-option", 400),
        ({"game": "tavlei"}, "bad-message", 400),
        ({"game": 1, "seats": []}, "bad-message", 400),
        ({"game": "t" * 5000, "seats": HOT_SEAT}, "too-large", 413),
    ],
)
def test_an_impossible_match_is_refused_with_the_reason(guest, wish, code, status):
    answer = guest.post("/api/matches", json=wish)

    assert (answer.json()["code"], answer.status_code) == (code, status)
    assert answer.json()["message"]


def test_an_invalid_body_is_refused(guest):
    for body in (b"", b"{", b"\xff", b"[" * 3000, b"null"):
        answer = guest.post("/api/matches", content=body)

        assert (answer.json()["code"], answer.status_code) == ("bad-message", 400), body


def test_a_key_that_a_request_does_not_have_is_refused_by_its_name(guest):
    for wish, key in (
        ({"game": "tavlei", "seats": HOT_SEAT, "ratde": True}, "ratde"),
        ({"game": "tavlei", "seats": HOT_SEAT | {"a": PERSON | {"levle": 3}}}, "levle"),
    ):
        answer = guest.post("/api/matches", json=wish)

        assert (answer.json()["code"], answer.status_code) == ("bad-message", 400)
        assert key in answer.json()["message"][1]["reason"]


def test_a_body_that_is_too_long_is_refused_before_it_is_sent(house, guest):
    cookies = "; ".join(f"{one.name}={one.value}" for one in guest.cookies.jar)
    head = f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 40000\r\nCookie: {cookies}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as connection:
        connection.sendall(head.encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_another_site_cannot_create_a_match(guest):
    answer = guest.post(
        "/api/matches", json={"game": "tavlei", "seats": HOT_SEAT}, headers={"origin": "http://evil.example"}
    )

    assert (answer.json()["code"], answer.status_code) == ("bad-origin", 403)


def test_an_unknown_match_has_no_rematch(guest):
    assert guest.post("/api/matches/nowhere/rematch").json()["code"] == "no-such-match"


def test_catalogues_exist_in_three_languages(guest):
    assert guest.get("/api/catalogue/en").json() == {}
    assert guest.get("/api/catalogue/ru").json()["Attackers to move"] != "Attackers to move"
    assert guest.get("/api/catalogue/cs").json()["Attackers to move"] != "Attackers to move"
    assert guest.get("/api/catalogue/tlh").status_code == 404


def test_long_pages_are_compressed(guest):
    answer = guest.get("/rules/tavlei", headers={"accept-encoding": "gzip"})

    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.content) / 5


@pytest.mark.parametrize("language", ["ru", "cs"])
def test_the_start_page_receives_only_its_own_translations(guest, language):
    whole, part = (guest.get(f"/api/catalogue/{language}{which}").json() for which in ("", "/start"))
    assert part.items() <= whole.items()
    assert len(part) < len(whole) / 2
    for game in guest.get("/api/house").json()["games"]:
        assert game["summary"] not in whole or game["summary"] in part


def test_an_unknown_language_has_no_catalogue_for_the_start_page(guest):
    assert guest.get("/api/catalogue/xx/start").status_code == 404


def test_the_style_sheets_of_a_page_are_served_as_one_file_that_is_sent_again_only_when_it_has_changed(guest):
    assert '<link rel="stylesheet" href="/styles/match.css?' in guest.get("/match/any").text
    whole = guest.get("/styles/match.css")
    assert whole.headers["content-type"].startswith("text/css")
    assert ".board" in whole.text
    assert_revalidated(guest, "/styles/match.css")
    assert guest.get("/styles/start.css", headers={"if-none-match": '"other"'}).status_code == 200
    assert guest.get("/styles/nothing.css").status_code == 404


@pytest.mark.parametrize("path", ["/web/common/texts.js", "/api/catalogue/cs", "/games/tavlei/looks.svg"])
def test_a_file_is_sent_again_only_when_it_has_changed(guest, path):
    assert_revalidated(guest, path)


def assert_revalidated(guest, path):
    """Check that a browser asks every time, and receives the content only if it has changed."""
    first = guest.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = guest.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_files_of_a_page_are_kept_for_good_because_their_addresses_name_the_version_of_the_client(guest):
    page = guest.get("/match/any").text
    addresses = re.findall(r'(?:href|src)="(/(?:web|styles)/[^"]+)"', page)
    versioned = [address for address in addresses if address != "/web/common/emblem.svg"]
    assert len(versioned) > 10
    for address in versioned:
        answer = guest.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("path", ["/web/0123456789abcdef@/common/texts.js", "/styles/match.css?0123456789abcdef"])
def test_a_file_of_another_version_is_answered_with_the_current_one_which_is_not_kept(guest, path):
    """While a house of several servers is upgraded, a page of one server loads its files from another."""
    assert guest.get(path).status_code == 200
    assert_revalidated(guest, path)
