"""Open tables: everybody sees them, takes a seat with one click, or watches."""

from functools import partial

import pytest
from boards.labyrinth import house as maze
from browsers.inspection import violations_in_both_modes
from browsers.meetings import FREE, PERSON, call, make
from browsers.visitor import NARROW
from playwright.sync_api import expect

LOOKED_AWAY = """state => {
    Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""
TABLES_AT_FIRST = """
    addEventListener("DOMContentLoaded", () => {
        new MutationObserver((_, observer) => {
            if (!document.querySelector(".analysing")) return;
            observer.disconnect();
            window.tablesAtFirst = document.querySelectorAll(".lobby li").length;
        }).observe(document.body, { subtree: true, childList: true });
    });
"""  # how many tables are listed when the links below them appear
COMPUTER = {"kind": "computer", "level": 3}
QUAGMIRE = {"b": PERSON, "l": COMPUTER, "t": FREE, "r": FREE}


@pytest.fixture
def house(orderly_house):
    return orderly_house


def row(visitor, address):
    """The row of a table in the list."""
    return visitor.page.locator(f".lobby > ul > [data-match='{address.rpartition('/')[2]}']")


def open_table(visitor, **wish):
    return make(visitor, visibility="public", **wish)


def test_an_empty_lobby_says_that_nobody_is_waiting_and_suggests_opening_a_table(visit, unused_house):
    page = visit(unused_house).open()
    expect(page.locator(".lobby .none")).to_have_text("Nobody is waiting right now. Open a table yourself.")
    expect(page.locator(".lobby .playing")).to_be_hidden()


def test_the_start_page_is_shown_without_open_tables_when_these_cannot_be_fetched_and_else_at_once_with_them(visit):
    host, guest = visit(), visit()
    address = open_table(host)
    guest.page.add_init_script(TABLES_AT_FIRST)
    guest.page.route("**/api/lobby*", lambda route: route.abort())
    page = guest.open()
    expect(page.locator(".card").first).to_be_visible()
    expect(page.locator(".lobby .none")).to_contain_text("The server doesn't answer.")
    page.unroute("**/api/lobby*")
    page.get_by_label("Game", exact=True).select_option("Tavlei")
    expect(row(guest, address)).to_be_visible()
    guest.open()
    expect(row(guest, address)).to_be_visible()
    assert page.evaluate("tablesAtFirst") == page.locator(".lobby li").count(), "no link moves that is being clicked"


def test_a_seat_is_taken_from_the_list_of_tables_with_one_click_and_whoever_is_late_watches(visit):
    host, guest, late = visit(), visit(), visit()
    call(host, "Žofie <b>")
    address = open_table(host, clock="5+3")
    host.open()
    row(host, address).get_by_role("link", name="Go to your table").click()
    host.page.wait_for_url(f"**{address}")
    for visitor in (guest, late):
        visitor.open()
        expect(row(visitor, address)).to_contain_text("Attackers: Žofie <b>")
        expect(row(visitor, address)).to_contain_text("5 min + 3 s")
    row(guest, address).get_by_role("button", name="Take a seat: Defenders").click()
    guest.page.wait_for_url(f"**{address}")
    expect(guest.page.locator(".plate").nth(1)).to_contain_text("You")
    guest.choose_action("Give my seat back")
    expect(guest.button("Take this seat")).to_be_visible()
    guest.page.reload()  # does not take the seat again
    guest.button("Take this seat").click()
    expect(guest.page.locator(".plate").nth(1)).to_contain_text("You")
    row(late, address).get_by_role("button").click()
    expect(late.refusal).not_to_be_empty()
    expect(late.page.locator(".audience")).to_have_text("1 watching")
    host.play("e2-f2")
    expect(guest.moves).to_have_text(["e2-f2"])
    late.open()
    playing = late.page.locator(f".playing [data-match='{address.rpartition('/')[2]}']")
    playing.get_by_role("link", name="Watch").click()
    expect(late.page.locator(".audience")).to_have_text("1 watching")


def test_everybody_reads_that_a_host_knows_the_maze_which_they_chose(visit):
    host, guest = visit(), visit(locale="cs")
    seats, players = {"P": PERSON, "Q": FREE}, ["P", "Q"]
    known = open_table(
        host,
        game="labyrinth",
        options={"scenario": maze("P A1, Q B3", items="a1 key"), "players": players},
        seats=seats,
    )
    random = open_table(host, game="labyrinth", options={"players": players}, seats=seats)
    guest.open()
    expect(row(guest, known)).to_contain_text("Kdo partii založil, sám určil, co je v ní skryté, a zná to.")
    expect(row(guest, random)).not_to_contain_text("skryté")
    for address, is_known in ((known, True), (random, False)):
        guest.open(address)
        expect(guest.page.locator(".secrets")).to_be_visible(visible=is_known)


def assert_listed(visitor, tables, *listed):
    """Look which of these tables a page lists."""
    for address in tables:
        expect(row(visitor, address)).to_have_count(int(address in listed))


def test_tables_are_filtered_by_game_clock_and_players_and_show_unusual_options_and_every_free_seat(visit, axe):
    host, other, guest = visit(), visit(), visit(**NARROW)
    call(other, "W" * 40)
    minutes = open_table(host, clock="5+3")
    days = open_table(host, game="moksha", options={"quiet": "draw"}, seats={"w": PERSON, "b": FREE}, clock="3/day")
    usual = open_table(host, game="moksha", options={"quiet": "off"}, seats={"w": PERSON, "b": FREE}, clock="3/day")
    computers = open_table(other, game="quagmire", seats=QUAGMIRE, clock="15+10")
    without, private = open_table(other), make(guest)
    guest.open()
    clock = guest.page.get_by_label("Clock", exact=True)
    assert_seen = partial(assert_listed, guest, {minutes, days, computers, without})
    assert_seen(minutes, days, computers, without)
    expect(row(guest, private)).to_have_count(0)
    expect(row(guest, days)).to_contain_text("100 moves in a row without progress (house rule): are a draw")
    expect(row(guest, usual)).not_to_contain_text("without progress")
    expect(row(guest, computers).get_by_role("button")).to_contain_text(["Take a seat: Yellow", "Take a seat: White"])
    assert guest.overflow() <= 0
    assert violations_in_both_modes(guest.page, axe, ".tables") == []
    clocks = {"Minutes": (minutes, computers), "Days": [days], "Without a clock": [without], "Any clock": ()}
    for wish, found in clocks.items():
        clock.select_option(wish)
        assert_seen(*(found or (minutes, days, computers, without)))
    guest.page.get_by_label("Only with people").check()
    assert_seen(minutes, days, without)
    guest.page.get_by_label("Game", exact=True).select_option("Moksha")
    assert_seen(days)
    clock.select_option("Minutes")
    expect(guest.page.locator(".lobby .none")).to_contain_text("Nobody is waiting at such a table")


def test_the_list_of_tables_is_polled_only_while_the_page_is_visible_and_unchanged_tables_keep_the_focus(visit):
    """The focus goes to the title when its table disappears."""
    guest, host = visit(), visit()
    guest.page.clock.install()
    answers = guest.record_answers()
    guest.open()
    expect(guest.page.locator(".lobby [role=status]")).not_to_be_empty()
    first = open_table(host)
    guest.page.clock.run_for(10_000)
    button = row(guest, first).get_by_role("button")
    button.focus()
    button.evaluate("button => button.dataset.old = 'yes'")
    second = open_table(host)
    guest.page.clock.run_for(10_000)
    expect(row(guest, second)).to_be_visible()
    guest.page.evaluate(LOOKED_AWAY, "hidden")
    asked = [answer.url for answer in answers if "/api/lobby" in answer.url]
    guest.page.clock.run_for(60_000)
    third = open_table(host)
    assert [answer.url for answer in answers if "/api/lobby" in answer.url] == asked
    guest.page.evaluate(LOOKED_AWAY, "visible")
    expect(row(guest, third)).to_be_visible()
    expect(row(guest, first).locator("[data-old]")).to_be_focused()
    host.open(first)
    host.button("Let the computer play").click()
    expect(host.page.locator(".waiting")).to_be_hidden()
    guest.page.clock.run_for(10_000)
    expect(guest.page.get_by_role("heading", name="Open tables")).to_be_focused()


def test_a_table_is_opened_in_the_set_up_dialog(visit):
    host, guest = visit(), visit()
    dialog = host.set_up("moksha")
    for text in ("With other people", "Everybody in the house"):
        dialog.get_by_text(text).click()
    dialog.get_by_label("Clock").select_option("3 days a turn")
    dialog.get_by_role("button", name="Start").click()
    host.page.wait_for_url("**/match/*")
    expect(host.page.locator(".waiting")).to_contain_text("Everybody can see this table")
    guest.open()
    expect(row(guest, host.page.url)).to_contain_text("3 days a turn")


def test_the_set_up_dialog_asks_who_may_join_only_if_a_seat_is_free_and_for_the_times_of_a_custom_clock(visit):
    visitor = visit()
    dialog = visitor.set_up("quagmire")
    joining = dialog.get_by_text("Who may join")
    expect(joining).to_be_hidden()
    dialog.get_by_text("With other people").click()
    expect(joining).to_be_visible()
    dialog.get_by_text("Choose seat by seat").click()
    expect(joining).to_be_hidden()
    dialog.locator("#seat-t").select_option("free")
    expect(joining).to_be_visible()
    expect(dialog.get_by_label("Minutes")).to_be_hidden()
    dialog.get_by_label("Clock").select_option("Custom")
    dialog.get_by_label("Minutes").fill("7")
    dialog.get_by_label("Seconds added each turn").fill("0")
    with visitor.page.expect_request("**/api/matches") as made:
        dialog.get_by_role("button", name="Start").click()
    assert (made.value.post_data_json["clock"], made.value.post_data_json["visibility"]) == ("7+0", "private")
    expect(visitor.page.locator(".stage")).to_be_visible()
