"""The page that replays a saved match: opened from a file, without any network."""

import pytest
from browsers.visitor import NARROW
from playwright.sync_api import expect
from toys.thrown_matches import SEED, thrown

from ludoteka.core.dice import commitment
from ludoteka.games import games
from ludoteka.pictures.forms import save_as
from ludoteka.records.match_record import MatchRecord, SaltTag
from ludoteka.surfaces.texts import texts_in

SALTS = (SaltTag("b", "9f8e7d", 0), SaltTag("t", "k3Zt9w", 2))
PROVEN = "The dice are fair: nobody could choose what they showed."
UNPROVEN = "No fault was found, but not everything could be checked."
WRONG = "Something is wrong with these dice."


def page_of(record):
    record = MatchRecord.parse(record.text())
    return save_as("html", record, games()[record.game], texts_in("en")).decode()


@pytest.fixture
def replayed(chromium, tmp_path):
    """A function that opens a page from a file, in a browser without network."""
    contexts = []

    def open_file(text, **options):
        file = tmp_path / "match.html"
        file.write_text(text, "utf-8")
        context = chromium.get().new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.asked, page.failures = [], []
        page.on("request", lambda request: page.asked.append(request.url))
        page.on("pageerror", lambda error: page.failures.append(str(error)))
        page.on("console", lambda message: page.failures.append(message.text))
        page.goto(file.as_uri())
        assert page.asked == [file.as_uri()], "the file asks for nothing else"
        return page

    yield open_file
    failures = [failure for context in contexts for page in context.pages for failure in page.failures]
    for context in contexts:
        context.close()
    assert failures == []


@pytest.fixture(scope="module")
def dice():
    return page_of(thrown("quagmire", {"seats": "bt"}, match="m-1", salts=SALTS, plies=40))


def test_a_match_is_replayed_with_keys_buttons_and_the_list_of_moves(replayed):
    record = MatchRecord.parse(
        '[Game "tavlei"]\n[Player.a "<b>Žofie</b>"]\n\n1. e2-f2 {why </script>} f5-f8 2. f2-f3 *\n'
    )
    page = replayed(page_of(record))
    told, moved = page.locator("#told"), page.locator("#board .piece[transform='translate(5 7)']")
    expect(page.locator(".players")).to_contain_text("Attackers: <b>Žofie</b>")
    expect(told).to_have_text("The start")
    expect(page.locator("#board .piece")).to_have_count(25)
    expect(moved).to_have_count(0)

    page.keyboard.press("ArrowRight")
    expect(told).to_have_text("Attackers: e2-f2 – why </script>")
    expect(moved).to_have_count(1)
    page.keyboard.press("End")
    expect(told).to_have_text("Attackers: f2-f3")
    expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
    page.get_by_role("button", name="One step back").click()
    expect(told).to_have_text("Defenders: f5-f8")
    page.get_by_role("button", name="The start", exact=True).click()
    expect(moved).to_have_count(0)
    page.get_by_role("slider").fill("3")
    expect(told).to_have_text("Attackers: f2-f3")
    expect(page.locator("#dice")).to_be_hidden()


def test_the_button_plays_to_the_end_and_can_be_stopped(replayed):
    page = replayed(page_of(MatchRecord.parse('[Game "tavlei"]\n\n1. e2-f2 f5-f8 *\n')))
    page.clock.install()
    button = page.get_by_role("button", name="Replay")
    button.click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(1000)
    expect(page.locator("#told")).to_have_text("Attackers: e2-f2")
    page.clock.run_for(1000)
    expect(page.locator("#told")).to_have_text("Defenders: f5-f8")
    expect(button).to_be_visible()


def test_the_page_proves_the_dice_to_whoever_noted_the_commitment(replayed, dice):
    page = replayed(dice)
    verdict = page.locator("#verdict")
    expect(verdict).to_have_text(UNPROVEN)
    expect(page.locator("#findings .wrong")).to_have_count(0)
    expect(page.locator("#seed")).to_have_text(SEED.hex())

    noted = page.get_by_label("The commitment that you noted")
    noted.fill(commitment(SEED))
    expect(verdict).to_have_text(PROVEN)
    noted.fill(commitment(b"another seed"))
    expect(verdict).to_have_text(WRONG)


@pytest.mark.parametrize(
    ("part", "otherwise"),
    [
        ('["chance","r', '["chance","r6'),  # in the list of moves
        ('"throws":[{"text":"r', '"throws":[{"text":"r6'),
        (f'"seed":"{SEED.hex()}"', f'"seed":"{b"another seed".hex()}"'),
        ('"salt":"9f8e7d"', '"salt":"9f8e7c"'),
    ],
)
def test_the_page_says_that_something_is_wrong_when_the_dice_were_altered(replayed, dice, part, otherwise):
    assert part in dice
    page = replayed(dice.replace(part, otherwise, 1))
    expect(page.locator("#verdict")).to_have_text(WRONG)


def test_the_page_is_small_and_passes_the_accessibility_check_on_a_narrow_screen(replayed, dice, axe):
    assert len(dice.encode()) <= 300_000
    for scheme in ("light", "dark"):
        page = replayed(dice, color_scheme=scheme, **NARROW)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["viewport"]["width"]
        found = page.evaluate(f"{axe}; axe.run().then((result) => result.violations.map((one) => one.id))")
        assert found == []
