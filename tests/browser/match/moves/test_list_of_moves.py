"""The list of moves beside the board: throws, turns of several actions, and matches of two or more seats."""

from playwright.sync_api import expect

TURNS = (("r123", "in/1", "1/3", "3/6"), ("r116", "in/1", "in/1"))
IN_VIEW = """
    () => {
        const list = document.querySelector(".moves").getBoundingClientRect();
        const last = document.querySelector(".moves li:last-child").getBoundingClientRect();
        return last.top >= list.top && last.bottom <= list.bottom;
    }
"""


def come_to(visitor, turns):
    """Open a match of XII Scripta after these actions."""
    played = " ".join(action for turn in turns for action in turn)
    made = visitor.request.post(
        "/api/records", data=f'[Game "scripta"]\n\n{played} *\n', headers={"Content-Type": "text/plain"}
    )
    visitor.open(f"/match/{made.json()['id']}")
    expect(visitor.place("1")).to_be_visible()


def test_the_actions_of_one_throw_share_a_cell_of_the_list(visit):
    visitor = visit()
    come_to(visitor, TURNS)
    expect(visitor.moves).to_have_text(["r123in/1 1/3 3/6", "r116in/1 in/1"])
    visitor.place("g-waiting").click()
    visitor.place("6").click()
    expect(visitor.moves).to_have_text(["r123in/1 1/3 3/6", "r116in/1 in/1 in/6"])


def test_the_last_row_stays_in_view_in_a_long_match(visit):
    visitor = visit()
    come_to(visitor, [("r456", "pass")] * 60 + [("r456",)])
    assert visitor.page.evaluate(IN_VIEW)


def open_record(visitor, record):
    made = visitor.request.post("/api/records", data=record, headers={"Content-Type": "text/plain"})
    visitor.open(f"/match/{made.json()['id']}")


def test_with_more_than_two_seats_every_row_names_its_seat(visit):
    visitor = visit()
    open_record(visitor, '[Game "quagmire"]\n\nr6 s r1 *\n')
    expect(visitor.moves).to_have_text(["r6Bottom: onto the board, g1.", "r1"])


def test_with_two_seats_the_list_keeps_two_columns_and_a_capture_is_described_outside_the_list(visit):
    visitor = visit()
    open_record(visitor, '[Game "tavlei"]\n\nd1-d4 f5-f8 f1-f4 *\n')
    expect(visitor.moves).to_have_text(["d1-d4", "f5-f8", "f1-f4"])
    expect(visitor.page.locator(".moves .paired")).to_have_count(1)
    expect(visitor.page.get_by_text("Attackers: f1-f4, capturing on e4.", exact=True)).to_be_visible()
