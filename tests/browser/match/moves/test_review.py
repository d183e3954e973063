"""Stepping through a match, finished or not: with buttons, keys, and the list of moves."""

import pytest
from browsers.visitor import ESCAPE, NARROW
from playwright.sync_api import expect


@pytest.fixture
def reader(visit):
    """A visitor at the end of a match of ten moves."""
    visitor = visit()
    visitor.begin()
    visitor.play(*ESCAPE)
    expect(visitor.ending).to_be_visible()
    return visitor


def caption(visitor):
    return visitor.page.locator(".caption")


def test_buttons_keys_and_the_list_of_moves_step_through_a_match_in_which_nothing_can_be_played(reader):
    reader.button("First position").click()
    expect(caption(reader)).to_have_text("Move 0 of 10 · Attackers to move")
    assert reader.names("can") == []
    reader.place("e2").click()
    expect(reader.page.locator(".note").first).to_have_text("This match is over.")
    expect(reader.place("e5")).to_have_accessible_name("e5, throne, king")
    reader.button("Next move").click()
    expect(reader.place("i3")).to_have_accessible_name("i3, attacker")
    expect(reader.page.locator(".move[aria-current]")).to_have_text("i4-i3")
    expect(reader.page.locator(".mark.to")).to_have_count(1)
    reader.button("Last position").click()
    expect(reader.place("a1")).to_have_accessible_name("a1, exit, king")
    reader.button("Previous move").click()
    expect(caption(reader)).to_have_text("Move 9 of 10 · Defenders to move")
    reader.page.get_by_role("button", name="e5-d5").click()
    expect(caption(reader)).to_have_text("Move 4 of 10 · Attackers to move")
    expect(reader.place("d5")).to_have_accessible_name("d5, king")
    reader.page.get_by_role("slider", name="Move").press("Home")
    expect(caption(reader)).to_have_text("Move 0 of 10 · Attackers to move")
    reader.page.keyboard.press("ArrowRight")
    expect(caption(reader)).to_have_text("Move 1 of 10 · Defenders to move")


def test_an_earlier_position_of_a_finished_match_does_not_tell_the_last_move(reader):
    last = reader.page.locator(".last")
    expect(last).to_have_text("Defenders: a2-a1")
    expect(last).to_be_visible()
    reader.button("Previous move").click()
    expect(caption(reader)).to_contain_text("Move 9 of 10")
    expect(last).to_be_hidden()
    reader.button("Next move").click()
    expect(last).to_be_visible()


def test_the_review_shows_the_dice(visit, patient_house):
    visitor = visit(patient_house, **NARROW)  # which doesn't pass before the reader has resigned
    record = '[Game "quagmire"]\n[Option.seats "bt"]\n\nr6 s r1 *\n'
    made = visitor.request.post("/api/records", data=record, headers={"Content-Type": "text/plain"})
    visitor.open(f"/match/{made.json()['id']}")
    visitor.resign()
    visitor.button("First position").click()
    visitor.button("Next move").click()
    expect(caption(visitor)).to_contain_text("Move 1 of 3")
    expect(visitor.page.get_by_role("img", name="Die: 6")).to_be_visible()
    assert visitor.overflow() <= 0


@pytest.fixture
def player(visit):
    """A visitor in the middle of a match at one screen."""
    visitor = visit()
    visitor.begin()
    expect(visitor.page.locator(".review")).to_be_hidden()
    visitor.play(*ESCAPE[:4])
    return visitor


def test_a_player_looks_back_with_keys_and_the_list_while_the_match_goes_on_and_returns_to_the_present(player, visit):
    other = visit()
    other.open(player.page.url)
    back = other.page.locator(".present")
    expect(other.moves).to_have_count(4)
    expect(back).to_be_hidden()
    other.page.keyboard.press("ArrowLeft")
    expect(caption(other)).to_have_text("Move 3 of 4 · Defenders to move")
    expect(other.place("e5")).to_have_accessible_name("e5, throne, king")
    expect(back).to_have_text("Back to the present")
    player.play("i4-i3")
    expect(back).to_have_text("Back to the present: 1 new move")
    expect(other.page.locator(".voice > .refusal + [role=status]")).to_have_text("Attackers: i4-i3. Defenders to move")
    expect(caption(other)).to_have_text("Move 3 of 5 · Defenders to move")
    expect(other.place("e5")).to_have_accessible_name("e5, throne, king")
    other.page.get_by_role("button", name="d5-d8").click()
    expect(caption(other)).to_have_text("Move 2 of 5 · Attackers to move")
    other.page.keyboard.press("End")
    expect(back).to_be_hidden()
    expect(caption(other)).to_be_empty()
    expect(other.place("d5")).to_have_accessible_name("d5, king")
    expect(other.place("i3")).to_have_accessible_name("i3, attacker")


def test_nothing_is_played_on_an_earlier_position_and_a_typed_move_returns_to_the_present(player):
    player.place("e8").click()  # so that the board has the focus of a mouse
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("ArrowLeft")
    player.page.keyboard.press("ArrowLeft")
    expect(caption(player)).to_have_text("Move 2 of 4 · Attackers to move")
    assert player.names("can") == []
    player.place("e2").click()
    expect(player.page.locator(".note").first).to_have_text("This is an earlier position.")
    player.type_action("i4-i3")
    expect(player.moves).to_have_count(5)
    expect(player.page.locator(".present")).to_be_hidden()
    player.page.locator(".moves").focus()
    player.page.keyboard.press("ArrowLeft")
    expect(caption(player)).to_have_text("Move 4 of 5 · Attackers to move")
    player.button("Back to the present").click()
    player.play("d5-d2")


def test_a_move_that_is_taken_back_is_gone_from_the_positions_that_are_stepped_through(player):
    player.button("Previous move").click()
    expect(caption(player)).to_have_text("Move 3 of 4 · Defenders to move")
    expect(player.place("i4")).to_have_accessible_name("i4, attacker")
    player.choose_action("Take back")
    expect(player.moves).to_have_count(3)
    player.choose_action("Take back")
    expect(player.moves).to_have_count(2)
    expect(player.page.locator(".present")).to_be_hidden()
    player.play("e2-c2", "e5-d5")
    player.button("Previous move").click()
    expect(caption(player)).to_have_text("Move 3 of 4 · Defenders to move")
    expect(player.place("c2")).to_have_accessible_name("c2, attacker")


def test_a_match_with_secrets_is_not_stepped_through_before_its_end(visit):
    visitor = visit()
    visitor.begin("labyrinth", side=0, level=1)
    expect(visitor.moves.first).to_be_visible()
    expect(visitor.page.locator(".review")).to_be_hidden()
    expect(visitor.page.locator("button.move")).to_have_count(0)
