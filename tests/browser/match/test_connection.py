"""The page waits for the answers of the house, and reconnects by itself as soon as an unreachable house can be reached again."""

import json

from boards.labyrinth import house as maze
from browsers.meetings import PERSON, make
from houses import RunningHouse
from playwright.sync_api import expect
from programs import servers

SALTED = "() => JSON.parse(localStorage.getItem(`dice ${location.pathname.split('/').at(-1)}`)).salts.length === 2"


def test_the_page_reconnects_after_the_house_was_killed_redraws_the_pieces_and_the_computer_continues(visit, tmp_path):
    """The restarted house gives the pieces new ids; if these were matched with old ids, pieces would glide or seem captured."""
    with RunningHouse(tmp_path) as house:
        visitor = visit(house=house)
        visitor.begin()
        visitor.play("e2-c2")
        visitor.page.evaluate("for (const man of document.querySelectorAll('.man')) man.classList.add('old')")
        house.kill()
        expect(visitor.page.locator("#connection")).to_contain_text("Connection lost")
        visitor.place("e3").click()  # a move made while the house is unreachable is played then
        visitor.place("d3").click()
        house.open()
        expect(visitor.moves).to_have_text(["e2-c2", "e3-d3"])
        expect(visitor.page.locator("#connection")).to_be_empty()
        expect(visitor.page.locator(".man.old")).to_have_count(0)
        expect(visitor.page.locator(".man")).to_have_count(25)
        visitor.begin(side=0, level=1)
        visitor.place("e2").click()
        visitor.place("c2").click()
        expect(visitor.moves.first).to_have_text("e2-c2")
        house.kill()
        house.open()
        expect(visitor.moves).to_have_count(2)


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


def test_the_page_sends_no_second_move_before_the_first_is_answered_even_when_salts_arrive_in_between(visit):
    visitor, salts, moves, held = visit(), [], [], []

    def meet(socket):
        """Let the salts reach the house with the first move, and hold back what the house says after them."""
        house = socket.connect_to_server()

        def tell_house(text):
            kind = json.loads(text)["t"]
            if kind == "salt":
                return salts.append(text)
            if kind == "act":
                moves.append(text)
            for one in (*salts, text):
                house.send(one)
            return salts.clear()

        def tell_page(text):
            if held or (moves and "moves" in json.loads(text).get("d", {})):
                held.append(text)
            else:
                socket.send(text)

        socket.on_message(tell_house)
        house.on_message(tell_page)

    visitor.page.route_web_socket("**/socket*", meet)
    options = {"scenario": maze("P B1, Q B3"), "players": ["P", "Q"]}
    visitor.open(make(visitor, "labyrinth", {"P": PERSON, "Q": PERSON}, options=options))
    visitor.type_action("stay")
    visitor.page.wait_for_function(SALTED)
    visitor.page.locator("#text").fill("end")
    visitor.page.locator("#text").press("Enter")
    expect(visitor.page.locator("#text")).to_have_value("end")  # it is not sent, and stays in the field
    assert len(moves) == 1
