"""Link previews: what pages say of themselves to other sites, and the pictures that they name."""

import io
import json
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from houses import HOT_SEAT, PERSON, make, seated
from PIL import Image
from websockets.sync.client import connect

from ludoteka.games import games
from ludoteka.server.operations.limits import RATES

PUZZLE = "/puzzle/tavlei/3"


class Tags(HTMLParser):
    """The tags in the head of a page by their names."""

    def __init__(self, text):
        super().__init__()
        self.found = {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "meta" and "content" in given:
            self.found[given.get("property") or given["name"]] = given["content"]


def tags_of(client, path, **headers):
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    return Tags(answer.text).found


def picture_of(client, path, **headers):
    """Return the picture that a page names, and the answer with it."""
    tags = tags_of(client, path, **headers)
    address = urlsplit(tags["og:image"])
    assert f"{address.scheme}://{address.netloc}" == str(client.base_url).rstrip("/"), "crawlers need a whole address"
    answer = client.get(f"{address.path}?{address.query}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    return Image.open(io.BytesIO(answer.content)), answer


@pytest.fixture
def match(guest):
    return make(guest)


def test_every_kind_of_page_names_a_picture_of_the_size_that_it_says(resident, guest, match):
    resident("Žofie")
    pages = ["/", "/rules/labyrinth", "/analysis/moksha", f"/match/{match}", f"/match/{match}/review", PUZZLE]
    for page in [*pages, "/resident/Žofie"]:
        tags = tags_of(guest, page)
        assert tags["twitter:card"] == "summary_large_image", page
        assert all(tags[name] for name in ("og:title", "og:description", "og:image:alt", "description")), page
        assert urlsplit(tags["og:url"]).path == guest.build_request("GET", page).url.raw_path.decode(), page
        picture, _ = picture_of(guest, page)
        assert picture.size == (int(tags["og:image:width"]), int(tags["og:image:height"])) == (1200, 630), page
        assert len(picture.convert("RGB").getcolors(1 << 24)) > 50, f"something is drawn for {page}"


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_has_a_picture_and_every_match_another(house, guest, name):
    game = games()[name]
    seats = {seat.letter: PERSON for seat in game.seats(game.check_options({})) if not seat.is_guest}
    cover, _ = picture_of(guest, f"/rules/{name}")
    board, _ = picture_of(guest, f"/match/{make(guest, name, seats)}")

    assert cover.size == board.size
    assert cover.tobytes() != board.tobytes()


def test_pages_speak_of_themselves_in_the_language_of_the_reader(guest, match):
    english = tags_of(guest, f"/match/{match}")
    czech = tags_of(guest, f"/match/{match}", **{"accept-language": "cs"})

    assert english["og:description"] == "Watch the match live."
    assert czech["og:description"] != english["og:description"]
    assert "language=cs" in czech["og:image"]
    assert tags_of(guest, PUZZLE)["og:title"] == "Tavlei: puzzle 3"


def test_the_description_of_a_match_names_the_players_and_says_how_it_stands(resident, guest):
    anna = resident("Anna")
    seats = {"a": PERSON, "d": {"kind": "computer", "level": 3}}
    played = make(anna, seats=seats)
    assert tags_of(guest, f"/match/{played}")["og:title"] == "Tavlei: Anna – Computer 3"
    with seated(anna, played) as player:
        player.command("resign")
    assert tags_of(guest, f"/match/{played}")["og:description"] == "The match is over. Winner: Computer 3"

    waiting = make(anna, seats={"a": PERSON, "d": {"kind": "free"}})
    assert tags_of(guest, f"/match/{waiting}")["og:description"] == "A seat is free."


def test_what_nobody_may_see_has_no_description_and_no_picture(resident, guest):
    secret = resident("Tajemná")
    assert tags_of(guest, "/resident/Tajemná")["og:title"] == "Tajemná"
    secret.post("/api/account/hide", json={"is_hidden": True})

    for page in ("/resident/Tajemná", "/resident/nobody", "/match/nowhere", "/account", "/settings"):
        assert "og:title" not in tags_of(guest, page), page
    for client in (guest, secret):
        assert client.get("/preview/resident/Tajemná").json()["code"] == "no-such-resident"
    assert guest.get("/preview/match/nowhere").json()["code"] == "no-such-match"
    assert guest.get("/preview/puzzle/tavlei/99999").json()["code"] == "no-such-puzzle"
    assert guest.get("/preview/game/chess").json()["code"] == "no-such-game"


def test_a_name_that_looks_like_markup_stays_text(guest):
    guest.post("/api/guest", json={"name": '"><b>Anna'})
    match = make(guest)
    assert tags_of(guest, f"/match/{match}")["og:title"] == 'Tavlei: "><b>Anna – "><b>Anna'
    picture, _ = picture_of(guest, f"/match/{match}")
    assert picture.size == (1200, 630)


def test_a_picture_is_sent_again_only_if_what_it_shows_has_changed(guest, match):
    before, answer = picture_of(guest, f"/match/{match}")
    assert answer.headers["cache-control"] == "public, max-age=60"
    known = {"if-none-match": answer.headers["etag"]}
    address = answer.request.url.path
    assert guest.get(address, headers=known).status_code == 304

    with seated(guest, match) as player:
        player.act("e2-f2")
        after = guest.get(address, headers=known)
        assert after.status_code == 200
        assert Image.open(io.BytesIO(after.content)).tobytes() != before.tobytes()
        player.command("resign", "a")
    assert guest.get(address).headers["cache-control"] == "public, max-age=86400"


def test_a_picture_in_a_language_that_nobody_speaks_is_the_english_one(guest):
    tags = {guest.get(f"/preview/start?language={language}").headers["etag"] for language in ("en", "tlh", "")}
    assert len(tags) == 1


def test_a_picture_is_the_same_for_everybody_and_sets_no_cookie(house):
    with house.guest() as crawler:
        answer = crawler.get("/preview/start")
        assert "set-cookie" not in answer.headers
        assert not crawler.cookies


def test_one_address_cannot_ask_for_pictures_without_end(limited_house, address):
    with limited_house.guest() as crawler:
        crawler.headers |= address
        most = RATES["read"].address.at_once // 10
        statuses = [crawler.get("/preview/start").status_code for _ in range(most + 10)]

    assert statuses[0] == 200
    assert statuses[-1] == 429


def test_the_board_for_a_frame_needs_no_cookies_and_may_be_framed_everywhere_unlike_every_other_page(house, guest):
    match = make(guest, seats=HOT_SEAT)
    with house.guest() as visitor:
        answer = visitor.get(f"/embed/match/{match}")
        assert "frame-ancestors *" in answer.headers["content-security-policy"]
        assert "set-cookie" not in answer.headers
        for page in (
            "/",
            f"/match/{match}",
            "/rules/tavlei",
            "/watch",
            "/account",
            "/nowhere",
            "/embed",
            "/embed/match",
        ):
            assert "frame-ancestors 'none'" in visitor.get(page).headers["content-security-policy"], page


def test_a_frame_for_a_match_that_does_not_exist_says_so(guest):
    answer = guest.get("/embed/match/nowhere")
    assert answer.status_code == 404
    assert "There is no such match here." in answer.text


def test_the_board_for_a_frame_shows_a_player_what_spectators_see(guest):
    match = make(guest)
    address = str(guest.base_url).replace("http", "ws", 1).rstrip("/")
    cookies = {"Cookie": f"guest={guest.cookies['guest']}"}
    yours = {}
    for path in (f"/api/matches/{match}/socket", f"/embed/match/{match}/socket"):
        with connect(address + path, additional_headers=cookies, compression=None) as socket:
            socket.send(json.dumps({"t": "hello", "n": 0}))
            view = json.loads(socket.recv(timeout=60))["d"]
            yours[path.split("/")[1]] = view["yours"], [seat["yours"] for seat in view["seats"]]
    assert yours == {"api": (True, [True, True]), "embed": (False, [False, False])}
