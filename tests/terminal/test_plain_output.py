"""The output of the line client: correct, without repetitions, and in one language."""

import re

import pytest
from programs.terminals import typed

from ludoteka.client.views import decode_message
from ludoteka.core.message import Message
from ludoteka.games import games
from ludoteka.surfaces.palette import ink, number_of, palette_of
from ludoteka.surfaces.texts import texts_in
from ludoteka.terminal.full.client import help_lines
from ludoteka.terminal.suggestions import close_to, spelt_like
from ludoteka.terminal.tables.narration import describe_move, use_names

SEATS = [
    {"letter": "P", "title": ["{name}", {"name": "P"}], "kind": "person", "name": "Anna", "yours": True},
    {"letter": "Q", "title": ["{name}", {"name": "Q"}], "kind": "computer", "name": "", "yours": False},
]


@pytest.mark.parametrize(("language", "word"), [("ru", "Белые"), ("cs", "Bílý")])
def test_a_message_within_a_message_is_translated_too(language, word):
    said = texts_in(language, (games()["moksha"].folder,)).say(decode_message(["{seat}: {action}", {"seat": "White"}]))
    assert said == f"{word}: {{action}}"


def test_a_pass_is_called_forced_only_if_it_is():
    view = {"seats": [{"letter": "a", "title": "White"}]}
    say = texts_in("en").say
    assert say(describe_move(view, ["a", "pass"]).sentences[0]) == "White passes."
    assert say(describe_move(view, ["a", "pass"], forced=True).sentences[0]) == "White cannot move and passes."
    told = describe_move(view, ["a", "pass", ["White passes and gives up 3."]])
    assert [say(sentence) for sentence in told.sentences] == ["White passes and gives up 3."]


def test_the_board_is_shown_before_the_first_throw():
    said = typed("quit", game="quagmire")
    assert said.index("b4") < said.index("press Enter to throw")


def test_moves_are_described_with_the_names_on_the_board():
    matches = (typed(*[""] * 40, game="quagmire", options=("--level", "1")) for _ in range(20))
    entry = re.compile(
        r"(Blue|Yellow|White): onto the board, [a-p]\d+\."
    )  # unless the person is the first to throw a 6
    assert any(entry.search(said) for said in matches)


def test_internal_names_of_places_are_not_shown():
    said = typed("quit", game="scripta", language="ru")
    assert "waiting" not in said
    assert "y-off" not in said


@pytest.mark.parametrize("word", ["help", "?", "h", "HELP"])
def test_help_can_be_requested_in_several_ways(word):
    assert re.search(r"^moves \[", typed(word), re.MULTILINE)


def test_help_before_a_throw_says_how_to_throw():
    assert "Enter  throw the dice" in typed("help", game="quagmire")


def test_an_inexact_spelling_is_accepted_if_only_one_action_can_be_meant():
    assert "Defenders to move" in typed("D9 B9")


def test_a_misspelt_action_is_answered_with_suggestions():
    said = typed("d9-b99")
    assert "d9-b9" in said.partition("Did you mean one of these? ")[2].partition("\n")[0]
    assert "Type help" in said


def test_actions_are_found_by_a_similar_spelling():
    paths = {("e2", "f2"): "e2-f2", ("a1",): "in/1", ("pass",): "pass"}
    assert spelt_like("E2F2", paths, {}) == "e2-f2"
    assert spelt_like("A1", paths, {}) == "in/1"
    assert spelt_like("e2", paths, {}) == ""
    assert close_to("E6-C6", ["e6-c5", "a1-a2"], {}) == ["e6-c5"]


@pytest.mark.parametrize(
    ("language", "listed", "typo", "right", "said"),
    [
        ("en", "north", "nroht", "Pick up key", "clause 14"),  # though nobody has heard of a key here
        ("ru", "north (На север)", "на севре", "НА СЕВЕР", "P идёт на север."),
        ("cs", "north (Na sever)", "na sevre", "na sever", "P jde na sever."),
        ("ru", "north (На север)", "севре", "Север", "P идёт на север."),
        ("cs", "north (Na sever)", "sevre", "s", "P jde na sever."),
    ],
)
def test_actions_can_be_typed_in_the_words_of_the_reader(language, listed, typo, right, said):
    shown = typed("moves", typo, right, game="labyrinth", options=("--hot-seat",), language=language)
    shown = re.sub(r"\s", " ", shown)
    assert f" {listed} " in shown
    assert re.search(rf"[:?] {re.escape(listed)} ", shown), "the typo is answered with the action that was meant"
    assert said in shown


def test_what_begins_an_action_in_the_words_of_the_reader_is_answered_with_a_question():
    said = typed("d1", game="moksha", options=("--hot-seat",), language="ru")
    assert "Куб на d1: выберите, куда он пойдёт или кому передаст уровень" in " ".join(said.split())


def test_the_name_of_a_person_replaces_a_seat_title_that_is_a_single_letter():
    view = {"seats": SEATS, "moves": {"list": [["P", "north", [["{player} goes.", {"player": "P"}]]]]}}
    view["scene"] = {"status": ["{name} to move", {"name": "P"}], "places": [{"name": "P"}]}
    named = use_names(view)
    assert named["moves"]["list"] == [["P", "north", [["{player} goes.", {"player": "Anna"}]]]]
    assert named["scene"] == {"status": ["{name} to move", {"name": "Anna"}], "places": [{"name": "P"}]}
    assert named["seats"][1]["title"] == ["{name}", {"name": "Q"}]

    said = typed("north", game="labyrinth", options=("--level", "1", "--name", "Anna"))
    assert "Anna to move" in said
    assert "P to move" not in said


@pytest.mark.parametrize(
    ("game", "seat", "colour"), [("scripta", 0, "gold"), ("scripta", 1, "green"), ("moksha", 0, "white")]
)
def test_pieces_have_the_colours_of_their_seats(game, seat, colour):
    red, green, blue = (int(palette_of(games()[game].folder)[f"seat{seat}"][at : at + 2], 16) for at in (1, 3, 5))
    assert {
        "gold": red > green > blue,
        "green": green > red and green > blue,
        "white": min(red, green, blue) > 0xE0,
    }[colour]


def test_colours_are_reduced_to_those_that_a_terminal_has():
    assert number_of("#ffffff") == 231
    assert number_of("#ff0000") == 196
    assert number_of("#808080") == 244
    assert (ink("#faf3e3"), ink("#3a2b31")) == ("#000000", "#ffffff")


def test_a_match_that_only_computers_play_is_not_printed_unless_somebody_watches():
    said = typed("resign", "abort", game="labyrinth", options=("--level", "1"))
    assert "Only computers are left. Type watch" in " ".join(said.split())
    assert "The match was ended while only computers were playing" in said
    after = said.partition("Only computers are left")[2]
    assert "Q goes" not in after


def test_a_decoded_message_keeps_its_values():
    assert decode_message(["{n} and {m}", {"n": 1, "m": "two"}]) == Message("{n} and {m}", n=1, m=Message("two"))


def test_the_help_says_until_when_a_match_can_be_called_off():
    [line] = [one for one in help_lines(lambda message: message.text, 200) if one.startswith("b ")]
    assert line.endswith("before everybody has acted and anything was thrown")
