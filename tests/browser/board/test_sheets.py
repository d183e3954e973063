"""A map in sheets: readers shift sheets against each other and write notes on places."""

import re

from playwright.sync_api import expect


def first_of(visitor, sheet):
    return visitor.page.locator(f".place[data-name^='{sheet}']").first


def apart(visitor):
    """The distance between the players' first places, in places."""
    lie = [re.findall(r"-?[\d.]+", first_of(visitor, sheet).get_attribute("transform"))[:2] for sheet in "PQ"]
    return [float(other) - float(one) for one, other in zip(*lie, strict=True)]


def drag(visitor, place, right, down, beside=None):
    """Drag a place to the right and down by these numbers of places, or to there beside another place."""
    start, aim = place.bounding_box(), (beside or place).bounding_box()
    visitor.page.mouse.move(start["x"] + 4, start["y"] + 4)
    visitor.page.mouse.down()
    visitor.page.mouse.move(aim["x"] + right * aim["width"] + 4, aim["y"] + down * aim["height"] + 4, steps=4)
    visitor.page.mouse.up()


def test_a_sheet_that_was_dragged_or_shifted_stays_in_place_until_the_layout_is_reset_and_a_note_until_it_is_removed(
    visit,
):
    reader = visit(reduced_motion="reduce")
    reader.begin("labyrinth")
    before = apart(reader)
    assert first_of(reader, "Q").bounding_box()["width"] < first_of(reader, "P").bounding_box()["width"] * 0.6
    drag(reader, first_of(reader, "Q"), 2, -1, beside=first_of(reader, "P"))
    assert apart(reader) == [2, -1], "it lies on the grid of the reader's own sheet"
    assert abs(first_of(reader, "Q").bounding_box()["width"] - first_of(reader, "P").bounding_box()["width"]) < 2
    reader.page.reload()
    expect(first_of(reader, "Q")).to_be_visible()
    assert apart(reader) == [2, -1]
    expect(reader.refusal).to_be_empty()
    reader.choose_action("Reset the layout")
    assert apart(reader) == before
    first_of(reader, "Q").focus()
    reader.page.keyboard.press("Shift+ArrowDown")
    right, down = apart(reader)
    reader.page.keyboard.press("Shift+ArrowRight")
    assert apart(reader) == [right + 1, down]
    assert (right, down) == (round(right), round(down))
    expect(first_of(reader, "Q")).to_be_focused()
    reader.choose_action("Reset the layout")
    assert apart(reader) == before
    drag(reader, first_of(reader, "P"), 1, 1)
    assert apart(reader) == before, "the reader's own sheet stays in the middle"
    expect(reader.menu_item("Reset the layout")).to_have_count(0)
    write_and_remove_a_note(reader)


def write_and_remove_a_note(reader):
    place = first_of(reader, "P")
    for text in ("pit?", ""):
        reader.choose_action("Note on a place")
        place.click()
        reader.page.get_by_label("Note on this place").fill(text)
        reader.page.keyboard.press("Enter")
        expect(reader.page.locator(".board .note")).to_have_text([text] if text else [])
        reader.page.reload()
        expect(reader.page.locator(".board .note")).to_have_text([text] if text else [])


def test_a_board_without_sheets_cannot_be_dragged(visit):
    visitor = visit()
    visitor.begin()
    before = visitor.place("e3").bounding_box()
    drag(visitor, visitor.place("b2"), 2, 0)
    assert visitor.place("e3").bounding_box() == before
    expect(visitor.menu_item("Note on a place")).to_have_count(0)
