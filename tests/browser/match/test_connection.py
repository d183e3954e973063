"""The page reconnects by itself as soon as an unreachable house can be reached again."""

import pytest
from houses import RunningHouse
from playwright.sync_api import expect
from programs import servers


@pytest.fixture
def own_house(tmp_path):
    with RunningHouse(tmp_path) as running:
        yield running


def test_the_page_reconnects_after_the_house_was_killed(visit, own_house):
    visitor = visit(house=own_house)
    visitor.begin()
    visitor.play("e2-c2")
    own_house.kill()
    expect(visitor.page.locator("#connection")).to_contain_text("Connection lost")
    own_house.open()
    expect(visitor.page.locator("#connection")).to_be_empty()
    expect(visitor.moves).to_have_text(["e2-c2"])
    visitor.play("e3-d3")


def test_pieces_are_redrawn_after_a_reconnect(visit, own_house):
    """The restarted house gives the pieces new ids; if these were matched with old ids, pieces would glide or seem captured."""
    visitor = visit(house=own_house)
    visitor.begin()
    visitor.play("e2-c2")
    visitor.page.evaluate("for (const man of document.querySelectorAll('.man')) man.classList.add('old')")
    own_house.kill()
    expect(visitor.page.locator("#connection")).to_contain_text("Connection lost")
    own_house.open()
    expect(visitor.page.locator(".man.old")).to_have_count(0)
    expect(visitor.page.locator(".man")).to_have_count(25)


def test_a_move_made_while_the_house_is_unreachable_is_played_after_a_reconnect(visit, own_house):
    visitor = visit(house=own_house)
    visitor.begin()
    own_house.kill()
    expect(visitor.page.locator("#connection")).to_contain_text("Connection lost")
    visitor.place("e2").click()
    visitor.place("c2").click()
    own_house.open()
    expect(visitor.moves).to_have_text(["e2-c2"])


def test_the_computer_continues_after_the_house_was_killed(visit, own_house):
    visitor = visit(house=own_house)
    visitor.begin(side=0)
    visitor.place("e2").click()
    visitor.place("c2").click()
    expect(visitor.moves.first).to_have_text("e2-c2")
    own_house.kill()
    own_house.open()
    expect(visitor.moves).to_have_count(2)


def test_two_windows_of_one_match_show_the_same_position(visit):
    visitor = visit()
    visitor.begin()
    other = visitor.context.new_page()
    other.goto(visitor.page.url)
    expect(other.locator(".place.can").first).to_be_visible()
    visitor.play("e2-c2")
    expect(other.locator(".move")).to_have_text(["e2-c2"])
    assert other.locator(".place.can").count() > 0


def test_a_page_opened_while_the_database_is_down_recovers_with_the_database(visit, tmp_path):
    with servers.postgres() as database, RunningHouse(tmp_path, database=database.fresh_database()) as house:
        visitor = visit(house=house)
        visitor.begin()
        match = visitor.page.url
        visitor.page.goto("about:blank")
        database.kill()
        visitor.page.goto(match)
        expect(visitor.page.locator("#connection")).to_contain_text("Connection lost")
        expect(visitor.page.get_by_text("cannot reach its database")).to_be_visible()
        database.start()
        expect(visitor.page.locator(".place.can").first).to_be_visible()
        expect(visitor.page.locator("#connection")).to_be_empty()
