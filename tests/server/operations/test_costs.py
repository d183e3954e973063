"""What a request costs the house counts against the limits, whatever it asks for."""

import pytest
from houses import make, seated

from ludoteka.server.operations.limits import DRAWING_WEIGHT, HELLO_WEIGHT, MESSAGES, READING, REPLAY_WEIGHT

LIGHT = ["/api/house", "/api/catalogue/cs", "/api/catalogue/cs/start", "/api/guest", "/api/matches", "/api/lobby"]
LIGHT += ["/api/dice", "/api/matches/{}/positions/0"]
HEAVY = {"/match/{}/record": REPLAY_WEIGHT, "/match/{}/dice": REPLAY_WEIGHT}
HEAVY |= {"/match/{}/link.svg": DRAWING_WEIGHT, "/rules/tavlei": DRAWING_WEIGHT}
CYCLE = "e8-f8 e7-d7 f8-e8 d7-e7 "  # of Tavlei


def is_refused_within(client, path, most):
    """Tell whether the house refuses one of so many requests, because there are too many."""
    return any(client.get(path).status_code == 429 for _ in range(most))


def test_everything_that_costs_is_counted(guest):
    match = make(guest)
    for path in (*LIGHT, *HEAVY):
        assert is_refused_within(guest, path.format(match), 2 * READING.guest.at_once), path


@pytest.mark.parametrize("path", HEAVY)
def test_what_costs_more_counts_more(guest, path):
    address = path.format(make(guest))

    assert is_refused_within(guest, address, 2 * READING.guest.at_once // HEAVY[path])


@pytest.mark.parametrize("length", [0, 2000])
def test_a_hello_counts_more_than_another_message_and_most_in_a_long_match(guest, length):
    record = f'[Game "tavlei"]\n[Option.repetition "off"]\n\n{CYCLE * (length // 4)}'
    match = guest.post("/api/records", content=record).json()["id"]
    hellos = 2 * MESSAGES.guest.at_once // (HELLO_WEIGHT + length // 100)
    with seated(guest, match) as player:
        for _ in range(hellos):
            player.send({"t": "hello", "n": 0})
        answers = [player.next("view", "refused") for _ in range(hellos)]

    assert "too-often" in {one["d"]["code"] for one in answers if one["t"] == "refused"}
