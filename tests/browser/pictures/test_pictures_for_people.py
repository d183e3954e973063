"""The pictures of the README and of the help, compared with what a house looks like now: when they are older, `make pictures` takes them anew."""

from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from browsers.fonts import style_sheet
from browsers.meetings import FREE, PERSON, make
from browsers.pictures import IS_TAKING, framed, keep, photograph, unlike
from houses.poses import LABYRINTH, MOKSHA, QUAGMIRE, SCRIPTA, TAVLEI, posed
from PIL import Image
from playwright.sync_api import expect

ROOT = Path(__file__).parents[3]
README, HELP = ROOT / "docs" / "pictures", ROOT / "src" / "ludoteka" / "features" / "help" / "pictures"
SCALE = 1.25  # points that are taken per pixel of a page
OF_HELP = 900  # points: the width of a picture of the help
PAGE, LONG_PAGE = (1000, 640), (1000, 860)  # pixels
COARSE = 4  # how many times smaller pictures are compared, so that the edges of letters count little
MOST_UNLIKE = 0.0007  # of all points: a third of a piece, and more than the digits of two clocks
LARGEST, LARGEST_OF_HELP, LARGEST_TOGETHER = 150_000, 60_000, 1_500_000  # bytes
PATIENCE = 300_000  # milliseconds for a review, which waits for the compiler
MISSED = (  # the king walks around the attackers; on i2 he may go to the exit, but another piece moves
    '[Game "tavlei"]\n[Position "1d1a2a2/9/8a/4a4/4k2a1/1daa1d2a/1d7/4a4/4a4 d"]\n\n'
    "b3-i3 d9-d6 e5-g5 e6-g6 g5-g2 i4-h4 g2-i2 g6-g4 b4-b5 h4-h1 resign:d 1-0"
)


def in_match(pose):
    """A visitor in a match."""

    @contextmanager
    def scene(house, visitor):
        with posed(house, visitor, pose) as match:
            visitor.open(match).add_style_tag(content=style_sheet())
            expect(visitor.page.locator(".stage > .board .place").first).to_be_visible()
            yield

    return scene


@contextmanager
def new_match(house, visitor):
    """The dialog that sets up a match, seat by seat."""
    dialog = visitor.set_up("quagmire")
    visitor.page.add_style_tag(content=style_sheet())
    dialog.locator("label", has=visitor.page.locator("[name=opponent][value=each]")).click()
    for letter, occupant in (("l", "computer"), ("t", "free"), ("r", "free")):
        dialog.locator(f"#seat-{letter}").select_option(occupant)
    yield


@contextmanager
def invitation(house, visitor):
    """A match that waits for somebody with the link."""
    visitor.request.get("/")
    visitor.open(make(visitor, seats={"d": PERSON, "a": FREE})).add_style_tag(content=style_sheet())
    expect(visitor.page.locator(".invitation img")).to_be_visible()
    yield


@contextmanager
def review(house, visitor):
    """A review of a match, at the one mistake that every search finds."""
    visitor.request.get("/")
    match = visitor.request.post("/api/records", data=MISSED).json()["id"]
    visitor.open(f"/match/{match}/review").add_style_tag(content=style_sheet())
    visitor.page.locator(".step").nth(8).click(timeout=PATIENCE)
    visitor.page.evaluate("scrollTo(0, 0)")
    yield


class Shot(NamedTuple):
    """A picture, or a light and a dark one."""

    file: Path
    window: tuple[int, int]  # its size
    width: int = OF_HELP  # of the picture
    picked: str = ""  # a place that the visitor picks first
    part: str = ""  # the element that is shown, if it is not the whole window
    changing: str = "no-element"  # elements that are different each time


SCENES = {
    "tavlei": (
        in_match(TAVLEI),
        Shot(HELP / "tavlei.webp", PAGE),
        Shot(HELP / "picked.webp", PAGE, picked="e4"),
        Shot(README / "match-{colours}.webp", (1280, 670), 1600),
    ),
    "quagmire": (
        in_match(QUAGMIRE),
        Shot(HELP / "quagmire.webp", PAGE),
        Shot(README / "phone-{colours}.webp", (390, 694), 488),
    ),
    "moksha": (in_match(MOKSHA), Shot(HELP / "moksha.webp", PAGE)),
    "scripta": (in_match(SCRIPTA), Shot(HELP / "scripta.webp", PAGE)),
    "labyrinth": (in_match(LABYRINTH), Shot(HELP / "labyrinth.webp", (1200, 700))),
    "new-match": (new_match, Shot(HELP / "new-match.webp", (1000, 1060), 600, part="dialog")),
    "invite": (invitation, Shot(HELP / "invite.webp", LONG_PAGE, changing=".invitation")),
    "review": (review, Shot(HELP / "review.webp", LONG_PAGE, changing=".side, .curve")),
}


@pytest.fixture
def house(quick_house):
    return quick_house


def take(shot, visitor, colours):
    """Return a picture."""
    visitor.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
    picture = photograph(visitor.page, shot.part)
    height = round(picture.height * shot.width / picture.width)
    return framed(picture.resize((shot.width, height), Image.Resampling.LANCZOS))


def boxes(shot, visitor):
    """Return where in a picture the elements are that are different each time."""
    factor = shot.width / shot.window[0]
    found = [one.bounding_box() for one in visitor.page.locator(shot.changing).all()]
    corners = [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in found]
    return [tuple(round(corner * factor) for corner in box) for box in corners]


def is_older(kept, now, changing):
    """Whether a kept picture is missing, or differs from how it looks now outside these boxes."""
    if not kept.exists():
        return True
    pictures = [one.convert("RGB") for one in (Image.open(kept), now)]
    for picture, box in product(pictures, changing):
        picture.paste("gray", box)
    return pictures[0].size != pictures[1].size or unlike(*pictures, COARSE) > MOST_UNLIKE


@pytest.mark.parametrize("name", SCENES)
def test_pictures_show_what_a_house_looks_like(visit, house, tmp_path, name):
    scene, *shots = SCENES[name]
    visitor, older = visit(house, bypass_csp=True, device_scale_factor=SCALE), []
    with scene(house, visitor):
        for shot in shots:
            visitor.page.set_viewport_size(dict(zip(("width", "height"), shot.window, strict=True)))
            if shot.picked:
                visitor.place(shot.picked).click()
            for colours in ("light", "dark") if "{colours}" in shot.file.name else ("light",):
                kept = shot.file.with_name(shot.file.name.format(colours=colours))
                picture = take(shot, visitor, colours)
                if IS_TAKING:
                    keep(picture, kept)
                if is_older(kept, picture, boxes(shot, visitor)):
                    keep(picture, tmp_path / kept.name)
                    older.append(kept.name)
    assert not older, f"older than what they show; run `make pictures`, and look at them ({tmp_path} has the new ones)"


def test_the_pictures_are_small_enough_for_a_repository():
    sizes = {file: file.stat().st_size for folder in (README, HELP) for file in folder.glob("*.webp")}
    limits = {README: LARGEST, HELP: LARGEST_OF_HELP}
    assert [file.name for file, size in sizes.items() if size > limits[file.parent]] == []
    assert sum(sizes.values()) <= LARGEST_TOGETHER
