"""Every table as people see it, compared with the pictures in `references`: one for each game and moment.

A picture shows the table in light and dark, in both themes and in three languages, on a wide and on a narrow screen.
`make pictures` takes all of them anew; look at them before you commit them.
"""

from itertools import product
from pathlib import Path
from random import Random

import pytest
from browsers.fonts import style_sheet
from browsers.pictures import IS_TAKING, keep, photograph, unlike
from houses.running import HOT_SEAT, PERSON, seated
from houses.seeds import give_seed
from PIL import Image
from playwright.sync_api import expect

from ludoteka.core.paths import read_paths
from ludoteka.games.labyrinth.options import scenario_of

REFERENCES = Path(__file__).parent / "references"
SEATS = {
    "tavlei": HOT_SEAT,
    "moksha": dict.fromkeys("wb", PERSON),
    "quagmire": dict.fromkeys("bltr", PERSON),
    "scripta": dict.fromkeys("yg", PERSON),
    "labyrinth": dict.fromkeys("PQ", PERSON),
}
OPTIONS = {"quagmire": {"seats": "bltr"}, "labyrinth": {"players": 2, "scenario": scenario_of({"players": 2})}}
MIDDLE = {"tavlei": 20, "moksha": 24, "quagmire": 90, "scripta": 60, "labyrinth": 40}  # actions
TOLD = (  # when somebody loses or gains something that no mark shows
    "To the quagmire: {pawn} from {cell}.",
    "{seat}: {action}, capturing a man.",
    "Found: {things}.",
    "Picked up from the floor: {things}.",
)
MOST = 150  # actions, after which players resign
WIDE, NARROW = (1280, 800), (360, 740)  # pixels
SHOWN = [  # language, colours, theme
    *(("en", colours, theme) for theme, colours in product(("", "distinct"), ("light", "dark"))),
    *(("ru", "light", ""), ("cs", "light", "")),
]
KEPT = 2  # how many times smaller than the screen the pictures are kept
MOST_UNLIKE = 0.001  # of all points: a third of a piece


@pytest.fixture
def house(quick_house):
    return quick_house


def is_there(moment, game, view, count):
    if moment == "start":
        return True
    if moment == "middle":
        return count >= MIDDLE[game]
    moves = view["moves"]["list"][-1:]
    if moment == "capture":
        is_marked = any(mark["kind"] == "captured" for mark in view["scene"]["marks"])
        return is_marked or any(says[0] in TOLD for move in moves for says in (move[2:] or [[]])[0] if says)
    return view["result"] is not None


def play_to(moment, game, player):
    """Play a match at one screen, with the same actions each time, until the moment has come."""
    choose, count = Random(game), 0
    while not is_there(moment, game, player.view, count) and not player.view["result"]:
        number, paths = player.number, player.view["scene"]["paths"]
        if player.view["curtain"]:
            player.lift()
        elif player.view["can"]["throw"]:
            player.command("throw")
        elif count >= MOST and player.view["can"]["resign"]:
            player.command("resign", player.view["to_act"])
        elif paths:
            player.act(choose.choice(sorted(read_paths(paths).values())))
            count += 1
        while player.number == number and not (player.view["scene"]["paths"] and not paths):
            player.next("view")


def photograph_everything(visitor, match):
    """Return a picture of the table in every way in which people see it."""
    wide, narrow = ([part // KEPT for part in size] for size in (WIDE, NARROW))
    sheet = Image.new("RGB", (3 * wide[0], 2 * wide[1] + narrow[1]))
    tiles = []
    for index, (language, colours, theme) in enumerate(SHOWN):
        if (language, colours, theme) in (SHOWN[0], *SHOWN[4:]):
            visitor.page.set_viewport_size(dict(zip(("width", "height"), WIDE, strict=True)))
            visitor.speak(language, match) if language != "en" else visitor.open(match)
            visitor.page.add_style_tag(content=style_sheet())
            if (curtain := visitor.page.locator(".curtain button")).is_visible():
                curtain.click()
            expect(visitor.page.locator(".stage > .board .place").first).to_be_visible()
        visitor.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
        visitor.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        for size, place in (
            (WIDE, (index % 3 * wide[0], index // 3 * wide[1])),
            (NARROW, (index * narrow[0], 2 * wide[1])),
        ):
            visitor.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            tile = photograph(visitor.page).reduce(KEPT)
            sheet.paste(tile, place)
            tiles.append((*place, place[0] + tile.width, place[1] + tile.height))
    return sheet, tiles


@pytest.mark.parametrize(("game", "moment"), list(product(SEATS, ("start", "middle", "capture", "end"))))
def test_a_table_looks_as_in_its_picture(visit, house, tmp_path, game, moment):
    visitor = visit(house, bypass_csp=True, viewport=dict(zip(("width", "height"), WIDE, strict=True)))
    visitor.open("/")
    with house.guest() as guest:
        for cookie in visitor.context.cookies():
            guest.cookies.set(cookie["name"], cookie["value"])
        wish = {"game": game, "seats": SEATS[game], "options": OPTIONS.get(game, {})}
        give_seed(house, guest.post("/api/matches", json=wish).json()["id"], match := f"{game}{moment}")
        with seated(guest, match) as player:
            play_to(moment, game, player)
            assert is_there(moment, game, player.view, MIDDLE[game]), "the moment has not come"
    picture, tiles = photograph_everything(visitor, f"/match/{match}")
    reference = REFERENCES / f"{game}-{moment}.webp"
    if IS_TAKING:
        keep(picture, reference)
        return
    picture.save(tmp_path / "now.webp", quality=90)
    kept = Image.open(reference).convert("RGB")
    wrong = {tile: part for tile in tiles if (part := unlike(kept.crop(tile), picture.crop(tile))) > MOST_UNLIKE}
    assert not wrong, f"differs from {reference.name} (`make pictures` takes it anew): {tmp_path / 'now.webp'}"
