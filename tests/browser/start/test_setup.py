"""The set-up dialog: the seats of a match with the chosen options, who sits where, and a labyrinth from a file."""

import json

import pytest
from boards.labyrinth import house as maze
from playwright.sync_api import expect

from ludoteka.games import games
from ludoteka.players.levels import usual_level


def begun(visitor, dialog):
    """Start the match that a dialog sets up; return the request that the page sends to the house."""
    with visitor.page.expect_request(lambda request: request.method == "POST") as asked:
        dialog.locator("button.primary").click()
    wish = asked.value.post_data_json
    expect(visitor.page.locator(".stage")).to_be_visible()  # else the browser would be closed while it opens a page
    return wish


def pick(dialog, way):
    dialog.locator("label", has=dialog.page.locator(f"[name=opponent][value={way}]")).click()


def test_the_dialog_offers_only_the_sides_that_the_chosen_option_includes(visit):
    dialog = (visitor := visit()).set_up("quagmire")
    expect(dialog.locator(".sides label")).to_have_text(["At random", "Bottom", "Left", "Top", "Right"])
    dialog.locator("#option-seats").select_option(label="Bottom, Top")
    expect(dialog.locator(".sides label")).to_have_text(["At random", "Bottom", "Top"])
    wish = begun(visitor, dialog)
    assert (wish["options"]["seats"], set(wish["seats"])) == ("bt", {"b", "t"})


def test_the_player_at_each_seat_can_be_chosen_separately(visit):
    dialog = (visitor := visit()).set_up("quagmire")
    pick(dialog, "each")
    expect(dialog.locator(".sides")).to_be_hidden()
    dialog.locator("#seat-t").select_option("free")
    dialog.locator("#seat-r").select_option("person")
    seats = begun(visitor, dialog)["seats"]
    assert {letter: one["kind"] for letter, one in seats.items()} == {
        "b": "person",
        "l": "computer",
        "t": "free",
        "r": "person",
    }


@pytest.mark.parametrize("game", ["tavlei", "moksha", "scripta", "labyrinth", "quagmire"])
def test_in_a_match_by_link_all_other_seats_are_free(visit, game):
    dialog = (visitor := visit()).set_up(game)
    pick(dialog, "link")
    expect(dialog.locator("[name=level]")).to_be_hidden()
    dialog.locator(".sides label").nth(1).click()
    mine, *others = begun(visitor, dialog)["seats"].values()
    assert mine["kind"] == "person"
    assert {one["kind"] for one in others} == {"free"}


def test_a_game_for_two_does_not_offer_to_choose_seat_by_seat(visit):
    expect(visit().set_up("tavlei").locator("[name=opponent]")).to_have_count(3)


def test_a_labyrinth_is_read_from_a_file(visit, tmp_path):
    dialog = (visitor := visit()).set_up("labyrinth")
    file = tmp_path / "maze.json"
    file.write_text(json.dumps(maze()))
    pick(dialog, "person")
    dialog.locator("summary").click()
    dialog.locator("#file-scenario").set_input_files(file)
    begun(visitor, dialog)
    expect(visitor.page.locator(".place")).to_have_count(2)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("{", "is not JSON"), ("[]", "scenario"), (json.dumps(maze() | {"cells": [[0, 0]]}), "cells")],
)
def test_a_file_without_a_labyrinth_is_refused_in_the_dialog(visit, tmp_path, content, sentence):
    dialog = visit().set_up("labyrinth")
    file = tmp_path / "maze.json"
    file.write_text(content)
    dialog.locator("summary").click()
    dialog.locator("#file-scenario").set_input_files(file)
    dialog.locator("button.primary").click()
    expect(dialog.locator(".refusal")).to_contain_text(sentence)


@pytest.mark.parametrize("game", ["quagmire", "labyrinth", "scripta"])
def test_the_set_up_dialog_fits_a_narrow_screen(visit, game):
    dialog = visit(viewport={"width": 360, "height": 740}).set_up(game)
    if game != "scripta":
        pick(dialog, "each")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("moksha", {"repetition": "draw", "quiet": "draw"}),
        ("scripta", {"pieces": 3, "must_move": False, "dice": "bag"}),
    ],
)
def test_a_new_match_begins_with_the_choices_that_the_game_offers_first(visit, game, options):
    dialog = (visitor := visit()).set_up(game)
    assert begun(visitor, dialog)["options"] == options


def test_the_suggested_options_can_be_changed(visit):
    dialog = (visitor := visit()).set_up("scripta")
    dialog.get_by_label("Dice").select_option("fair")
    dialog.get_by_label("Men").select_option("15 men")
    assert begun(visitor, dialog)["options"] == {"pieces": 15, "must_move": False, "dice": "fair"}


def test_every_field_has_a_label_of_its_own(visit):
    visitor = visit()
    for game in games():
        dialog = visitor.set_up(game)
        labels = dialog.locator("legend, label[for]").evaluate_all(
            "all => all.filter(one => one.checkVisibility()).map(one => one.textContent)"
        )
        assert sorted(labels) == sorted(set(labels))
        dialog.get_by_role("button", name="Close").click()


def test_the_link_to_another_game_replaces_the_open_dialog_with_that_of_the_other_game(visit):
    visitor = visit()
    visitor.set_up("tavlei")
    for before, then in (("", "moksha"), ("document.querySelector('dialog[open]').close()", "quagmire")):
        visitor.page.evaluate(f"{before}; location.hash = '{then}'")
        expect(visitor.page.locator(f"dialog[open] #setup-{then}")).to_be_visible()
        expect(visitor.page.locator("dialog[open]")).to_have_count(1)
        assert visitor.page.url.endswith(f"#{then}")


def test_the_default_level_of_the_computer_is_the_same_as_in_the_terminal(visit):
    dialog = visit().set_up("tavlei")
    expect(dialog.get_by_role("slider")).to_have_value(str(usual_level(games()["tavlei"])))
