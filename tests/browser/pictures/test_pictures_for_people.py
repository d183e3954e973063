"""The pictures of the README, compared with what a house looks like now: when they are older, `make pictures` takes them anew."""

from pathlib import Path
from typing import NamedTuple

import pytest
from browsers.fonts import style_sheet
from browsers.pictures import IS_TAKING, framed, keep, photograph, unlike
from houses.posed import Pose, posed
from PIL import Image
from playwright.sync_api import expect

ROOT = Path(__file__).parents[3]
SCALE = 1.25  # points of a picture per pixel of the page
COARSE = 4  # how many times smaller pictures are compared, so that the edges of letters count little
MOST_UNLIKE = 0.0007  # of all points: a third of a piece, and more than the digits of two clocks
LARGEST, LARGEST_TOGETHER = 150_000, 1_500_000  # bytes
TAVLEI = Pose(  # the king has left the throne, the visitor has picked him, and the attackers have just captured a guard
    "siege",
    "tavlei",
    "da",
    "e8-h8 e3-g3 e2-g2 e4-d4 g2-e2 e7-b7 f1-f3 e6-d6 h5-h3 d4-d2 i4-f4 g5-h5 a4-a3 e5-e4 f9-f6",
    clock="15+10",
)
QUAGMIRE = Pose(  # four players, pawns all over the bog and one in it
    "phone",
    "quagmire",
    "bltr",
    "throw s throw throw throw throw 0 throw throw throw throw 4 throw throw throw throw 8 throw throw throw throw 22 throw throw"
    " throw throw 23 throw throw throw s throw s throw throw throw 0 throw 0 throw throw throw s throw 10 throw throw throw 4 throw"
    " 28 throw throw throw 2 throw 13 throw throw throw 6 throw 32 throw s throw throw 12 throw 36 throw 0 throw s throw q throw 41"
    " throw throw 0 throw 17 throw 45 throw f1.1 throw 10 throw 21 throw s throw throw 12 throw 34 throw h3 throw s throw s throw 37"
    " throw 18 throw 0 throw 0 throw 43 throw 0 throw 10 throw 4 throw 48 throw f1.1 throw 12 throw 7 throw s throw 21 throw 17 throw"
    " 22 throw h2 throw f1.2 throw f1.2 throw 25 throw 0 throw 14 throw 23 throw throw s throw 16 throw throw f3.1 throw 5 throw f1.3"
    " throw throw throw 2 throw 6 throw throw throw 0 throw 9 throw throw s throw 10 throw 20 throw s throw throw 16 throw 24 throw 0"
    " throw throw s throw 11 throw f1.1 throw throw 19 throw s throw q throw q throw 25 throw 34 throw f1.2 throw throw 4 throw 0"
    " throw 6 throw throw 6 throw",
    {"seats": "bltr"},
)


class Shot(NamedTuple):
    """What a picture shows, and how large its window is; there is a light and a dark one of each."""

    pose: Pose
    size: tuple[int, int]
    picked: str = ""  # the place that the visitor has picked


SHOTS = {
    "match": Shot(TAVLEI, (1280, 670), "e4"),
    "phone": Shot(QUAGMIRE, (390, 694)),
}


@pytest.fixture
def house(quick_house):
    return quick_house


@pytest.mark.parametrize("name", SHOTS)
def test_a_picture_in_the_readme_shows_what_a_house_looks_like(visit, house, tmp_path, name):
    shot, older = SHOTS[name], []
    size = dict(zip(("width", "height"), shot.size, strict=True))
    visitor = visit(house, bypass_csp=True, viewport=size, device_scale_factor=SCALE)
    with posed(house, visitor, shot.pose) as match:
        visitor.open(match).add_style_tag(content=style_sheet())
        expect(visitor.page.locator(".stage > .board .place").first).to_be_visible()
        if shot.picked:
            visitor.place(shot.picked).click()
        for colours in ("light", "dark"):
            visitor.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
            picture, file = framed(photograph(visitor.page)), ROOT / "docs" / "pictures" / f"{name}-{colours}.webp"
            if IS_TAKING:
                keep(picture, file)
            keep(picture, tmp_path / file.name)
            kept, now = (Image.open(one).convert("RGB") for one in (file, tmp_path / file.name))
            if kept.size != now.size or unlike(kept, now, COARSE) > MOST_UNLIKE:
                older.append(file.name)
    assert not older, f"older than what they show; run `make pictures`, and look at them ({tmp_path} has the new ones)"


def test_the_pictures_are_small_enough_for_a_repository():
    sizes = {file.name: file.stat().st_size for file in (ROOT / "docs" / "pictures").iterdir()}
    assert {name for name, size in sizes.items() if size > LARGEST} == set()
    assert sum(sizes.values()) <= LARGEST_TOGETHER
