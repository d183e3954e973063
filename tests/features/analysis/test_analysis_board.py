"""The analysis board over HTTP: positions, the engine's lines, and records with variations; the house stores nothing."""

import socket

import pytest
from houses import PERSON, make, seated, until

from ludoteka.features.analysis.positions import MOST_MOVES, MOST_PLIES
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord, Ply

OPEN_GAMES = [name for name, game in games().items() if not game.has_secrets]


def ask(client, what, **content):
    return client.post(f"/api/analysis/{what}", json=content)


def position(client, game="tavlei", *actions, **more):
    answer = ask(client, "position", game=game, actions=actions, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def test_any_position_of_a_game_without_secrets_is_shown_with_its_actions(guest):
    start = position(guest)
    after = position(guest, "tavlei", "e2-c2", action=["e3", "d3"])

    assert (start["to_act"], start["moves"], start["result"]) == ("a", [], None)
    assert "e2-c2" in start["scene"]["paths"]
    assert after["moves"] == [["a", "e2-c2"], ["d", "e3-d3"]]
    assert [mark["place"] for mark in after["scene"]["marks"]] == ["e3", "d3"]
    again = position(guest, position=after["position"])
    assert (again["moves"], again["to_act"]) == ([], "a")
    assert {one["place"] for one in again["scene"]["pieces"]} == {one["place"] for one in after["scene"]["pieces"]}


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_every_game_without_secrets_can_be_analysed(guest, game):
    shown, actions = position(guest, game), []
    while shown["throws"]:
        actions.append(shown["throws"][0][0])
        shown = position(guest, game, *actions)

    assert shown["scene"]["paths"]
    found = ask(guest, "lines", game=game, actions=actions, lines=2, seconds=0.2).json()
    assert found["seat"] == shown["to_act"]
    first, *others = found["lines"]
    assert 0 <= first["chance"] <= 1
    assert all(line["value"] <= first["value"] for line in others)
    position(guest, game, *actions, *first["moves"])


def test_the_throws_of_a_position_are_weighted_as_the_dice_fall(guest):
    throws = dict(position(guest, "scripta")["throws"])

    assert sum(throws.values()) == 6**3
    assert throws["r111"] == 1
    assert throws["r123"] == 6


@pytest.mark.parametrize("game", ["quagmire", "scripta"])
def test_before_a_throw_the_engine_tells_the_best_play_of_every_throw_and_the_mean(guest, game):
    throws = dict(position(guest, game)["throws"])
    asked = {"game": game, "actions": [], "seconds": 0.3}
    found = until(lambda: ask(guest, "lines", **asked).json(), lambda answer: answer["lines"])
    lines = {line["moves"][0]: line for line in found["lines"]}
    mean = sum(throws[throw] * line["chance"] for throw, line in lines.items()) / sum(throws.values())

    assert throws.keys() == lines.keys()
    assert found["chance"] == pytest.approx(mean, abs=1e-4)
    assert all(line["value"] <= found["lines"][0]["value"] for line in found["lines"])
    for moves in (found["lines"][0]["moves"], found["lines"][-1]["moves"]):
        after = position(guest, game, *moves)
        assert after["moves"][1][0] == found["seat"]
        assert after["throws"] or not after["scene"]["paths"], "the play is whole"


def test_a_game_with_secrets_cannot_be_analysed(guest):
    answer = ask(guest, "position", game="labyrinth", actions=[])

    assert refusal(answer) == (409, "no-analysis")
    assert "nobody knows the whole position" in answer.json()["message"][0]
    assert refusal(ask(guest, "lines", game="labyrinth", actions=[])) == (409, "no-analysis")
    assert refusal(guest.post("/api/analysis/tree", content='[Game "labyrinth"]\n*')) == (409, "no-analysis")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"game": "chess"}, "no-such-game"),
        ({"game": "tavlei", "actions": ["e2-e3"]}, "path-blocked"),
        ({"game": "tavlei", "action": ["a1", "a2"]}, "no-such-piece"),
        ({"game": "tavlei", "position": "nowhere"}, "bad-position"),
        ({"game": "tavlei", "options": {"dice": "loaded"}}, "bad-option"),
        ({"game": "tavlei", "actions": ["e2-c2"] * (MOST_PLIES + 1)}, "bad-message"),
        ({"game": "tavlei", "actions": "e2-c2"}, "bad-message"),
        ({"game": "tavlei", "position": "x" * 2_000_000}, "too-large"),
    ],
)
def test_a_bad_request_is_refused_with_its_reason(guest, content, code):
    assert refusal(ask(guest, "position", **content))[1] == code


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"game": "tavlei", "seconds": 60}, "bad-message"),
        ({"game": "tavlei", "lines": 100}, "bad-message"),
    ],
)
def test_the_engine_says_why_it_finds_nothing(guest, content, code):
    assert refusal(ask(guest, "lines", **content))[1] == code


def test_the_engine_stops_when_the_client_leaves(house, guest):
    body = b'{"game": "tavlei", "seconds": 3}'
    for _ in range(40):  # two minutes of thinking, if none of them were stopped
        with socket.create_connection(("127.0.0.1", house.port)) as line:
            line.sendall(b"POST /api/analysis/lines HTTP/1.1\r\nHost: localhost\r\n")
            line.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    assert ask(guest, "lines", game="tavlei", seconds=0.1).status_code == 200


def test_no_request_of_the_analysis_board_names_a_match(guest):
    document = guest.get("/api/openapi.json").json()
    asked = [path for path in document["paths"] if path.startswith("/api/analysis/")]
    match = make(guest, seats={"a": PERSON, "d": PERSON})
    with seated(guest, match) as player:
        player.act("e2-c2")

    assert len(asked) == 4
    for path in asked:
        for wish in ({"game": match}, {"game": "tavlei", "position": match}, {"game": "tavlei", "match": match}):
            answer = guest.post(path, json=wish)
            assert answer.status_code >= 400
            assert "e2-c2" not in answer.text


TREE = {
    "game": "tavlei",
    "comment": "An opening",
    "moves": [[0, "e2-c2", "quiet"], [0, "e2-f2", ""], [1, "e3-d3", ""], [2, "f5-f8", "bold"], [1, "f5-f8", ""]],
}


def test_a_tree_of_moves_becomes_a_record_with_variations_and_back(guest):
    text = ask(guest, "record", **TREE)
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    record = MatchRecord.parse(text.text)
    sharp = (Ply("e2-f2", number=1), Ply("f5-f8", comment="bold"))

    assert record.comment == "An opening"
    assert record.plies == (
        Ply("e2-c2", number=1, comment="quiet", variations=(sharp,)),
        Ply("e3-d3", variations=((Ply("f5-f8"),),)),
    )
    tree = guest.post("/api/analysis/tree", content=text.text).json()
    assert (tree["game"], tree["comment"], tree["options"]["repetition"]) == ("tavlei", "An opening", "draw")
    assert tree["moves"] == [
        [0, "e2-c2", "quiet"],
        *([0, "e2-f2", ""], [2, "f5-f8", "bold"]),
        *([1, "e3-d3", ""], [1, "f5-f8", ""]),
    ]
    again = MatchRecord.parse(ask(guest, "record", **tree).text)
    assert again.plies == record.plies


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ([[0, "e2-e3", ""]], "path-blocked"),
        ([[0, "e2-c2", ""], [0, "e2-e3", ""]], "path-blocked"),
        ([[1, "e2-c2", ""]], "bad-message"),
        ([[0, "e2-c2", ""]] * (MOST_MOVES + 1), "bad-message"),
    ],
)
def test_a_tree_with_an_illegal_move_is_refused(guest, moves, code):
    assert refusal(ask(guest, "record", game="tavlei", moves=moves))[1] == code
