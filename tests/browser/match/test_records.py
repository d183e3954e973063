"""Records in the browser: shown and copied on the match page, imported on the start page."""

import re

import pytest
from browsers.visitor import ESCAPE, NARROW
from playwright.sync_api import expect

from ludoteka.records.match_record import MatchRecord

OPENING = "e2-f2 f5-f8 f2-f3"
RECORD = f'[Game "tavlei"]\n\n{{by heart}} {OPENING}\n'


def shown_record(visitor):
    menu = visitor.button("More")
    if menu.is_visible():
        menu.click()
    visitor.page.get_by_role("link", name="Record", exact=True).first.click()
    dialog = visitor.page.locator("dialog[open]")
    expect(dialog.locator("textarea")).to_be_visible()
    return dialog


def bring_in(visitor, record):
    """Paste a record on the start page."""
    visitor.open()
    visitor.button("Continue from a record").click()
    dialog = visitor.page.locator("dialog[open]")
    dialog.get_by_label("Paste the record").fill(record)
    dialog.get_by_role("button", name="Continue", exact=True).click()
    return dialog


def test_a_record_is_shown_copied_and_downloaded(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.begin()
    for action in OPENING.split():
        visitor.play(action)
    dialog = shown_record(visitor)
    text = dialog.locator("textarea").input_value()
    assert [ply.text for ply in MatchRecord.parse(text).plies] == OPENING.split()

    dialog.get_by_role("button", name="Copy").click()
    expect(dialog.get_by_role("status")).to_have_text("Copied")
    assert visitor.page.evaluate("navigator.clipboard.readText()") == text
    with visitor.page.expect_download() as download:
        dialog.get_by_role("link", name="Download").click()
    assert re.fullmatch(r"tavlei-[\w-]+\.txt", download.value.suggested_filename)
    assert download.value.path().read_text("utf-8") == text

    dialog.get_by_role("button", name="Close").click()
    expect(visitor.page.locator("dialog")).to_have_count(0)


def test_a_pasted_record_is_continued(visit):
    visitor = visit()
    bring_in(visitor, RECORD)
    visitor.page.wait_for_url(re.compile("/match/"))
    expect(visitor.moves).to_have_text(OPENING.split())
    visitor.play("e7-d7")


def test_a_record_is_read_from_a_file(visit, tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(RECORD, "utf-8")
    visitor = visit()
    visitor.open()
    visitor.button("Continue from a record").click()
    dialog = visitor.page.locator("dialog[open]")
    dialog.get_by_label("or choose a file").set_input_files(file)
    expect(dialog.get_by_label("Paste the record")).to_have_value(RECORD)
    dialog.get_by_role("button", name="Continue", exact=True).click()
    visitor.page.wait_for_url(re.compile("/match/"))
    expect(visitor.moves).to_have_count(3)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (f"{RECORD}e2-e3", "Action 4, e2-e3, on line 4 of the record: There is no piece on e2."),
        (f"{RECORD}{{", "Line 4 of the record: The comment that begins here doesn't end."),
        ("e2-f2", "Line 1 of the record: The record doesn't name a game"),
    ],
)
def test_an_error_in_a_pasted_record_is_reported_with_its_line_and_can_be_corrected(visit, record, said):
    visitor = visit()
    dialog = bring_in(visitor, record)
    expect(dialog.get_by_role("alert")).to_contain_text(said)
    dialog.get_by_label("Paste the record").fill(RECORD)
    dialog.get_by_role("button", name="Continue", exact=True).click()
    visitor.page.wait_for_url(re.compile("/match/"))


def test_a_finished_match_shows_its_record(visit):
    visitor = visit()
    bring_in(visitor, f'[Game "tavlei"]\n\n{" ".join(ESCAPE)}')
    visitor.page.wait_for_url(re.compile("/match/"))
    expect(visitor.ending).to_be_visible()
    record = MatchRecord.parse(shown_record(visitor).locator("textarea").input_value())
    assert record.result == "0-1"
    assert record.seed


def test_the_page_says_that_a_match_with_secrets_has_no_record_before_its_end(visit):
    visitor = visit()
    visitor.begin("cups")
    visitor.page.get_by_role("link", name="Record", exact=True).click()
    expect(visitor.page.locator("dialog[open]").get_by_role("alert")).to_contain_text("This game has secrets")


def test_the_dialogs_for_records_fit_a_narrow_screen(visit):
    visitor = visit(**NARROW)
    visitor.open()
    visitor.button("Continue from a record").click()
    expect(visitor.page.locator("dialog[open]")).to_be_visible()
    assert visitor.overflow() <= 0
    visitor.begin()
    assert visitor.overflow() <= 0
    shown_record(visitor)
    assert visitor.overflow() <= 0


def test_the_start_page_translates_the_sentence_with_which_a_game_refuses_a_record(visit):
    visitor = visit(locale="ru-RU")
    page = visitor.open()
    page.locator(".continuing").get_by_role("button").first.click()
    dialog = page.locator("dialog[open]")
    dialog.locator("textarea").fill('[Game "moksha"]\n\n1. d1-a4 *\n')
    dialog.locator("button.primary").click()
    expect(dialog.get_by_role("alert")).to_contain_text("правило")
