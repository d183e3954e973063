"""Puzzles over HTTP: no answer contains a solution that was not asked for, and an attempt contains all that it needs."""

import pytest

from ludoteka.games import games
from ludoteka.puzzles.puzzle import find_puzzle, puzzles_of, solution_steps

GAME = games()["tavlei"]
PUZZLE = next(one for one in puzzles_of(GAME) if len(one.solution) > 1)
ADDRESS = f"/api/puzzles/tavlei/{PUZZLE.number}"
ACTIONS = [text for step in solution_steps(GAME, PUZZLE) for text in step.actions]


def attempt(client, actions, **more):
    return client.post(ADDRESS, json={"actions": actions, **more})


def test_the_list_names_the_puzzle_of_the_day_and_the_levels_of_all_others(guest):
    answer = guest.get("/api/puzzles").json()
    game = games()[answer["daily"]["game"]]
    assert find_puzzle(game, answer["daily"]["number"])
    assert {one["name"]: len(one["levels"]) for one in answer["games"]} == {
        name: len(puzzles_of(game)) for name, game in games().items() if puzzles_of(game)
    }


def test_the_list_says_how_difficult_puzzles_are_and_what_they_have_in_common(guest):
    collection = next(one for one in guest.get("/api/puzzles").json()["games"] if one["name"] == "tavlei")
    assert collection["difficulties"] == sorted(collection["difficulties"], key=["easy", "medium", "hard"].index)
    groups = {one["name"]: one["numbers"] for one in collection["groups"]}
    assert PUZZLE.number in groups["line"]
    assert set(groups["capture"]) & set(groups["quiet"]), "a solution of several moves may contain both"


def test_the_solution_stays_in_the_house_until_it_is_asked_for(guest):
    puzzle = guest.get(ADDRESS).json()
    assert (puzzle["position"], puzzle["level"]) == (PUZZLE.position, PUZZLE.level)
    begun = attempt(guest, []).json()
    assert PUZZLE.solution[0] not in str(puzzle) + str(begun)
    assert attempt(guest, [], wish="hint").json()["hint"] == ACTIONS[0].partition("-")[0]
    assert attempt(guest, [], wish="solution").json()["solution"] == list(PUZZLE.solution)


def test_attempts_are_judged_and_answered(guest):
    first, last = attempt(guest, ACTIONS[:1]).json(), attempt(guest, ACTIONS).json()
    assert (first["verdict"], first["played"]) == ("right", list(PUZZLE.solution[:2]))
    assert (last["verdict"], last["played"]) == ("solved", list(PUZZLE.solution))
    assert (first["reasons"], len(last["reasons"])) == ([], 1)


@pytest.mark.parametrize(
    ("address", "body", "status", "code"),
    [
        ("/api/puzzles/tavlei/0", {}, 404, "no-such-puzzle"),
        ("/api/puzzles/tavlei/1e9", {}, 404, "no-such-puzzle"),
        ("/api/puzzles/labyrinth/1", {}, 404, "no-such-puzzle"),
        ("/api/puzzles/chess/1", {}, 404, "no-such-game"),
        (ADDRESS, {"actions": "e2"}, 400, "bad-message"),
        (ADDRESS, {"wish": "all"}, 400, "bad-message"),
        (ADDRESS, {"actions": ["nowhere"]}, 400, "bad-text"),
        (ADDRESS, {"actions": ["x" * 20_000]}, 413, "too-large"),
    ],
)
def test_bad_requests_are_refused_with_a_code(guest, address, body, status, code):
    answer = guest.post(address, json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
