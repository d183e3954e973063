"""The set-up dialog: the seats of a match with the chosen options, who sits where, and a labyrinth from a file."""

import json

from boards.labyrinth import house as maze
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

from ludoteka.games import games
from ludoteka.players.levels import usual_level


def wished(visitor, dialog):
    """Return the match that a dialog asks the house for; the house accepts it, but the page keeps the dialog, which is closed."""
    visitor.page.route("**/api/matches", lambda route: route.abort())
    with visitor.page.expect_request("**/api/matches") as asked:
        dialog.locator("button.primary").click()
    expect(dialog.locator(".refusal")).not_to_be_empty()
    visitor.page.unroute("**/api/matches")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    wish = asked.value.post_data_json
    assert visitor.request.post("/api/matches", data=wish).ok
    return wish


def pick(dialog, way):
    dialog.locator("label", has=dialog.page.locator(f"[name=opponent][value={way}]")).click()


def test_the_dialog_offers_the_sides_of_the_chosen_option_or_seat_by_seat(visit):
    dialog = (visitor := visit()).set_up("quagmire")
    expect(dialog.locator(".sides label")).to_have_text(["At random", "Red", "Blue", "Yellow", "White"])
    dialog.locator("#option-seats").select_option(label="Red, Yellow")
    expect(dialog.locator(".sides label")).to_have_text(["At random", "Red", "Yellow"])
    wish = wished(visitor, dialog)
    assert (wish["options"]["seats"], set(wish["seats"])) == ("bt", {"b", "t"})
    dialog = visitor.set_up("tavlei")
    expect(dialog.locator("[name=opponent]")).to_have_count(3)  # a game for two does not offer seat by seat
    expect(dialog.get_by_role("slider")).to_have_value(str(usual_level(games()["tavlei"])))  # as in the terminal


def test_the_player_at_each_seat_can_be_chosen_separately(visit):
    dialog = (visitor := visit()).set_up("quagmire")
    pick(dialog, "each")
    expect(dialog.locator(".sides")).to_be_hidden()
    dialog.locator("#seat-t").select_option("free")
    dialog.locator("#seat-r").select_option("person")
    seats = wished(visitor, dialog)["seats"]
    assert {letter: one["kind"] for letter, one in seats.items()} == {
        "b": "person",
        "l": "computer",
        "t": "free",
        "r": "person",
    }


def test_in_a_match_by_link_all_other_seats_are_free(visit):
    visitor = visit()
    for game in ("tavlei", "moksha", "scripta", "labyrinth", "quagmire") if IS_CAMPAIGN else ("labyrinth", "quagmire"):
        dialog = visitor.set_up(game)
        pick(dialog, "link")
        expect(dialog.locator("[name=level]")).to_be_hidden()
        dialog.locator(".sides label").nth(1).click()
        mine, *others = wished(visitor, dialog)["seats"].values()
        assert mine["kind"] == "person"
        assert {other["kind"] for other in others} == {"free"}


def test_a_labyrinth_against_the_computer_keeps_no_seats_free_and_one_with_other_people_does(visit):
    dialog = (visitor := visit()).set_up("labyrinth")
    expect(dialog.get_by_label("Joining with the link")).to_be_hidden()
    assert wished(visitor, dialog)["options"]["guests"] is False
    visitor.set_up("tavlei").get_by_role("button", name="Close").click()  # so that the address changes
    dialog = visitor.set_up("labyrinth")
    pick(dialog, "link")
    expect(dialog.get_by_label("Joining with the link")).to_be_visible()
    assert wished(visitor, dialog)["options"]["guests"] is True


def test_a_labyrinth_is_read_from_a_file_which_is_refused_in_the_dialog_if_it_contains_none(visit, tmp_path):
    dialog = (visitor := visit()).set_up("labyrinth")
    file = tmp_path / "maze.json"
    pick(dialog, "person")
    dialog.locator("summary").click()
    for content, sentence in (
        ("{", "is not JSON"),
        ("[]", "scenario"),
        (json.dumps(maze() | {"cells": [[0, 0]]}), "cells"),
    ):
        file.write_text(content)
        dialog.locator("#file-scenario").set_input_files(file)
        dialog.locator("button.primary").click()
        expect(dialog.locator(".refusal")).to_contain_text(sentence)
    file.write_text(json.dumps(maze()))
    dialog.locator("#file-scenario").set_input_files(file)
    dialog.locator("button.primary").click()
    expect(visitor.page.locator(".place")).to_have_count(2)


def test_every_dialog_fits_a_narrow_screen_and_every_field_has_a_label_of_its_own(visit):
    visitor = visit(viewport={"width": 360, "height": 740})
    for game in games():
        dialog = visitor.set_up(game)
        if game in ("quagmire", "labyrinth"):
            pick(dialog, "each")
        assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth"), game
        labels = dialog.locator("legend, label[for]").evaluate_all(
            "all => all.filter(one => one.checkVisibility()).map(one => one.textContent)"
        )
        assert sorted(labels) == sorted(set(labels)), game
        dialog.get_by_role("button", name="Close").click()


def test_a_new_match_begins_with_the_choices_that_the_game_offers_first_unless_they_are_changed(visit):
    dialog = (visitor := visit()).set_up("scripta")
    assert wished(visitor, dialog)["options"] == {"pieces": 15, "must_move": False, "dice": "bag"}
    dialog = visitor.set_up("moksha")
    assert wished(visitor, dialog)["options"] == {"repetition": "draw", "quiet": "off"}
    dialog = visitor.set_up("scripta")  # not twice in a row, as its address would not change
    dialog.get_by_label("Dice").select_option("fair")
    dialog.get_by_text("3 men, about ten minutes").click()
    assert wished(visitor, dialog)["options"] == {"pieces": 3, "must_move": False, "dice": "fair"}


def test_the_usual_choices_stand_side_by_side_and_the_others_in_a_list(visit):
    dialog = (visitor := visit()).set_up("scripta")
    men = dialog.get_by_role("group", name="Men")
    expect(men.get_by_role("radio")).to_have_count(3)
    expect(men.get_by_role("combobox")).to_be_hidden()
    men.get_by_text("Custom", exact=True).click()
    expect(men.get_by_role("combobox")).to_be_visible()
    men.get_by_text("15 men, about an hour").click()
    expect(men.get_by_role("combobox")).to_be_hidden()
    men.get_by_text("Custom", exact=True).click()
    men.get_by_role("combobox").select_option("5 men")
    assert wished(visitor, dialog)["options"]["pieces"] == 5


def test_a_side_and_the_players_stay_chosen_when_an_option_changes(visit):
    dialog = (visitor := visit()).set_up("scripta")
    dialog.get_by_text("Green", exact=True).first.click()
    dialog.get_by_text("3 men, about ten minutes").click()
    assert wished(visitor, dialog)["seats"]["g"]["kind"] == "person"
    dialog = visitor.set_up("quagmire")
    pick(dialog, "each")
    dialog.locator("#seat-t").select_option("free")
    dialog.locator("#option-dice").select_option("1")
    expect(dialog.locator("#seat-t")).to_have_value("free")


def test_the_link_to_another_game_replaces_the_open_dialog_with_that_of_the_other_game(visit):
    visitor = visit()
    visitor.set_up("tavlei")
    for before, then in (("", "moksha"), ("document.querySelector('dialog[open]').close()", "quagmire")):
        visitor.page.evaluate(f"{before}; location.hash = '{then}'")
        expect(visitor.page.locator(f"dialog[open] #setup-{then}")).to_be_visible()
        expect(visitor.page.locator("dialog[open]")).to_have_count(1)
        assert visitor.page.url.endswith(f"#{then}")
