"""The reverse proxies of deploy/, each in front of a real house."""

import json
from contextlib import contextmanager

import httpx2
import pytest
from houses import HOT_SEAT, RunningHouse, make, streaming
from programs.proxies import PROXIES, context
from programs.servers import free_port
from websockets.sync.client import connect


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with RunningHouse(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module", params=PROXIES)
def proxy(request, house, tmp_path_factory):
    """A proxy before the house and a server that is down: its address, and what a client that trusts it needs."""
    folder = tmp_path_factory.mktemp(request.param)
    with PROXIES[request.param](folder, [free_port(), house.port]) as address:
        yield address, context(folder)


@pytest.fixture
def browser(proxy):
    """Return an HTTP client for the proxy, without cookies."""
    address, trusted = proxy
    with httpx2.Client(base_url=address, verify=trusted, timeout=20) as client:
        yield client


@contextmanager
def socket_to(browser, match, trusted, **headers):
    address = f"{browser.base_url}".replace("http", "ws", 1).rstrip("/")
    cookie = "; ".join(f"{one.name}={one.value}" for one in browser.cookies.jar)
    believed = trusted if address.startswith("wss") else None
    headers = {"Cookie": cookie, "Origin": str(browser.base_url).rstrip("/"), **headers}
    with connect(f"{address}/api/matches/{match}/socket", additional_headers=headers, ssl=believed) as socket:
        yield socket


def test_a_match_is_played_through_the_proxy_and_pages_of_other_sites_are_refused(browser, proxy):
    match = make(browser, seats=HOT_SEAT)
    with socket_to(browser, match, proxy[1]) as socket:
        socket.send(json.dumps({"t": "hello", "n": 0}))
        assert json.loads(socket.recv())["t"] == "view"
        socket.send(json.dumps({"t": "act", "id": "first", "n": 0, "d": "e2-f2"}))
        kinds = {json.loads(socket.recv())["t"] for _ in range(2)}
        assert "done" in kinds
    with socket_to(browser, match, proxy[1], Origin="https://elsewhere.example") as socket:
        assert json.loads(socket.recv())["d"]["code"] == "bad-origin"


def test_the_lines_of_a_stream_pass_through_the_proxy_at_once(browser):
    match = make(browser, seats=HOT_SEAT)
    with streaming(browser, f"/api/matches/{match}/stream") as lines:
        assert next(lines)["t"] == "view"
        assert browser.post(f"/api/matches/{match}/act", json={"d": "e2-f2"}).status_code == 200
        assert next(lines)["t"] == "event"


def test_the_cookie_is_marked_secure_if_and_only_if_the_proxy_uses_https(browser):
    cookie = browser.get("/").headers["set-cookie"]
    assert ("secure" in cookie.lower()) == (browser.base_url.scheme == "https")


def test_a_page_whose_name_was_made_to_lead_to_the_proxy_does_not_reach_the_house(browser):
    assert "Ludoteka" in browser.get("/").text
    assert "Ludoteka" not in browser.get("/", headers={"host": "evil.example"}).text


def test_the_proxy_skips_a_server_that_is_down(browser):
    assert [browser.get("/api/house").status_code for _ in range(6)] == [200] * 6


def test_the_metrics_are_not_public(browser):
    assert browser.get("/metrics").status_code == 404


def test_a_record_of_four_megabytes_passes_through_the_proxy(browser):
    assert browser.post("/api/records", content=b"x" * 4_000_000).json()["code"] == "bad-record"
