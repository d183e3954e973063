"""The board of a match in a frame on another site."""

import re
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from browsers.inspection import violations_in_both_modes
from browsers.visitor import NARROW
from houses import PERSON, make, seated
from playwright.sync_api import expect

FRAME = '<!doctype html><html lang="en"><title>A club</title><iframe id="frame" title="Tavlei" width="{width}" height="480" src="{source}"></iframe>'


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without telling of it."""

    def log_message(self, *_):
        pass


@contextmanager
def other_site(folder):
    """Provide the address of a site that serves the files of a folder; it is no house."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def player(house):
    with house.guest() as client:
        client.get("/")
        match = make(client)
        with seated(client, match) as player:
            player.match = match
            yield player


def test_another_site_shows_the_board_as_the_match_is_played(visit, house, player, tmp_path):
    visitor = visit()
    source = f"{house.address}/embed/match/{player.match}"
    (tmp_path / "index.html").write_text(FRAME.format(source=source, width=320), "utf-8")
    with other_site(tmp_path) as address:
        visitor.page.goto(address)
        board = visitor.page.frame_locator("#frame")
        expect(board.get_by_role("status")).to_have_text("Attackers to move")
        expect(board.locator(".piece.attacker")).to_have_count(17)  # with the emblem of the plate
        player.act("e2-f2")
        expect(board.get_by_role("status")).to_have_text("Defenders to move")

        expect(board.get_by_role("link", name="Tavlei")).to_have_attribute("href", f"/match/{player.match}")
        assert board.locator("base").get_attribute("target") == "_blank"
        assert board.locator(":is(button, input, select, [tabindex]):not([inert] *)").count() == 0, (
            "nothing can be done there"
        )
        assert visitor.context.cookies(house.address) == []
        player.command("resign", "a")
        expect(board.get_by_role("status")).to_contain_text("Attackers resigned")


def test_another_site_cannot_show_any_other_page_in_a_frame(visit, house, player, tmp_path):
    visitor = visit()
    (tmp_path / "index.html").write_text(
        FRAME.format(source=f"{house.address}/match/{player.match}", width=320), "utf-8"
    )
    refused = []
    visitor.page.on("console", lambda message: refused.append(message.text))
    with other_site(tmp_path) as address:
        visitor.page.goto(address)
        expect(visitor.page.frame_locator("#frame").locator(".board")).to_have_count(0)
    assert any("frame-ancestors 'none'" in text for text in refused)
    visitor.failures.clear()  # the console has said so


@pytest.mark.parametrize("width", [320, 360, 1280])
@pytest.mark.parametrize("game", ["tavlei", "quagmire"])
def test_an_embedded_board_fits_into_its_frame(visit, house, game, width):
    seats = {"tavlei": "ad", "quagmire": "bltr"}[game]
    with house.guest() as client:
        client.get("/")
        options = {"seats": seats} if game == "quagmire" else {}
        people = dict.fromkeys(seats, PERSON)
        made = client.post("/api/matches", json={"game": game, "seats": people, "options": options})
        match = made.json()["id"]
    visitor = visit(viewport={"width": width, "height": 520})
    visitor.page.goto(f"/embed/match/{match}")
    expect(visitor.page.locator(".stage .place").first).to_be_attached()

    size = visitor.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight, document.querySelector('.stage .board').getBoundingClientRect().bottom]"
    )
    assert size[0] <= width
    assert size[1] <= 520
    assert size[2] <= 520
    assert not [name for name in visitor.page.locator(".who").all_inner_texts() if not name.strip()]


def test_an_embedded_board_passes_the_accessibility_check(visit, axe, player):
    visitor = visit()
    visitor.page.goto(f"/embed/match/{player.match}")
    expect(visitor.page.locator(".stage .place").first).to_be_attached()
    assert not violations_in_both_modes(visitor.page, axe)


def test_the_menu_of_a_match_gives_the_code_for_a_frame(visit):
    visitor = visit(**NARROW)
    visitor.begin()
    visitor.open_menu()
    visitor.page.locator(".menu").get_by_role("button", name="Embed").click()
    code = visitor.page.get_by_label("Code for your page").input_value()

    source = re.search('src="([^"]+)"', code)[1]
    assert source == visitor.page.url.replace("/match/", "/embed/match/").partition("#")[0]
    assert 'title="Tavlei"' in code
