"""The hunt, from the examples: the hunters' browser learns how the fugitive travels, but not where they are."""

import json
import re

import pytest
from browsers.visitor import NARROW
from houses import make, seated
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN

from ludoteka.core.paths import read_paths

FUGITIVE, HUNTERS = 0, 1
FREE, PERSON = {"kind": "free"}, {"kind": "person"}
ROUNDS = (("9", "25"), ("5", "24"))  # of the hunters, who go to and fro
HEARD = {"hides", "walk", "tram", "boat", "pass"}


def lamps(visitor):
    """The places where the fugitive can be, as marked in the browser."""
    return {int(mark["place"]) for mark in visitor.views[-1]["scene"]["marks"] if mark["kind"] == "possible"}


def go(visitor, others, *names):
    """Pick these names one after another, and wait until both browsers show the move."""
    count = visitor.moves.count()
    for name in names:
        visitor.place(name).dispatch_event("click")
    for one in (visitor, *others):
        expect(one.moves).to_have_count(count + 1)


def assert_was_not_told_where(visitor):
    """Check that the browser was sent no position of the fugitive, and no more of their moves than the hunters hear."""
    for frame in visitor.frames:
        assert '"kind":"fugitive"' not in frame
        moves = json.loads(frame).get("d", {}).get("moves", {}).get("list", [])
        assert {text for letter, text, _ in moves if letter == "f"} <= HEARD
    for view in visitor.views:
        assert not re.search(r'The fugitive", "how": "[a-z ]+", "place"', json.dumps(view))


@pytest.fixture
def two(visit):
    """The fugitive and the hunters, each at a browser of their own."""
    fugitive, hunters = visit(), visit()
    wish = {"game": "hunt", "options": {}, "seats": {"f": PERSON, "h": FREE}}
    made = fugitive.request.post("/api/matches", data=wish)
    fugitive.open(f"/match/{made.json()['id']}")
    hunters.open(fugitive.page.locator("#link").input_value())
    hunters.page.locator(".free [data-seat=h]").get_by_role("button", name="Take this seat").click()
    expect(fugitive.page.locator(".place.can")).to_have_count(25)
    return fugitive, hunters


def play_round(two, number, place):
    """Let the fugitive go to a place with one pick, while the hunters go to and fro."""
    fugitive, hunters = two
    go(fugitive, [hunters], place)
    for pick in ROUNDS[number % 2]:
        go(hunters, [fugitive], pick)


def test_the_hunters_hear_how_the_fugitive_travels_and_see_where_they_can_be_and_at_times_everybody_where_they_are(two):
    fugitive, hunters = two
    play_round(two, 0, "10")
    play_round(two, 1, "16")
    expect(fugitive.moves).to_contain_text(["into hiding", "to 9", "to 25", "by tram to 16", "to 5", "to 24"])
    expect(hunters.moves.nth(3)).to_have_text("The fugitive goes by tram.")
    assert lamps(fugitive) == lamps(hunters) == {2, 4, 10, 11, 13, 16, 20, 22}
    expect(hunters.page.locator(".mark.possible")).to_have_count(8)
    expect(hunters.page.locator(".man .fugitive")).to_have_count(0)
    assert_was_not_told_where(hunters)
    play_round(two, 2, "10")
    for visitor in two:
        expect(visitor.moves.last).to_have_text("A hunter goes on foot to 25. The fugitive is seen on 10.")
        assert lamps(visitor) == {10}
    go(fugitive, [hunters], "6")
    assert lamps(hunters) == {6, 11, 15}
    expect(hunters.page.locator(".man .fugitive")).to_have_count(0)


def seen_after(house, *places):
    """What the fugitive and the hunters see when the fugitive has gone to these places, with the same rounds."""
    with house.guest() as one, house.guest() as other:
        match = make(one, "hunt", {"f": PERSON, "h": FREE})
        with seated(one, match) as fugitive, seated(other, match) as hunters:
            hunters.command("sit", {"seat": "h", "secret": fugitive.view["invitation"]})
            for number, place in enumerate(places):
                act(fugitive, place)
                for pick in ROUNDS[number % 2]:
                    act(hunters, pick)
            return fugitive.hello(), hunters.hello()


def act(player, place):
    """Go to a place by the only means that leads there."""
    player.until(lambda view: view["yours"])
    [text] = {
        text for text in read_paths(player.view["scene"]["paths"]).values() if re.search(rf"(^|\D){place}$", text)
    }
    assert player.act(text)["t"] == "done"


def test_two_matches_with_the_same_means_of_travel_look_identical_to_the_hunters(house):
    (there, one), (elsewhere, another) = seen_after(house, "10", "16"), seen_after(house, "16", "22")
    assert one["scene"] == another["scene"]
    assert one["moves"] == another["moves"]
    assert there["scene"]["pieces"] != elsewhere["scene"]["pieces"]


def test_a_catch_ends_the_match_and_shows_the_fugitive(two):
    fugitive, hunters = two
    go(fugitive, [hunters], "4")
    go(hunters, [fugitive], "4")
    for visitor in two:
        expect(visitor.ending).to_contain_text("The hunters win")
        expect(visitor.page.locator(".man .fugitive")).to_have_count(1)


def test_a_means_of_travel_can_be_picked_before_the_place(two):
    fugitive, hunters = two
    go(fugitive, [hunters], "12")
    expect(hunters.page.locator(".prompt")).to_have_text("Where to? Or first, how?")
    hunters.button("by boat").click()
    expect(hunters.page.locator(".prompt")).to_have_text("Where to?")
    assert hunters.names("target") == ["14"]
    hunters.place("14").click()
    expect(hunters.moves.last).to_have_text("A hunter goes by boat to 14.")
    hunters.place("1").click()
    expect(hunters.refusal).to_have_text("There is no such move from 24 (clause 3); one is written like tram-9.")


def test_at_one_screen_the_hunters_do_not_see_where_the_fugitive_went(visit):
    visitor = visit()
    visitor.begin("hunt")
    visitor.lift()
    visitor.place("12").click()
    expect(visitor.curtain).to_contain_text("Hand the screen to Hunters")
    fell = next(index for index, frame in enumerate(visitor.frames) if '"curtain":"h"' in frame)
    visitor.lift()
    expect(visitor.page.locator(".mark.possible")).to_have_count(25)
    for pick in ("9", "25"):
        visitor.place(pick).click()
    expect(visitor.curtain).to_contain_text("Hand the screen to Fugitive")
    visitor.frames[:fell] = []
    assert_was_not_told_where(visitor)
    visitor.lift()
    expect(visitor.page.locator(".man .fugitive")).to_have_count(1)


@pytest.mark.parametrize("side", [FUGITIVE, HUNTERS] if IS_CAMPAIGN else [HUNTERS])
def test_a_match_against_the_computer_is_played_to_the_end(visit, side):
    visitor = visit(reduced_motion="reduce")
    visitor.begin("hunt", side=side, level=1)
    assert visitor.play_on(), "the match has not ended"
    expect(visitor.ending).to_contain_text(re.compile("The (hunters win|fugitive wins)"))


def test_prompts_are_in_the_readers_language_on_a_narrow_screen(visit):
    visitor = visit(**NARROW, locale="ru-RU")
    visitor.begin("hunt", side=FUGITIVE, level=1)
    expect(visitor.page.locator(".prompt")).to_have_text("Куда? Или сначала — как?")
    assert visitor.overflow() <= 0
    visitor.speak("cs")
    expect(visitor.page.locator(".prompt")).to_have_text("Kam? Nebo nejdřív jak?")
    assert visitor.overflow() <= 0
