"""What a pick would do is marked while it is only considered."""

from playwright.sync_api import expect


def test_captures_are_marked_before_the_move_and_only_while_it_is_considered(visit):
    visitor = visit()
    visitor.begin()
    visitor.type_action("e2-f2")
    visitor.type_action("f5-f8")
    visitor.place("f2").click()
    foreseen = visitor.page.locator(".mark.captured.foreseen")
    visitor.place("f7").hover()
    expect(foreseen).to_have_count(1)
    visitor.place("f6").hover()
    expect(foreseen).to_have_count(0)
    visitor.place("f7").click()
    expect(visitor.page.locator(".mark.captured:not(.foreseen)")).to_have_count(1)
    expect(foreseen).to_have_count(0)


def test_the_picked_king_sees_the_exits_that_he_can_reach(visit):
    visitor = visit()
    visitor.begin()
    visitor.play("i4-i3", "d5-d8", "i3-i4", "e5-d5", "i4-i3", "d5-d2", "i3-i4")
    visitor.place("d2").click()
    escapes = visitor.page.locator(".mark.escape")
    expect(escapes).to_have_count(1)  # from a2
    visitor.page.keyboard.press("Escape")
    expect(escapes).to_have_count(0)
