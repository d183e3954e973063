"""How pieces come to their places: they walk along courses, or sink and rise."""

import pytest

WALKING = '[Game "quagmire"]\n[Option.seats "bl"]\n\nr6 s r6 s '
CAPTURE = f"{WALKING}r5 0 r1 0 r4 5 r3 1 r3 9 r1 4 r5"
OUT_OF_A_TUSSOCK = f"{WALKING}r3 0 r1 0 r1"
TIMES = """
    (kind) => document.getAnimations()
        .filter(({ effect }) => effect.target.matches(`.piece.${kind}`))
        .map(({ effect }) => effect.getTiming())
        .map(({ delay, duration, iterations }) => [delay, duration * iterations])
"""


@pytest.fixture
def moved(visit):
    """A function that moves the only pawn that can move in a match that continues from a record, and stops the animations at their start."""
    visitor = visit(reduced_motion="no-preference")

    def move(record):
        made = visitor.request.post("/api/records", data=record, headers={"Content-Type": "text/plain"})
        page = visitor.open(f"/match/{made.json()['id']}")
        visitor.stop_animations()
        page.locator(".place.can").dispatch_event("click")
        page.locator(".place.left, .place.reached").first.wait_for(state="attached")
        return visitor

    return move


def test_a_piece_walks_from_place_to_place_and_a_captured_one_sinks_when_it_arrives(moved):
    page = moved(CAPTURE).page
    ((delay, hopping),) = page.evaluate(TIMES, "bottom")
    assert (delay, hopping) == (0, 5 * 130)
    assert page.evaluate(TIMES, "left") == [[hopping, 600]]


def test_a_tussock_sinks_when_a_pawn_leaves_it(moved):
    visitor = moved(OUT_OF_A_TUSSOCK)
    assert visitor.names("left") == ["d2"]
    assert visitor.page.evaluate("document.getAnimations().map((one) => one.animationName)").count("quagmire-sink") == 1
