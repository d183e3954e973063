"""A moderated game in the terminal prints what the moderator says, and draws the map."""

import json

import pytest
from boards.labyrinth import house
from programs.terminals import program, typed

from ludoteka.games.labyrinth.speech import BARE

PLAYERS = '["Anna","Boris"]'


@pytest.fixture
def options(tmp_path):
    """The options of a match in the labyrinth of the rules page: Anna on B3, where a key lies, and Boris on A1."""
    maze = house("Anna B3, Boris A1", items="B3 key, B3 cartridge")
    file = tmp_path / "maze.json"
    file.write_text(json.dumps(maze))
    return ("--hot-seat", "--option", f"scenario=@{file}", "--option", f"players={PLAYERS}")


def test_a_match_is_played_until_a_player_leaves_the_labyrinth(options):
    said = typed("take:key", "stay", "end", "east", "east", game="labyrinth", options=options)

    assert "Anna picks up: key." in said
    assert any(f"Boris goes east.\n{phrase.text}" in said for phrase in BARE["wall"])
    assert "Hand the screen to" not in said, "everybody hears everything"
    assert "┃" in said or "│" in said, "the wall is drawn on the map"
    assert any(f"Anna goes east.\n{phrase.text}" in said for phrase in BARE["out"])


def test_a_refusal_names_its_clause(options):
    said = typed("up", "shoot:north", "buy:vest", game="labyrinth", options=options)
    for clause in ("clauses 4 and 11", "clause 10", "clause 17"):
        assert clause in said


def test_what_only_the_moderator_could_know_is_refused_aloud_once_a_turn(options):
    said = typed("stay", "take:idol", "take:vest", game="labyrinth", options=options)
    assert "Anna wants to pick up: idol.\nThere is none here." in said
    assert "Anna wants to pick up: vest." not in said
    assert said.count("(clause 14)") == 2


def test_the_other_player_plays_on_after_a_resignation(options):
    said = typed("resign", "south", game="labyrinth", options=options)
    assert "Anna" in said.partition("> ")[2]
    assert "Boris goes south." in said


def test_the_moderator_speaks_the_readers_language(options):
    said = typed("take:key", game="labyrinth", options=options, language="cs")
    assert "Anna zvedá: klíč." in said


def test_a_file_that_is_not_a_maze_is_refused_with_a_message(tmp_path):
    bad = tmp_path / "bad.json"
    for content, sentence in (("{", "is not JSON"), ("[]", "scenario"), ('{"cells": 5}', "scenario")):
        bad.write_text(content)
        with program("labyrinth", "--option", f"scenario=@{bad}") as process:
            _, complaint = process.communicate(timeout=60)
        assert process.returncode == 1
        assert sentence in complaint
        assert complaint.count("\n") == 1
