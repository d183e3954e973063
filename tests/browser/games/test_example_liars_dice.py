"""Liar's dice, from the examples: until a challenge, a browser receives only the dice under its own cup."""

import json
import re

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

RED, BLUE = 0, 1
FREE, PERSON = {"kind": "free"}, {"kind": "person"}
SHAKEN = re.compile(r"^(Red|Blue) shakes the cup(: [1-6 ]+)?\.$")


def dice(visitor, letter):
    """The dice in the row of a cup, as drawn in the browser."""
    rows = visitor.views[-1]["scene"]["pieces"]
    return "".join(row["symbol"] for row in rows if row["place"][0] == letter and row["kind"] != "cup")


def told(frame):
    """Every text in a message, and every piece with its place."""
    waiting, found = [json.loads(frame)], []
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            found.append(f"{one.get('place')}={one.get('kind')}")
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        else:
            found.append(str(one))
    return found


def assert_was_not_sent_the_dice_of(letter, visitor):
    secret = re.compile(rf"{letter}:[1-6]+|{letter}[1-5]=face[1-6]")
    for frame in visitor.frames:
        assert [one for one in told(frame) if secret.fullmatch(one)] == []


@pytest.fixture
def two(visit):
    """Red and Blue, each at a browser of their own, with a cup of two dice."""
    red, blue = visit(), visit()
    wish = {"game": "liars_dice", "options": {"each": 2}, "seats": {"r": PERSON, "b": FREE}}
    made = red.request.post("/api/matches", data=wish)
    red.open(f"/match/{made.json()['id']}")
    blue.open(red.page.locator("#link").input_value())
    blue.page.locator(".free [data-seat=b]").get_by_role("button", name="Take this seat").click()
    shake(red, blue)
    return red, blue


def shake(opener, *others):
    """Throw for the round, and wait until every browser lists the throws of both cups."""
    count = opener.moves.count()
    opener.button("Throw now").click()
    for visitor in (opener, *others):
        expect(visitor.moves).to_have_count(count + 2)


def bid(visitor, number, face):
    visitor.place(number).click()
    expect(visitor.page.locator(".prompt")).to_have_text("And which face do they show?")
    visitor.place(face).click()


def test_each_of_two_browsers_is_sent_only_its_own_dice_and_a_spectator_none(two, visit):
    red, blue = two
    watcher = visit()
    watcher.open(red.page.url)
    expect(watcher.moves).to_have_text(["Red shakes the cup.", "Blue shakes the cup."])
    expect(watcher.page.locator(".man .covered")).to_have_count(4)
    for letter in "rb":
        assert_was_not_sent_the_dice_of(letter, watcher)
    assert re.fullmatch("[1-6]{2}", dice(red, "r"))
    assert re.fullmatch("[1-6]{2}", dice(blue, "b"))
    assert dice(red, "b") == dice(blue, "r") == "??"
    for visitor, own in ((red, "Red"), (blue, "Blue")):
        shaken = [SHAKEN.match(text) for text in visitor.moves.all_inner_texts()]
        assert [(one[1], bool(one[2])) for one in shaken] == [("Red", own == "Red"), ("Blue", own == "Blue")]
    expect(red.page.locator(".prompt")).to_have_text("How many dice are alike, at least?")
    red.place("fives").click()
    expect(red.refusal).to_have_text("A bid is a number on the track, and then a face (clause 3).")
    bid(red, "2", "fives")
    for visitor in two:
        expect(visitor.moves.last).to_have_text("Red bids 2 fives.")
        expect(visitor.page.locator(".man .face5.seat0")).to_have_count(1 + dice(visitor, "r").count("5"))
    expect(blue.button("Challenge")).to_be_visible()
    blue.type_action("2-fours")
    expect(blue.refusal).to_have_text("A bid must be higher than the last one, 2 fives (clause 4).")
    assert_was_not_sent_the_dice_of("b", red)
    assert_was_not_sent_the_dice_of("r", blue)


def test_a_challenge_opens_all_cups_until_they_are_shaken_again(two):
    red, blue = two
    under = {"Red": " ".join(dice(red, "r")), "Blue": " ".join(dice(blue, "b"))}
    bid(red, "4", "sixes")
    blue.button("Challenge").click()
    loser = "Blue" if set("".join(under.values()).split()) == {"6"} else "Red"
    count = " ".join(under.values()).count("6")
    shown = f"Red shows {under['Red']}. Blue shows {under['Blue']}. In all: {count} six{'' if count == 1 else 'es'}."
    for visitor in two:
        expect(visitor.moves.last).to_have_text(f"Blue challenges. {shown} {loser} loses a die.")
        assert {"Red": " ".join(dice(visitor, "r")), "Blue": " ".join(dice(visitor, "b"))} == under
    opener, other = (red, blue) if loser == "Red" else (blue, red)
    for visitor in two:
        visitor.frames.clear()
        visitor.page.reload()
        expect(visitor.moves).to_have_count(4)
    shake(opener, other)
    assert (dice(red, "b"), dice(blue, "r")) == (("??", "?") if loser == "Red" else ("?", "??"))
    for visitor, letter in ((red, "b"), (blue, "r")):
        assert [one for frame in visitor.frames for one in told(frame) if re.fullmatch(rf"{letter}:[1-6]+", one)] == []


def test_at_one_screen_the_dice_of_a_player_are_not_sent_while_the_other_player_looks(visit):
    visitor = visit()
    visitor.begin("liars_dice")
    expect(visitor.curtain).to_contain_text("Hand the screen to Red")
    visitor.lift()
    shake(visitor)
    assert_was_not_sent_the_dice_of("b", visitor)
    under = dice(visitor, "r")
    bid(visitor, "9", "sixes")
    expect(visitor.curtain).to_contain_text("Hand the screen to Blue")
    fell = next(index for index, frame in enumerate(visitor.frames) if '"curtain":"b"' in frame)
    visitor.lift()
    expect(visitor.page.locator(".man .covered")).to_have_count(5)
    visitor.frames[:fell] = []
    assert_was_not_sent_the_dice_of("r", visitor)
    assert re.fullmatch("[1-6]{5}", dice(visitor, "b"))
    visitor.button("Challenge").click()
    expect(visitor.curtain).to_contain_text("Hand the screen to Red")
    expect(visitor.moves.last).to_contain_text(f"Red shows {' '.join(under)}.")
    visitor.lift()
    shake(visitor)


@pytest.mark.parametrize("side", [RED, BLUE] if IS_CAMPAIGN else [BLUE])
def test_a_match_against_the_computer_is_played_to_the_end(visit, side):
    visitor = visit(reduced_motion="reduce")
    visitor.begin("liars_dice", side=side, level=1)
    assert visitor.play_on(), "the match has not ended"
    expect(visitor.ending).to_contain_text("has the last dice and wins")


def test_prompts_are_in_the_readers_language_on_a_narrow_screen(visit):
    visitor = visit(**NARROW, locale="ru-RU")
    visitor.begin("liars_dice", side=RED, level=1)
    visitor.page.locator("button.throw").click()
    expect(visitor.page.locator(".prompt")).to_have_text("Сколько одинаковых костей, самое меньшее?")
    assert visitor.overflow() <= 0
    visitor.speak("cs")
    expect(visitor.page.locator(".prompt")).to_have_text("Kolik je přinejmenším stejných kostek?")
    assert visitor.overflow() <= 0
