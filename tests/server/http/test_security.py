"""Security: requests from other sites, cookies, headers, and text from users that looks like markup."""

import json
import re
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path

import pytest
from houses import PERSON, make, seated
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludoteka import web
from ludoteka.house.house import CALLS

WEB = Path(next(iter(web.__path__)))
FREE = {"kind": "free"}
PAGES = ["/", "/dice", "/match/x", "/rules/tavlei", "/rules/labyrinth", "/nowhere"]
ANSWERS = [
    *PAGES,
    "/api/house",
    "/api/nowhere",
    "/api/guest",
    "/api/lobby",
    "/web/start/start.js",
    "/metrics",
    "/api/openapi.json",
]
ENDS_MAILS = "/notices/{key}"  # open to every program that has the key from an e-mail (RFC 8058)
POSTS = sorted(call.path for call in CALLS if call.method == "POST")
POSTS.remove(ENDS_MAILS)
STRANGE = ["http://evil.example", "https://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"]
FOREIGN_PAGES = [{"Origin": origin} for origin in STRANGE] + [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


def test_another_site_cannot_create_or_change_anything_with_or_without_an_origin(guest):
    """Every request is tried with one of the headers, and every header with some requests."""
    match, foreign = make(guest), cycle(FOREIGN_PAGES)
    tried = {(path, *headers.items()): headers for path, headers in zip(POSTS, foreign, strict=False)}
    tried |= {("/api/guest", *headers.items()): headers for headers in FOREIGN_PAGES}
    answers = {
        one: guest.post(one[0].replace("{match}", match), content=b"{}", headers=headers)
        for one, headers in tried.items()
    }

    wrong = {one: answer.text for one, answer in answers.items() if answer.status_code != 403}
    assert wrong == {}
    assert {answer.json()["code"] for answer in answers.values()} == {"bad-origin"}


def test_what_the_browser_calls_a_request_of_the_house_itself_is_carried_out(guest):
    for site in ("same-origin", "none"):
        answer = guest.post("/api/guest", json={"name": "Anna"}, headers={"sec-fetch-site": site})
        assert answer.status_code == 200, site


def test_a_page_of_the_house_and_a_program_without_an_origin_can_change_a_guests_name(guest):
    origin = str(guest.base_url).rstrip("/")

    assert guest.post("/api/guest", json={"name": "Anna"}, headers={"origin": origin}).status_code == 200
    assert guest.post("/api/guest", json={"name": "Anna"}).status_code == 200


def test_a_page_of_another_site_cannot_open_a_websocket(guest):
    match = make(guest)
    address = f"{str(guest.base_url).replace('http', 'ws', 1).rstrip('/')}/api/matches/{match}/socket"
    cookie = {"Cookie": f"guest={guest.cookies['guest']}"}

    for headers in FOREIGN_PAGES:
        with connect(address, additional_headers=cookie | headers) as socket:
            said = [json.loads(socket.recv(timeout=20))]
            with pytest.raises(ConnectionClosed, match="4403"):
                said.append(json.loads(socket.recv(timeout=20)))
        assert [one["d"]["code"] for one in said] == ["bad-origin"], f"{headers}: it receives nothing but the refusal"


def test_every_answer_has_the_security_headers(guest):
    for path in ANSWERS:
        headers = guest.get(path).headers

        assert "default-src 'self'" in headers["content-security-policy"], path
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "same-origin", path


class Inline(HTMLParser):
    """A parser that finds everything a page would run or load besides files of the house."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.found += [name for name in values if name.startswith("on") or name == "style"]
        self.found += [
            value for name, value in attrs if name in ("src", "href") and re.match(r"(\w+:|//)", value or "")
        ]
        if tag in ("style", "object", "embed", "iframe", "base") or (tag == "script" and "src" not in values):
            self.found.append(tag)


def test_no_page_has_inline_or_foreign_code(guest):
    for path in PAGES:
        for language in ("en", "ru", "cs"):
            page = Inline()
            page.feed(guest.get(path, headers={"accept-language": language}).text)

            assert page.found == [], (path, language)


def test_no_script_turns_text_into_markup_or_code():
    forbidden = re.compile(
        r"\b(?:outerHTML|insertAdjacentHTML|document\.write|eval|new Function)\b|innerHTML\s*\+?=",
    )
    sources = {path.relative_to(WEB).as_posix(): path.read_text("utf-8") for path in WEB.rglob("*.js")}

    assert len(sources) > 100
    assert {name: found for name, source in sources.items() if (found := forbidden.findall(source))} == {}


def test_the_cookie_is_http_only_and_same_site_and_also_secure_under_https(house):
    with house.guest() as new, house.guest() as other:
        plain = new.get("/").headers["set-cookie"]
        secure = other.get("/", headers={"x-forwarded-proto": "https"}).headers["set-cookie"]

    assert all(part in plain for part in ("HttpOnly", "SameSite=Lax", "Path=/"))
    assert plain.startswith("guest=")
    assert "Secure" not in plain
    assert "Domain" not in plain + secure
    assert secure.startswith("__Host-guest=")
    assert "Secure" in secure
    assert "Path=/;" in secure


PRIVATE = ["/api/guest", "/api/matches", "/api/lobby", "/match/{}/record", "/match/{}/dice", "/match/{}/link.svg"]
PRIVATE += ["/api/matches/{}/positions/0", "/metrics", "/api/nowhere"]


def test_no_browser_or_proxy_keeps_an_answer_that_is_meant_for_one_guest(guest):
    match = make(guest)
    for path in PRIVATE:
        assert guest.get(path.format(match)).headers["cache-control"] == "no-store", path


def test_an_answer_that_a_proxy_may_keep_carries_no_cookie(house, guest):
    addresses = re.findall(r'(?:href|src)="(/(?:web|styles)/[^"]+)"', guest.get("/").text)
    with house.guest() as new:
        for address in [*addresses, "/games/tavlei/cover.svg", "/api/catalogue/cs", "/api/catalogue/cs/start"]:
            assert "set-cookie" not in new.get(address).headers, address


def test_a_name_and_a_chat_line_that_look_like_markup_never_become_part_of_a_page(house, guest):
    name = "<img src=x onerror=alert(1)>"
    with house.guest() as other:
        other.get("/")
        match = make(guest, seats={"a": PERSON, "d": FREE})
        other.post("/api/guest", json={"name": name})
        with seated(guest, match) as host, seated(other, match) as late:
            late.command("sit", {"seat": "d", "secret": host.view["invitation"]})
            host.command("chat", {"text": name})
            while not any(seat["name"] for seat in host.view["seats"]):
                host.next("view")

            assert late.next("chat")["d"]["text"] == name

    for path in (f"/match/{match}", "/"):
        assert name not in guest.get(path).text


def test_no_url_leads_to_a_file_outside_the_public_folders(guest):
    for path in (
        "/match/..%2f..%2fetc%2fpasswd/record",
        "/web/..%2f..%2fcli.py",
        "/games/..%2f/looks.css",
        "/web//etc/passwd",
    ):
        assert guest.get(path).status_code == 404
