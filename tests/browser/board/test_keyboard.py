"""A match can be set up and played with the keyboard alone."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def visitor(visit):
    return visit()


def press(visitor, *keys):
    for key in keys:
        visitor.page.keyboard.press(key)


def focused(visitor):
    return visitor.page.evaluate("document.activeElement.dataset.name ?? document.activeElement.textContent")


def tab_to(visitor, name):
    for _ in range(40):
        press(visitor, "Tab")
        if visitor.page.evaluate("document.activeElement.closest('[data-name], button')?.textContent") == name:
            return
    pytest.fail(f"{name} cannot be reached")


def walk_to(visitor, name):
    """Move over the board with the arrow keys."""
    column, row = focused(visitor)
    sideways, upwards = ord(name[0]) - ord(column), int(name[1]) - int(row)
    press(visitor, *["ArrowRight" if sideways > 0 else "ArrowLeft"] * abs(sideways))
    press(visitor, *["ArrowUp" if upwards > 0 else "ArrowDown"] * abs(upwards))
    assert focused(visitor) == name


def enter_board(visitor):
    """Reach the board by keyboard, lifting the curtain if there is one."""
    if visitor.curtain.is_visible():
        press(visitor, "Enter")
        expect(visitor.curtain).to_have_count(0)
        return
    for _ in range(20):
        press(visitor, "Tab")
        if visitor.page.evaluate("Boolean(document.activeElement.closest('.place'))"):
            return
    pytest.fail("the board cannot be reached")


def play(visitor, action):
    count = visitor.moves.count()
    for name in action.split("-"):
        walk_to(visitor, name)
        press(visitor, "Enter")
    expect(visitor.moves.nth(count)).to_have_text(action)


def test_a_match_is_set_up_and_played_with_the_keyboard(visitor):
    visitor.open()
    tab_to(visitor, "More options Tavlei")
    press(visitor, "Enter")
    expect(visitor.page.locator("dialog[open]")).to_be_visible()
    tab_to(visitor, "Start")
    press(visitor, "Shift+Tab", "Shift+Tab")  # options and the clock
    press(visitor, "Shift+Tab", "ArrowRight")  # the side: attackers
    expect(visitor.page.get_by_role("radio", name="Attackers")).to_be_checked()
    tab_to(visitor, "Start")
    press(visitor, "Enter")
    expect(visitor.page.locator(".place").first).to_be_visible()
    enter_board(visitor)
    play(visitor, "e2-c2")
    expect(visitor.moves).to_have_count(2)


def test_the_focus_stays_on_the_board_at_its_edge_and_when_it_turns_and_escape_cancels_a_pick(visitor):
    visitor.begin()
    reachable = visitor.page.locator(".place[tabindex='0']")
    expect(reachable).to_have_count(1)
    enter_board(visitor)
    assert focused(visitor) == "a9"
    press(visitor, "ArrowUp", "ArrowLeft")
    assert focused(visitor) == "a9"
    press(visitor, "ArrowRight", "ArrowDown")
    expect(reachable).to_have_count(1)
    walk_to(visitor, "e2")
    press(visitor, " ")
    assert visitor.names("picked") == ["e2"]
    press(visitor, "Escape")
    assert visitor.names("picked") == []
    assert focused(visitor) == "e2"
    play(visitor, "e2-c2")
    assert focused(visitor) == "c2"
    expect(visitor.page.get_by_role("region", name="Moves")).to_have_attribute("tabindex", "0")
    visitor.choose_action("Turn the board")
    press(visitor, *["Shift+Tab"] * 3)
    assert focused(visitor) == "c2"
    press(visitor, "ArrowRight", "ArrowUp")
    assert focused(visitor) == "b1", "the arrow keys follow the directions of the turned board"


def test_the_arrow_keys_lead_along_the_trays_of_scripta_and_from_them_to_the_points(visitor):
    visitor.begin("scripta")
    visitor.place("y-waiting").focus()
    for keys, name in (
        ("ArrowRight", "y-captured"),
        ("ArrowRight", "y-off"),
        ("ArrowLeft", "y-captured"),
        ("ArrowLeft", "y-waiting"),
        ("ArrowUp", "25"),
        ("ArrowDown", "y-waiting"),
    ):
        press(visitor, keys)
        assert focused(visitor) == name, keys
    visitor.place("35").focus()
    press(visitor, "ArrowDown")
    assert focused(visitor) == "y-off"


def test_arrow_keys_lead_from_the_points_of_xii_scripta_to_the_trays_and_from_tray_to_tray(visitor):
    visitor.begin("scripta")
    for start, walk in (
        ("36", "Down y-off, Left y-captured, Left y-waiting, Up 25"),
        ("31", "Down y-captured, Right y-off, Up 36"),
        ("26", "Down y-waiting, Right y-captured, Up 30"),
        ("13", "Up g-off, Left g-captured, Left g-waiting, Down 24"),
        ("1", "Left 1"),
        ("12", "Right 12"),
    ):
        visitor.place(start).focus()
        for step in walk.split(", "):
            key, name = step.split()
            press(visitor, f"Arrow{key}")
            assert focused(visitor) == name, (start, step)
