"""Offers between two people: draws and take backs are offered, accepted, declined and withdrawn; matches are called off."""

from browsers.inspection import violations_in_both_modes
from browsers.meetings import meet
from browsers.visitor import NARROW
from playwright.sync_api import expect

HOLD_ANSWERS = """
    window.WebSocket = class extends WebSocket {
        set onmessage(listener) {
            super.onmessage = (event) => JSON.parse(event.data).t === "done" || listener(event);
        }
    };
"""  # the house's word that a command was executed comes after its event


def offer(visitor):
    return visitor.page.locator(".offer")


def test_a_move_is_taken_back_if_the_other_agrees_playing_on_declines_silently_and_a_draw_is_at_last_agreed(visit):
    anna, boris = two = visit(), visit()
    meet(anna, boris)
    anna.play("e2-f2")
    boris.play("d5-d8")
    expect(anna.moves).to_have_count(2)
    for visitor in two:
        expect(visitor.menu_item("Call the match off")).to_have_count(0)  # once both have acted
        expect(visitor.button("Resign")).to_be_enabled()
    boris.button("Ask to take back").click()
    expect(offer(anna)).to_contain_text("Boris asks to take back a move.")
    expect(anna.moves).to_have_count(2)
    anna.button("Accept").click()
    expect(boris.moves).to_have_count(1)
    boris.play("d5-d7")
    boris.choose_action("Offer a draw")
    expect(offer(anna)).to_be_visible()
    watcher = visit()
    watcher.open(anna.page.url.partition("#")[0])
    expect(offer(watcher)).to_contain_text("Boris offers a draw.")
    expect(watcher.button("Accept")).to_have_count(0)
    expect(watcher.menu_item("Offer a draw")).to_have_count(0)
    anna.button("Decline").focus()
    anna.type_action("f2-e2")
    expect(offer(anna)).to_have_count(0)
    expect(boris.moves).to_have_count(3)
    expect(anna.refusal.filter(visible=True)).to_have_count(0)
    boris.play("d7-d8")
    draw_after_a_reload(anna, boris)


def draw_after_a_reload(anna, boris):
    """Anna is to move; a draw is withdrawn, declined, and at last accepted."""
    anna.choose_action("Offer a draw")
    expect(offer(boris)).to_contain_text("Anna offers a draw.")
    anna.choose_action("Withdraw my offer")
    expect(offer(boris)).to_have_count(0)
    expect(anna.menu_item("Withdraw my offer")).to_have_count(0)  # her page knows too, so her move is not stale
    anna.play("e2-f2")
    anna.choose_action("Offer a draw")
    expect(boris.page.get_by_role("status").filter(has_text="Anna offers a draw.")).to_have_count(1)
    boris.button("Decline").focus()
    boris.page.keyboard.press("Enter")
    expect(offer(boris)).to_have_count(0)
    expect(boris.page.locator(".place:focus")).to_have_count(1)
    expect(anna.menu_item("Offer a draw")).to_have_count(0)
    boris.play("d8-d5")
    anna.play("f2-e2")
    expect(anna.menu_item("Offer a draw")).to_have_count(1)  # again, after her next action
    anna.choose_action("Offer a draw")
    expect(offer(boris)).to_be_visible()
    boris.page.reload()
    boris.button("Accept").click()
    for visitor in (anna, boris):
        expect(visitor.ending).to_contain_text("A draw by agreement")
        expect(offer(visitor)).to_have_count(0)


def test_a_single_player_takes_back_a_move_at_once_but_not_the_end_of_a_match(visit):
    visitor = visit()
    record = '[Game "tavlei"]\n\nd9-c9 e7-d7 c9-d9 d7-e7 d9-c9 e7-d7 *\n'
    match = visitor.request.post("/api/records", data=record).json()["id"]
    visitor.open(f"/match/{match}")
    expect(visitor.page.locator(".chat")).to_be_hidden()
    expect(visitor.menu_item("Offer a draw")).to_have_count(0)
    visitor.play("c9-d9")
    visitor.button("Take back").click()
    expect(visitor.moves).to_have_count(6)
    visitor.play("c9-d9", "d7-e7")
    expect(visitor.ending).to_be_visible()
    expect(visitor.button("Take back")).to_be_hidden()


def test_people_who_watch_and_those_whose_match_is_over_see_no_buttons_for_playing(visit):
    anna, watcher = visit(), visit()
    anna.begin(side=0, level=1)
    watcher.open(anna.page.url)
    expect(watcher.page.locator(".place").first).to_be_visible()
    for name in ("Take back", "Resign", "Hint"):
        expect(anna.button(name)).to_be_visible()
        expect(watcher.button(name)).to_be_hidden()
    anna.resign()
    for name in ("Take back", "Resign", "Hint"):
        expect(anna.button(name)).to_be_hidden()


def test_an_offer_is_accessible_on_a_narrow_screen_and_a_match_can_be_called_off_until_both_players_have_acted(
    visit, axe
):
    anna, boris = visit(), visit(**NARROW)
    meet(anna, boris)
    before = boris.place("e5").bounding_box()
    anna.choose_action("Offer a draw")
    expect(offer(boris)).to_be_visible()
    assert boris.place("e5").bounding_box() == before
    assert boris.overflow() <= 0
    assert violations_in_both_modes(boris.page, axe) == []
    boris.button("Decline").tap()
    expect(offer(boris)).to_have_count(0)
    anna.play("e2-f2")
    boris.choose_action("Call the match off")
    boris.page.get_by_role("dialog").get_by_role("button", name="Call it off").click()
    for visitor in (anna, boris):
        expect(visitor.ending).to_contain_text("No result")
        expect(visitor.button("Rematch")).to_have_count(0)
    anna.open()
    expect(anna.page.locator(".continuing li").first).to_contain_text("called off")


def test_a_button_is_pressed_as_soon_as_the_own_move_is_shown(visit):
    anna, boris = visit(), visit()
    anna.page.add_init_script(HOLD_ANSWERS)
    meet(anna, boris)
    anna.play("e2-f2")
    anna.choose_action("Offer a draw")
    expect(offer(boris)).to_contain_text("Anna offers a draw.")
