"""Security: requests from other sites, cookies, headers, and text from users that looks like markup."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from houses import PERSON, make, seated
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludoteka import web
from ludoteka.server.app import ROUTES

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
ENDS_MAILS = "/notices/{key}"  # open to every program that has the key of a mail (RFC 8058)
POSTS = sorted(route.path for route in ROUTES if "POST" in (getattr(route, "methods", None) or ()))
POSTS.remove(ENDS_MAILS)
STRANGE = ["http://evil.example", "https://evil.example", "null", "http://127.0.0.1.evil.example", "http://127.0.0.1:1"]


def of_a_match(guest, path):
    """Return a path with the id of a match, if it needs one; few are created, as their number is limited."""
    return path.replace("{match}", make(guest)) if "{match}" in path else path


@pytest.mark.parametrize("origin", STRANGE)
@pytest.mark.parametrize("path", POSTS)
def test_another_site_cannot_create_or_change_anything(guest, path, origin):
    answer = guest.post(of_a_match(guest, path), content=b"{}", headers={"origin": origin})

    assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("path", POSTS)
def test_another_site_cannot_change_anything_without_an_origin_either(guest, path, site):
    answer = guest.post(of_a_match(guest, path), content=b"{}", headers={"sec-fetch-site": site})

    assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_what_the_browser_calls_a_request_of_the_house_itself_is_carried_out(guest, site):
    assert guest.post("/api/guest", json={"name": "Anna"}, headers={"sec-fetch-site": site}).status_code == 200


def test_a_page_of_the_house_and_a_program_without_an_origin_can_change_a_guests_name(guest):
    origin = str(guest.base_url).rstrip("/")

    assert guest.post("/api/guest", json={"name": "Anna"}, headers={"origin": origin}).status_code == 200
    assert guest.post("/api/guest", json={"name": "Anna"}).status_code == 200


FOREIGN_PAGES = [*({"Origin": origin} for origin in STRANGE), {"Sec-Fetch-Site": "cross-site"}]


@pytest.mark.parametrize("headers", FOREIGN_PAGES, ids=lambda headers: next(iter(headers.values())))
def test_a_page_of_another_site_cannot_open_a_websocket(guest, headers):
    match = make(guest)
    address = f"{str(guest.base_url).replace('http', 'ws', 1).rstrip('/')}/api/matches/{match}/socket"
    cookie = {"Cookie": f"guest={guest.cookies['guest']}"}

    with connect(address, additional_headers=cookie | headers) as socket:
        said = [json.loads(socket.recv(timeout=20))]
        with pytest.raises(ConnectionClosed, match="4403"):
            said.append(json.loads(socket.recv(timeout=20)))

    assert [one["d"]["code"] for one in said] == ["bad-origin"], "it receives nothing but the refusal"


@pytest.mark.parametrize("path", ANSWERS)
def test_every_answer_has_the_security_headers(guest, path):
    headers = guest.get(path).headers

    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


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


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "ru", "cs"])
def test_no_page_has_inline_or_foreign_code(guest, path, language):
    page = Inline()
    page.feed(guest.get(path, headers={"accept-language": language}).text)

    assert page.found == []


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.js")), ids=lambda path: path.relative_to(WEB).as_posix())
def test_no_script_turns_text_into_markup_or_code(path):
    source = path.read_text("utf-8")

    assert not re.findall(r"\b(?:outerHTML|insertAdjacentHTML|document\.write|eval|new Function)\b", source)
    assert not re.findall(r"innerHTML\s*\+?=", source)


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


@pytest.mark.parametrize("path", PRIVATE)
def test_no_browser_or_proxy_keeps_an_answer_that_is_meant_for_one_guest(guest, path):
    assert guest.get(path.format(make(guest))).headers["cache-control"] == "no-store"


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
