"""Arrows and circles that a reader draws on the board with the right mouse button."""

from playwright.sync_api import expect


def draw(visitor, start, end, key=None):
    """Draw from one place to another, or around one, while a key is held."""
    visitor.place(start).hover()
    if key:
        visitor.page.keyboard.down(key)
    visitor.page.mouse.down(button="right")
    visitor.place(end).hover()
    visitor.page.mouse.up(button="right")
    if key:
        visitor.page.keyboard.up(key)


def sketches(visitor, kind):
    return visitor.page.locator(f"{kind}.sketch")


def test_the_right_button_draws_arrows_and_circles_until_a_click_beside_the_pieces_or_the_next_move(visit):
    visitor = visit()
    visitor.begin()
    draw(visitor, "e2", "c2")
    draw(visitor, "e5", "e5")
    draw(visitor, "d9", "d7", "Shift")
    expect(sketches(visitor, ".arrow")).to_have_count(2)
    expect(sketches(visitor, ".arrow.other")).to_have_count(1)
    expect(sketches(visitor, ".mark")).to_have_count(1)
    draw(visitor, "e2", "c2")  # a second time
    expect(sketches(visitor, ".arrow")).to_have_count(1)
    visitor.place("c3").click()
    expect(sketches(visitor, "*")).to_have_count(0)
    draw(visitor, "e2", "c2")
    visitor.play("e2-c2")
    expect(sketches(visitor, "*")).to_have_count(0)
    expect(visitor.moves).to_have_count(1)
