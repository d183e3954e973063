"""Records in the browser: shown and copied on the match page, imported on the start page."""

import re

from browsers.visitor import ESCAPE, NARROW
from playwright.sync_api import expect

from ludoteka.records.match_record import MatchRecord

OPENING = "e2-f2 f5-f8 f2-f3"
RECORD = f'[Game "tavlei"]\n\n{{by heart}} {OPENING}\n'


def shown_record(visitor):
    visitor.open_menu()
    visitor.page.locator(".menu").get_by_role("link", name="Record", exact=True).click()
    dialog = visitor.page.locator("dialog[open]")
    expect(dialog.locator("textarea")).to_be_visible()
    return dialog


def test_a_record_is_shown_copied_and_downloaded(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.begin()
    visitor.play(*OPENING.split())
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


def test_a_record_is_read_from_a_file_or_pasted_and_its_error_is_reported_with_its_line(visit, tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(RECORD, "utf-8")
    visitor = visit()
    visitor.open()
    visitor.button("Continue from a record").click()
    dialog = visitor.page.locator("dialog[open]")
    field = dialog.get_by_label("Paste the record")
    dialog.get_by_role("button", name="Continue", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("The field is empty")
    dialog.get_by_label("or choose a file").set_input_files(file)
    expect(field).to_have_value(RECORD)
    for record, said in (
        (f"{RECORD}e2-e3", "Action 4, e2-e3, on line 4 of the record: There is no piece on e2."),
        (f"{RECORD}{{", "Line 4 of the record: The comment that begins here doesn't end."),
        ("e2-f2", "Line 1 of the record: The record doesn't name a game"),
    ):
        field.fill(record)
        dialog.get_by_role("button", name="Continue", exact=True).click()
        expect(dialog.get_by_role("alert")).to_contain_text(said)
    field.fill(RECORD)
    dialog.get_by_role("button", name="Continue", exact=True).click()
    visitor.page.wait_for_url(re.compile("/match/"))
    expect(visitor.moves).to_have_text(OPENING.split())
    visitor.play("e7-d7")


def test_a_finished_match_shows_its_record_and_one_with_secrets_has_none_before_its_end(visit):
    visitor = visit()
    record = f'[Game "tavlei"]\n\n{" ".join(ESCAPE)}'
    visitor.open(f"/match/{visitor.request.post('/api/records', data=record).json()['id']}")
    expect(visitor.ending).to_be_visible()
    record = MatchRecord.parse(shown_record(visitor).locator("textarea").input_value())
    assert record.result == "0-1"
    assert record.seed
    visitor.begin("cups")
    visitor.open_menu()
    visitor.page.get_by_role("link", name="Record", exact=True).click()
    expect(visitor.page.locator("dialog[open]").get_by_role("alert")).to_contain_text("This game has secrets")


def test_the_dialogs_for_records_fit_a_narrow_screen_and_a_games_refusal_is_translated(visit):
    visitor = visit(locale="ru-RU", **NARROW)
    page = visitor.open()
    page.locator(".continuing").get_by_role("button").first.click()
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    assert visitor.overflow() <= 0
    dialog.locator("textarea").fill('[Game "moksha"]\n\n1. d1-a4 *\n')
    dialog.locator("button.primary").click()
    expect(dialog.get_by_role("alert")).to_contain_text("правило")
    visitor.begin()
    page.locator(".more").click()
    page.locator("a[href$='/record']").first.click()
    expect(page.locator("dialog[open] textarea")).to_be_visible()
    assert visitor.overflow() <= 0


def test_a_finished_match_is_saved_as_a_page_a_picture_or_an_animation(visit):
    visitor = visit()
    visitor.begin()
    visitor.play(*OPENING.split())
    assert shown_record(visitor).get_by_role("link", name="Picture (PNG)").count() == 0, "the match is not over"
    visitor.page.locator("dialog[open]").get_by_role("button", name="Close").click()
    visitor.resign()

    dialog = shown_record(visitor)
    for name, ending in (("Offline replay", "html"), ("Picture (SVG)", "svg"), ("Animation", "gif")):
        with visitor.page.expect_download() as download:
            dialog.get_by_role("link", name=name).click()
        assert download.value.suggested_filename.endswith(f".{ending}")
        assert download.value.path().stat().st_size > 5000
