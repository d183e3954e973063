"""Playing on the page: picking, refusals, taking back, resigning, rematches."""

import re

from playwright.sync_api import expect

INSIDE = """men => men.every(man => {
    const [inner, outer] = [man.getBoundingClientRect(), man.closest("svg").getBoundingClientRect()];
    return inner.left > outer.left && inner.right < outer.right && inner.top > outer.top && inner.bottom < outer.bottom;
})"""


def test_the_whole_board_is_visible_a_pick_shows_where_a_piece_can_go_and_what_is_illegal_is_refused_with_its_reason(
    visit,
):
    visitor = visit()
    visitor.begin()
    expect(visitor.page.locator(".place")).to_have_count(81)
    expect(visitor.page.locator(".man")).to_have_count(25)
    expect(visitor.page.locator(".board .rim")).to_have_count(18)
    assert visitor.page.locator(".stage .man").evaluate_all(INSIDE)
    assert len(visitor.names("can")) == 12  # four attackers are shut in
    visitor.place("e2").click()
    assert sorted(visitor.names("target")) == ["a2", "b2", "c2", "d2", "f2", "g2", "h2", "i2"]
    visitor.place("e2").click()
    assert visitor.names("target") == []
    visitor.place("e2").click()
    visitor.place("d1").click()
    assert visitor.names("picked") == ["d1"]
    visitor.page.keyboard.press("Escape")
    be_refused(visitor)


def be_refused(visitor):
    """Try what is illegal, which is refused with its reason, and the pick stays."""
    visitor.place("b2").click()
    expect(visitor.refusal).to_have_text("There is no piece on b2.")
    visitor.place("e5").click()
    expect(visitor.refusal).to_have_text("The piece on e5 is not yours.")
    visitor.place("e2").click()
    visitor.place("c4").click()
    expect(visitor.refusal).to_contain_text("Pieces move along a rank or a file")
    expect(visitor.page.locator(".mark.refused")).to_have_count(2)
    visitor.place("c2").click()
    expect(visitor.moves).to_have_text(["e2-c2"])
    expect(visitor.refusal).to_be_empty()
    typed = visitor.page.get_by_label("Type a move")
    for text, said in (("e7-e1", "blocked"), ("nonsense", "That isn't an action here. You can play ")):
        typed.fill(text)
        typed.press("Enter")
        expect(visitor.refusal).to_contain_text(said)
    typed.fill("e7")
    typed.press("Enter")
    assert visitor.names("picked") == ["e7"]
    typed.fill("E7 d7")
    typed.press("Enter")
    expect(visitor.moves).to_have_text(["e2-c2", "e7-d7"])


def test_a_piece_is_dragged_on_a_board_that_can_be_turned_and_a_reload_keeps_the_match(visit):
    visitor = visit(reduced_motion="no-preference")
    visitor.begin()
    men = visitor.page.locator(".man")
    before = men.evaluate_all("men => men.map(man => man.style.transform).sort()")
    visitor.place("e2").drag_to(visitor.place("e6"))
    expect(visitor.refusal).to_contain_text("blocked")
    assert men.evaluate_all("men => men.map(man => man.style.transform).sort()") == before
    upper = visitor.place("a9").bounding_box()
    visitor.choose_action("Turn the board")
    assert visitor.place("i1").bounding_box() == upper
    visitor.place("e2").drag_to(visitor.place("c2"))
    expect(visitor.moves).to_have_text(["e2-c2"])
    visitor.page.reload()
    expect(visitor.moves).to_have_text(["e2-c2"])
    visitor.play("e3-d3")


def test_the_computer_moves_first_if_it_attacks_and_a_spectator_who_picks_reads_that_they_are_watching(visit):
    visitor, stranger = visit(), visit()
    visitor.begin(side=1, level=1)
    expect(visitor.moves).to_have_count(1)
    expect(visitor.page).to_have_title(re.compile("Your turn"))
    stranger.open(visitor.page.url)
    stranger.place("e5").click()
    expect(stranger.page.locator(".note")).to_have_text("You're watching this match.")
    expect(stranger.refusal).to_be_empty()


def test_a_piece_that_was_picked_stays_picked_when_a_spectator_comes(visit):
    visitor, stranger = visit(), visit()
    visitor.begin(side=0, level=1)
    visitor.place("e2").click()
    stranger.open(visitor.page.url)
    expect(visitor.page.get_by_text("1 watching")).to_be_visible()
    visitor.place("c2").click()
    expect(visitor.moves.first).to_have_text("e2-c2")


def test_a_move_is_taken_back_and_resigning_asks_first_and_the_rematch_changes_sides(visit):
    visitor = visit()
    visitor.begin(side=0, level=1)
    first = visitor.page.url
    expect(visitor.button("Take back")).to_be_disabled()
    visitor.play("e2-c2")
    expect(visitor.moves).to_have_count(2)
    visitor.button("Take back").click()
    expect(visitor.moves).to_have_count(0)
    expect(visitor.place("e2")).to_have_accessible_name(re.compile("attacker"))
    visitor.button("Resign").click()
    visitor.button("Keep playing").click()
    expect(visitor.ending).to_have_count(0)
    visitor.resign()
    expect(visitor.ending).to_contain_text("You lost")
    expect(visitor.ending).to_contain_text("Attackers resigned")
    visitor.button("Rematch").click()
    visitor.page.wait_for_url(lambda url: url != first)
    expect(visitor.page.locator(".plate").nth(1)).to_contain_text("You")


def test_another_window_shows_the_same_position_and_gets_a_link_to_the_rematch(visit):
    visitor = visit()
    visitor.begin()
    other = visitor.context.new_page()
    other.goto(visitor.page.url)
    expect(other.locator(".place.can").first).to_be_visible()
    visitor.play("e2-c2")
    expect(other.locator(".move")).to_have_text(["e2-c2"])
    assert other.locator(".place.can").count() > 0
    visitor.resign()
    visitor.button("Rematch").click()
    other.get_by_role("link", name="Go to the rematch").click()
    expect(other.locator(".ending:not([hidden])")).to_have_count(0)
    expect(other.locator(".place.can").first).to_be_visible()
    assert other.url == visitor.page.url
