"""The page of Labyrinth: a map that grows with the moderator's answers, and its controls."""

import re

import pytest
from boards.labyrinth import house as maze
from browsers.inspection import violations_in_both_modes
from browsers.visitor import NARROW
from playwright.sync_api import expect

PERSON = {"kind": "person"}


@pytest.fixture
def house(quick_house):
    return quick_house


@pytest.fixture
def walker(visit):
    return enter(visit(reduced_motion="reduce"))


def enter(visitor, **parts):
    """Two players at one screen, in the example maze of the rules: P in the shop, Q at the door."""
    options = {"scenario": maze("P B1, Q B3", **parts), "players": ["P", "Q"]}
    seats = {"P": PERSON, "Q": PERSON}
    made = visitor.request.post("/api/matches", data={"game": "labyrinth", "options": options, "seats": seats})
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.place("P:0,0,0")).to_be_visible()
    return visitor


def say(visitor, *actions):
    for action in actions:
        count = visitor.moves.count()
        visitor.type_action(action)
        if action != "end":  # which is not announced
            expect(visitor.moves).to_have_count(count + 1)


def slide(visitor, name, to, by):
    """Drag a finger from a place to a number of places beside another."""
    finger = visitor.context.new_cdp_session(visitor.page)
    visitor.place(name).scroll_into_view_if_needed()
    start, end = (middle(visitor.place(one).bounding_box()) for one in (name, to))
    size = visitor.place(to).bounding_box()["width"]
    end = [one + more * size for one, more in zip(end, by, strict=True)]
    for part in range(6):
        x, y = (one + (other - one) * part / 5 for one, other in zip(start, end, strict=True))
        point = {"x": x, "y": y}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove" if part else "touchStart", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def at(visitor, name):
    """The position of a place on the lattice."""
    return [float(one) for one in re.findall(r"-?[\d.]+", visitor.place(name).get_attribute("transform"))[:2]]


def apart(visitor, one, other):
    return [there - here for here, there in zip(at(visitor, one), at(visitor, other), strict=True)]


def test_the_map_grows_with_every_answer_from_one_cell_for_each_player(walker):
    assert {place.get_attribute("data-name") for place in walker.page.locator(".place").all()} == {"P:0,0,0", "Q:0,0,0"}
    expect(walker.page.locator(".line.unknown")).to_have_count(8)
    expect(walker.page.locator(".line.wall")).to_have_count(0)
    expect(walker.page.locator(".plate strong")).to_have_text(["P", "Q"])
    expect(walker.page.locator(".plate.acting strong")).to_have_text("P")
    expect(walker.page.locator(".panel dt")).to_contain_text(["P", "Q", "Cash", "Account"])
    walker.place("Q:0,0,0").focus()
    walker.page.keyboard.press("Shift+ArrowDown")
    before = apart(walker, "P:0,0,0", "Q:0,0,0")
    say(walker, "north")
    expect(walker.page.locator(".plate.acting strong")).to_have_text("Q")
    expect(walker.page.locator(".status")).to_have_text("Q to move")
    expect(walker.place("P:0,-1,0")).to_have_accessible_name(re.compile("a cell, P$"))
    assert apart(walker, "P:0,0,0", "P:0,-1,0") == [0, -1]
    expect(walker.page.locator(".line.wall")).to_have_count(0)
    say(walker, "north")
    expect(walker.page.locator(".line.wall")).to_have_count(1)
    expect(walker.moves.last).to_contain_text("wall")
    say(walker, "west", "west")
    expect(walker.place("Q:-1,0,0")).to_be_visible()
    assert apart(walker, "P:0,0,0", "Q:0,0,0") == before, "a shifted sheet keeps its distance while the map grows"


def test_a_click_on_a_known_neighbouring_cell_plays_a_step(walker):
    say(walker, "east", "end", "stay", "north", "stay")
    walker.place("P:1,0,0").click()
    expect(walker.moves.last).to_have_text(re.compile(r"^P goes south\. .* bank"))
    expect(walker.place("P:1,0,0")).to_have_accessible_name(re.compile("a bank, P$"))


def test_the_moderator_speaks_the_readers_language(visit):
    visitor = enter(visit(locale="ru-RU"))
    say(visitor, "north")
    for word in ("идёт на север", "jde na sever"):
        expect(visitor.moves.last).to_have_text(re.compile(word))
        expect(visitor.moves.last).not_to_contain_text("north")
        visitor.speak("cs")


def test_a_cell_can_be_picked_under_the_shifted_sheet_of_another_player(walker):
    """P shifts the sheet of Q onto their own sheet, and can still step to a cell that lies under the sheet of Q."""
    say(walker, "east", "end", "stay", "north", "stay")
    walker.place("Q:0,0,0").focus()
    walker.page.keyboard.press("Shift+ArrowDown")  # onto the grid of P's own sheet
    right, down = apart(walker, "P:1,0,0", "Q:0,0,0")
    for _ in range(round(abs(right))):
        walker.page.keyboard.press("Shift+ArrowLeft" if right > 0 else "Shift+ArrowRight")
    for _ in range(round(abs(down))):
        walker.page.keyboard.press("Shift+ArrowDown" if down < 0 else "Shift+ArrowUp")
    assert apart(walker, "P:1,0,0", "Q:0,0,0") == [0, 0]
    walker.page.keyboard.press("Enter")
    expect(walker.moves.last).to_contain_text("P goes south")
    assert apart(walker, "P:1,0,0", "Q:0,0,0") == [0, 0]


def test_a_finger_shifts_a_sheet_in_a_narrow_window(visit):
    visitor = enter(visit(**NARROW, reduced_motion="reduce"))
    slide(visitor, "Q:0,0,0", "P:0,0,0", (2, 1))
    assert apart(visitor, "P:0,0,0", "Q:0,0,0") == [2, 1]
    assert visitor.overflow() <= 0
    visitor.button("North").tap()
    expect(visitor.place("P:0,-1,0")).to_be_visible()
    assert visitor.overflow() <= 0


def test_a_note_is_written_with_the_keyboard_and_can_be_read_even_on_a_small_map(visit):
    visitor = enter(visit(**NARROW))
    visitor.button("Menu").press("Enter")
    visitor.button("Note on a place").press("Enter")
    expect(visitor.page.locator(".note").first).to_have_text("Now pick the place.")
    visitor.place("P:0,0,0").focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.keyboard.type("the shop")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".board .note")).to_have_text(["the shop"])
    expect(visitor.place("P:0,0,0")).to_be_focused()
    expect(visitor.place("P:0,0,0")).to_have_accessible_name(re.compile("the shop"))
    assert visitor.page.locator(".board .note").bounding_box()["height"] >= 10
    expect(visitor.moves).to_have_count(0)
    visitor.button("Menu").press("Enter")
    visitor.button("Note on a place").press("Enter")
    visitor.place("P:0,0,0").focus()
    visitor.page.keyboard.press("Escape")
    expect(visitor.menu_item("Note on a place")).to_have_attribute("aria-pressed", "false")


def test_floors_and_ladders_are_on_the_map_and_found_items_are_in_the_panel(walker, axe):
    say(walker, "east", "end", "stay", "north", "stay", "up", "stay", "west")
    expect(walker.page.locator(".board .heading")).to_have_text(["P", "Q", "P +1"])
    expect(walker.page.locator(".place.ladder")).to_have_count(2)
    expect(walker.moves.last).to_contain_text(", key.")
    expect(walker.page.locator(".panel")).to_contain_text("1 key")
    assert violations_in_both_modes(walker.page, axe) == []


def test_a_button_of_the_map_that_is_being_pressed_stays_while_somebody_comes_to_watch(walker, visit):
    button = walker.menu_item("Note on a place")
    walker.open_menu()
    button.focus()
    walker.page.keyboard.down("Space")
    visit().open(walker.page.url)
    expect(walker.page.locator(".audience")).not_to_be_empty()
    walker.page.keyboard.up("Space")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(walker.page.locator(".note").first).to_have_text("Now pick the place.")


def test_the_answer_to_ones_own_step_stays_above_what_others_do_until_one_acts_again(visit):
    visitor = visit(**NARROW)
    options = {"scenario": maze("P B1, Q B3"), "players": ["P", "Q"]}
    seats = {"P": PERSON, "Q": {"kind": "computer", "level": 1}}
    made = visitor.request.post("/api/matches", data={"game": "labyrinth", "options": options, "seats": seats})
    visitor.open(f"/match/{made.json()['id']}")
    answer = visitor.page.locator(".answer")
    expect(answer).to_be_hidden()
    visitor.type_action("north")
    expect(visitor.page.locator(".last")).to_contain_text("Computer goes ")
    expect(answer).to_have_text(re.compile("^P goes north"))
    assert answer.bounding_box()["y"] < visitor.page.locator(".last").bounding_box()["y"]
    assert visitor.overflow() <= 0
    visitor.page.locator(".bubble").get_by_role("button").click()
    expect(answer).to_be_hidden()
    visitor.type_action("south")
    expect(answer).to_have_text(re.compile("^P goes south"))


def test_the_own_sheet_fills_the_table_from_the_first_move_and_pieces_glide_while_it_grows(walker):
    table = walker.page.locator(".stage > .board").bounding_box()
    own, other = (walker.place(f"{one}:0,0,0").bounding_box() for one in "PQ")
    assert own["width"] * 9 > min(table["width"], table["height"]), "about seven cells across"
    assert all(abs(one - other) < own["width"] for one, other in zip(middle(own), middle(table), strict=True))
    assert other["width"] < own["width"] * 0.6
    man = walker.page.locator(".man").filter(has=walker.page.locator(".seat0"))
    walker.page.evaluate("window.man = document.querySelector('.man:has(.seat0)')")
    say(walker, "east", "end", "stay", "stay")
    expect(walker.place("P:1,0,0")).to_be_visible()
    expect(man).to_have_count(1)
    assert at(walker, "P:0,0,0") != at(walker, "P:1,0,0")


def test_the_buttons_are_a_compass_and_its_arrow_keys_play_steps(visit):
    visitor = enter(visit(**NARROW), items="B1 cartridge, B1 vest, a1 key")
    expect(visitor.button("Stay")).to_be_visible()
    boxes = {name: visitor.button(name).bounding_box() for name in ("North", "South", "West", "East", "Stay")}
    assert boxes["North"]["y"] < boxes["West"]["y"] == boxes["Stay"]["y"] == boxes["East"]["y"] < boxes["South"]["y"]
    assert boxes["West"]["x"] < boxes["North"]["x"] == boxes["Stay"]["x"] == boxes["South"]["x"] < boxes["East"]["x"]
    assert all(box["width"] >= 44 <= box["height"] for box in boxes.values())
    expect(visitor.button("Shoot: North")).to_have_count(0)
    say(visitor, "take:cartridge", "take:vest")
    expect(visitor.button("Put down: vest")).to_be_visible()
    assert visitor.overflow() <= 0
    visitor.button("Shoot: North").click()
    expect(visitor.moves.last).to_contain_text("P shoots north")
    visitor.button("Stay").focus()
    visitor.page.keyboard.press("ArrowUp")
    expect(visitor.moves.last).to_contain_text("P goes north")


def test_the_buttons_are_not_drawn_anew_while_somebody_comes_to_watch(visit):
    visitor = enter(visit())
    before = visitor.button("Stay").element_handle()
    visit().open(visitor.page.url)
    expect(visitor.page.locator(".audience")).to_contain_text("1")
    assert before.evaluate("button => button.isConnected"), "else a press that has begun would be lost"


def test_the_last_ten_sentences_stay_readable_beside_the_map(visit):
    visitor = enter(visit(viewport={"width": 1280, "height": 800}))
    say(visitor, *["stay", "end", "stay"] * 6)
    board = visitor.page.locator(".stage > .board").bounding_box()
    moves = visitor.page.locator(".moves").bounding_box()
    assert moves["x"] >= board["x"] + board["width"]
    shown = [visitor.moves.nth(index).bounding_box() for index in range(2, 12)]
    assert all(moves["y"] <= box["y"] and box["y"] + box["height"] <= moves["y"] + moves["height"] for box in shown)
    assert board["height"] > 600


@pytest.mark.parametrize(
    ("locale", "typed", "begun"),
    [
        ("en-GB", ("Stay here", "End the turn", "n"), "shoot"),
        ("ru-RU", ("Остаться", "конец хода", "север"), "Стрелять"),
        ("cs-CZ", ("stát", "Ukončit tah", "Na sever"), "střílet"),
    ],
)
def test_actions_are_typed_in_the_words_of_the_reader(visit, locale, typed, begun):
    visitor = enter(visit(locale=locale), items="B1 cartridge, a1 key")
    say(visitor, "take:cartridge")
    for action, who in zip(typed, "PPQ", strict=True):
        expect(visitor.page.locator(".plate.acting strong")).to_have_text(who)
        visitor.type_action(action)
        expect(visitor.page.locator("#text")).to_have_value("")
    expect(visitor.moves).to_have_count(3)  # that the turn ended is not announced
    visitor.type_action(begun)
    expect(visitor.page.locator(".choices .chosen")).to_be_visible()
    expect(visitor.refusal).to_be_empty()


def test_what_nobody_heard_of_is_not_offered_but_can_be_tried_in_words(walker):
    say(walker, "north")
    expect(walker.page.locator(".choices")).not_to_contain_text("Pick up")
    walker.type_action("pick up key")
    expect(walker.refusal).to_contain_text("nothing like that")
    expect(walker.moves.first).to_contain_text("Q wants to pick up: key. There is none here.")


def test_players_join_at_one_screen_between_two_turns(visit):
    visitor = visit(**NARROW)
    visitor.begin("labyrinth", options={"guests": True, "maze": "small"})
    page = visitor.page
    page.get_by_text("Free seats").click()
    joining = page.get_by_role("group", name="R", exact=True).get_by_role("button", name="Join at this screen")
    joining.click()
    expect(page.locator(".moves")).to_contain_text("R enters the labyrinth.")
    expect(page.get_by_role("group", name="S", exact=True)).to_be_visible()
    assert visitor.overflow() <= 0
    for who in "PQR":
        expect(page.locator(".plate.acting strong")).to_have_text(who)
        visitor.type_action("stay")  # on an empty cell, which ends the turn
