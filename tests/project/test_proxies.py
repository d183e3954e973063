"""The reverse proxies of deploy/, each in front of a real house."""

import json
from contextlib import contextmanager

import httpx2
import pytest
from houses import HOT_SEAT, RunningHouse, make, streaming
from programs.proxies import PROXIES, context
from programs.servers import free_port
from websockets.sync.client import connect


@pytest.fixture(params=PROXIES)
def before(request, tmp_path):
    """Return a context manager that starts the proxy in front of some ports and yields an HTTP client for it."""

    @contextmanager
    def started(*ports):
        with (
            PROXIES[request.param](tmp_path, ports) as address,
            httpx2.Client(base_url=address, verify=context(tmp_path), timeout=20) as browser,
        ):
            yield browser

    return started


@pytest.fixture
def house(tmp_path):
    with RunningHouse(tmp_path / "house") as house:
        yield house


@contextmanager
def socket_to(browser, match, folder, **headers):
    address = f"{browser.base_url}".replace("http", "ws", 1).rstrip("/")
    cookie = "; ".join(f"{one.name}={one.value}" for one in browser.cookies.jar)
    believed = context(folder) if address.startswith("wss") else None
    headers = {"Cookie": cookie, "Origin": str(browser.base_url).rstrip("/"), **headers}
    with connect(f"{address}/api/matches/{match}/socket", additional_headers=headers, ssl=believed) as socket:
        yield socket


def test_a_match_is_played_through_the_proxy_and_pages_of_other_sites_are_refused(before, house, tmp_path):
    with before(house.port) as browser:
        match = make(browser, seats=HOT_SEAT)
        with socket_to(browser, match, tmp_path) as socket:
            socket.send(json.dumps({"t": "hello", "n": 0}))
            assert json.loads(socket.recv())["t"] == "view"
            socket.send(json.dumps({"t": "act", "id": "first", "n": 0, "d": "e2-f2"}))
            kinds = {json.loads(socket.recv())["t"] for _ in range(2)}
            assert "done" in kinds
        with socket_to(browser, match, tmp_path, Origin="https://elsewhere.example") as socket:
            assert json.loads(socket.recv())["d"]["code"] == "bad-origin"


def test_the_lines_of_a_stream_pass_through_the_proxy_at_once(before, house):
    with before(house.port) as browser:
        match = make(browser, seats=HOT_SEAT)
        with streaming(browser, f"/api/matches/{match}/stream") as lines:
            assert next(lines)["t"] == "view"
            assert browser.post(f"/api/matches/{match}/act", json={"d": "e2-f2"}).status_code == 200
            assert next(lines)["t"] == "event"


def test_the_cookie_is_marked_secure_if_and_only_if_the_proxy_uses_https(before, house):
    with before(house.port) as browser:
        cookie = browser.get("/").headers["set-cookie"]
        assert ("secure" in cookie.lower()) == (browser.base_url.scheme == "https")


def test_a_page_whose_name_was_made_to_lead_to_the_proxy_does_not_reach_the_house(before, house):
    with before(house.port) as browser:
        assert "Ludoteka" in browser.get("/").text
        assert "Ludoteka" not in browser.get("/", headers={"host": "evil.example"}).text


def test_the_proxy_skips_a_server_that_is_down(before, house):
    with before(free_port(), house.port) as browser:
        assert [browser.get("/api/house").status_code for _ in range(6)] == [200] * 6


def test_the_metrics_are_not_public(before, house):
    with before(house.port) as browser:
        assert browser.get("/metrics").status_code == 404


def test_a_record_of_four_megabytes_passes_through_the_proxy(before, house):
    with before(house.port) as browser:
        assert browser.post("/api/records", content=b"x" * 4_000_000).json()["code"] == "bad-record"
