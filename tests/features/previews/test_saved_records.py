"""Records of finished matches as pictures, animations and pages, from a house."""

import io

import pytest
from boards.labyrinth import tall
from houses import make, seated
from PIL import Image

from ludoteka.features.previews.calls import LONGEST


@pytest.fixture
def played(guest):
    """A match in which two moves were made, and in which one side has resigned."""
    match = make(guest)
    with seated(guest, match) as player:
        for action in ("e2-f2", "f5-f8"):
            player.act(action)
        player.command("resign", "a")
    return match


def test_a_finished_match_is_saved_in_every_form(guest, played):
    for form, begins in (("html", b"<!doctype html>"), ("svg", b"<svg"), ("png", b"\x89PNG")):
        answer = guest.get(f"/match/{played}/record/{form}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-disposition"] == f'attachment; filename="tavlei-{played}.{form}"'
        assert answer.content.startswith(begins)


def test_an_animation_shows_the_start_and_every_turn(guest, played):
    answer = guest.get(f"/match/{played}/animation")
    assert answer.headers["content-type"] == "image/gif"
    assert Image.open(io.BytesIO(answer.content)).n_frames == 4, "the start, two moves, and the end"
    assert guest.get("/api/house").json()["animations"] is True


def test_a_match_in_progress_and_an_unknown_form_are_refused(guest, played):
    running = make(guest)
    for path in ("record/html", "record/png", "animation"):
        assert guest.get(f"/match/{running}/{path}").json()["code"] == "not-over"
    assert guest.get(f"/match/{played}/record/bmp").json()["code"] == "no-such-form"


def test_a_saved_page_speaks_the_language_of_the_reader(guest, played):
    page = guest.get(f"/match/{played}/record/html", headers={"accept-language": "cs"}).text
    assert '<html lang="cs">' in page
    assert "Přehrát" in page


def test_of_a_very_long_match_the_end_is_saved_but_not_every_step(guest):
    there_and_back = "e2-f2 f5-f8 f2-e2 f8-f5 " * (LONGEST // 4 + 1)
    record = f'[Game "tavlei"]\n[Option.repetition "off"]\n\n{there_and_back} *\n'
    match = guest.post("/api/records", content=record).json()["id"]
    with seated(guest, match) as player:
        player.command("resign", "a")

    for path in ("record/html", "animation"):
        assert guest.get(f"/match/{match}/{path}").json()["code"] == "too-long"
    assert guest.get(f"/match/{match}/record/png").content.startswith(b"\x89PNG")


def test_a_map_that_is_very_high_makes_no_giant_picture(guest):
    wish = {
        "game": "labyrinth",
        "seats": {"P": {"kind": "person"}},
        "options": {"scenario": tall(150), "players": ["P"]},
    }
    match = guest.post("/api/matches", json=wish).json()["id"]
    with seated(guest, match) as player:
        player.command("resign", "P")
        player.until(lambda view: view["result"])  # the seat leaves at its next turn
    for path in ("record/png", "animation"):
        answer = guest.get(f"/match/{match}/{path}")
        assert answer.status_code == 200, answer.text
        wide, high = Image.open(io.BytesIO(answer.content)).size
        assert wide <= 1000, path
        assert high <= 2000, path
