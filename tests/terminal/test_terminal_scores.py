"""Scores in the terminal: at the end of a match, and in the output of `replay`."""

import os
from pathlib import Path

import coins
from programs import forked


def said_by(*arguments, typed=()):
    """The output of the program, which must exit without an error."""
    environment = os.environ | {"LANGUAGE": "en", "LUDOTEKA_GAMES": str(Path(coins.__file__).parents[1])}
    done = forked.run(*arguments, typed="\n".join(typed) + "\n", env=environment, is_fresh=True)
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout


def test_scores_are_shown_at_the_end_of_a_match_after_a_resignation_and_in_the_replay_of_its_record(tmp_path):
    record = tmp_path / "coins.txt"
    whole = ["0", "1", "2", "3", "4", "5", f"save {record}"]
    said = said_by("play", "coins", "--hot-seat", typed=[*whole, "new", "0", "resign", "quit"])

    assert "All coins are taken. Norma −4, Silas +4" in said
    assert "-4,+4" in record.read_text("utf-8")
    assert "Silas resigned. Winner: Norma. Norma +20, Silas −20" in said
    assert "Result: -4,+4" in said_by("replay", "--record", record)


def test_an_answer_of_replay_contains_the_scores():
    said = said_by("replay", typed=['{"id": 1, "game": "coins", "actions": ["0", "1", "2", "3", "4", "5"]}'])

    assert '"result":{"n":-4,"s":4}' in said
