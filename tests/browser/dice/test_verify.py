"""The browser checks the dice of a match itself, and finds a planted throw."""

import json
import re

import pytest
from browsers.inspection import violations, violations_in_both_modes
from browsers.visitor import NARROW
from houses import PERSON, seated
from houses.inner import InnerHouse
from playwright.sync_api import expect

MOVES = 4  # at least two throws


@pytest.fixture
def house(quick_house):
    return quick_house


def begin(visitor, dice="fair"):
    wish = {"game": "quagmire", "seats": {"b": PERSON, "t": PERSON}, "options": {"seats": "bt", "dice": dice}}
    made = visitor.request.post("/api/matches", data=wish)
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.page.locator(".place").first).to_be_visible()


def play_and_resign(visitor):
    while visitor.moves.count() < MOVES:
        visitor.play_on(most=4)
    visitor.resign()


@pytest.fixture
def ended(visit):
    """A function that returns a visitor whose match with dice is over."""

    def ended(dice="fair", **context):
        visitor = visit(**context)
        begin(visitor, dice)
        play_and_resign(visitor)
        return visitor

    return ended


def check(visitor):
    """Press the button "Check the dice"; return the list of findings."""
    visitor.button("Check the dice").click()
    expect(visitor.page.locator(".verdict")).to_be_visible()
    return visitor.page.locator(".findings li")


def answer_otherwise(visitor, change):
    """Change the house's answer about the dice on its way to the browser."""

    def meddle(route):
        told = route.fetch().json()
        change(told)
        route.fulfill(body=json.dumps(told), content_type="application/json")

    visitor.page.route("**/match/*/dice", meddle)


@pytest.mark.parametrize(("dice", "context"), [("fair", {}), ("bag", NARROW)])
def test_fair_dice_with_a_salt_for_each_seat_pass_the_check_also_in_a_browser_that_came_late(
    ended, visit, axe, dice, context
):
    visitor = ended(dice, **context)
    told = visitor.request.get(f"{visitor.page.url}/dice").json()
    assert [one["seat"] for one in told["salts"]] == ["b", "t"]
    assert all(len(one["salt"]) == 32 for one in told["salts"])
    findings = check(visitor)
    expect(visitor.page.locator(".verdict")).to_have_text("The dice are fair: nobody could choose what they showed.")
    expect(visitor.page.locator(".findings li:not(.right)")).to_have_count(0)
    expect(findings).to_have_count(5)
    expect(findings.nth(3)).to_contain_text(re.compile("throws? follows? from the seed."))
    assert visitor.overflow() <= 0
    assert violations(visitor.page, axe) == []
    if dice == "bag":
        return
    visitor.page.reload()
    expect(visitor.ending).to_be_visible()
    check(visitor)
    expect(visitor.page.locator(".findings li:not(.right)")).to_have_count(0)
    stranger = visit()
    stranger.open(visitor.page.url.removeprefix(visitor.page.url.split("/match/")[0]))
    expect(stranger.ending).to_be_visible()
    check(stranger)
    verdict = "No fault was found, but not everything could be checked."
    expect(stranger.page.locator(".verdict")).to_have_text(verdict)
    expect(stranger.page.locator(".findings li.unknown")).to_have_count(1)


def test_a_planted_throw_is_found_and_an_exchanged_seed_by_a_browser_that_saved_the_commitment(ended, house):
    visitor = ended()
    planted = {}

    def plant(told):
        throw = told["throws"][1]
        (seat, faces, face) = throw["draws"][0]
        planted["due"] = face
        throw |= {"text": f"r{face % 6 + 1}", "due": f"r{face % 6 + 1}", "draws": [[seat, faces, face % 6 + 1]]}

    answer_otherwise(visitor, plant)
    findings = check(visitor)
    false = f"r{planted['due'] % 6 + 1}"

    expect(visitor.page.locator(".verdict")).to_have_text("Something is wrong with these dice.")
    expect(findings.nth(3)).to_contain_text(f"Throw 2 is {false}, but the seed gives {planted['due']}.")
    expect(findings.nth(4)).to_contain_text("Throw 2 isn't the one that the match was played with.")

    visitor.page.unroute_all()
    told = dice_of_another_match(house)  # which are consistent with the seed of that match
    answer_otherwise(visitor, lambda answer: answer.update(told))
    visitor.page.reload()
    check(visitor)
    wrong = visitor.page.locator(".findings li.wrong")
    expect(wrong.first).to_contain_text("This browser saved a commitment to another seed.")


def dice_of_another_match(house):
    wish = {"game": "quagmire", "seats": {"b": PERSON, "t": PERSON}, "options": {"seats": "bt", "dice": "fair"}}
    with house.guest() as guest:
        match = guest.post("/api/matches", json=wish).json()["id"]
        with seated(guest, match) as player:
            for command in (("throw",), ("resign", "b")):
                assert player.command(*command)["t"] == "done"
        return guest.get(f"/match/{match}/dice").json()


def test_a_game_without_dice_has_nothing_to_check_and_an_unused_house_has_no_statistics(visit, unused_house):
    visitor = visit(unused_house)
    visitor.open("/dice")
    expect(visitor.page.locator(".empty")).to_have_text("No dice have been thrown here yet.")
    visitor = visit()
    visitor.begin()
    visitor.resign()
    expect(visitor.button("Check the dice")).to_have_count(0)


def test_the_verdict_is_in_the_readers_language(visit):
    visitor = visit(locale="ru-RU")
    begin(visitor)
    visitor.play_on(most=6)
    visitor.page.locator(".actions button", has_text="Сдаться").first.click()
    visitor.page.get_by_role("dialog").locator("button.danger").click()
    visitor.button("Проверить кости").click()
    expect(visitor.page.locator(".verdict")).to_have_text("Кости честные: никто не мог выбрать, что на них выпадет.")
    visitor.speak("cs")
    visitor.button("Zkontrolovat kostky").click()
    expect(visitor.page.locator(".verdict")).to_have_text(
        "Kostky jsou poctivé: nikdo si nemohl vybrat, co na nich padne."
    )


def test_the_statistics_show_how_often_each_face_was_thrown(visit, axe):
    visitor = visit(**NARROW)
    for dice in ("fair", "bag"):
        begin(visitor, dice)
        visitor.play_on(most=4)
    visitor.open("/dice")
    cards = visitor.page.locator(".fallen", has=visitor.page.locator("h2", has_text="Quagmire"))
    expect(cards.locator("h2")).to_have_text(["Quagmire, from a bag", "Quagmire"])
    expect(cards.locator("tbody tr")).to_have_count(12)
    expect(cards.locator(".total").first).to_have_text(re.compile(r"\d throws?$"))
    told = [one for one in visitor.request.get("/api/dice").json()["dice"] if one["game"] == "quagmire"]
    for card, one in zip(cards.all(), told, strict=True):
        expect(card.get_by_text("The longest run")).to_have_count(int(one["run"]["length"] > 1))
    assert visitor.overflow() <= 0
    assert violations_in_both_modes(visitor.page, axe) == []


def test_a_throw_that_was_not_repeated_is_no_run(visit, tmp_path):
    """The test uses a separate house, which has no other throws."""
    with InnerHouse(tmp_path) as house:
        visitor = visit(house)
        begin(visitor)
        visitor.page.locator("button.throw").click()
        expect(visitor.page.get_by_role("img", name=re.compile("Die"))).to_be_visible()
        visitor.open("/dice")
        expect(visitor.page.locator(".total")).to_have_text("1 throw")
        expect(visitor.page.get_by_text("The longest run")).to_have_count(0)
