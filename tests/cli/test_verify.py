"""`ludoteka verify`: its output and exit codes."""

import json
import os
from dataclasses import replace

import pytest
from programs import forked

from ludoteka.commands.verify import UNPROVEN
from ludoteka.core.dice import commitment
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord

SEED = b"test"
RECORD = f"""[Game "scripta"]
[Option.pieces "1"]
[Result "0-1"]
[SeedCommitment "{commitment(SEED)}"]
[Seed "{SEED.hex()}"]

1. r233 in/3 3/5 5/8 r335 pass 2. r135 8/11 11/16 pass
resign:y 0-1
"""
TABLE = """    1  r233  3/6 3/6 2/6
    2  r335  5/6 3/6 3/6
    3  r135  1/6 3/6 5/6
All 3 throws follow from the seed.
Proven: everything that chance decided in this match follows from the seed.
"""


def verify(*arguments, record=RECORD, language="en"):
    return forked.run("verify", *arguments, typed=record, env=os.environ | {"LANGUAGE": language, "COLUMNS": "80"})


def test_every_throw_is_printed_with_its_dice():
    ended = verify("-")

    assert (ended.stdout, ended.stderr, ended.returncode) == (TABLE, "", 0)


def test_a_record_is_read_from_a_file(tmp_path):
    (tmp_path / "match.txt").write_text(RECORD)
    ended = verify(tmp_path / "match.txt", "--commitment", commitment(SEED).upper())

    assert (ended.stdout, ended.returncode) == (TABLE, 0)


def test_a_forged_throw_is_reported():
    ended = verify("-", record=RECORD.replace("r335 pass", "r345 pass"))

    assert "    2  r345  5/6 3/6 3/6  <> r335\n" in ended.stdout
    assert ended.stderr == "Throw 2 is r345, but the seed gives r335.\n"
    assert "Proven" not in ended.stdout
    assert ended.returncode == 1


@pytest.mark.parametrize(
    ("record", "arguments", "said"),
    [
        (RECORD.replace(SEED.hex(), "00"), (), "Line 4 of the record: The seed doesn't match"),
        (RECORD, ("--commitment", "00"), "The record contains another commitment: 9f86d081"),
        ('[Game "tavlei"]\n[Seed "00"]\n[SeedCommitment "6e34"]', (), "Line 3 of the record"),
        (RECORD.replace("SeedCommitment", "Told"), ("--commitment", "00"), "The seed doesn't match the commitment."),
        ("hello", (), "Line 1 of the record"),
    ],
)
def test_a_record_that_is_wrong_is_refused_in_one_sentence(record, arguments, said):
    ended = verify("-", *arguments, record=record)

    assert (ended.stdout, ended.returncode) == ("", 1)
    assert ended.stderr.startswith(said)
    assert ended.stderr.count("\n") == 1


ENDED = " resign:y 0-1"


def cut(record):
    """Return a record without its last actions and its result."""
    return record[: record.index(" 2. ")].replace("0-1", "*")


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (cut(RECORD), "The record doesn't show how the match ended"),
        (cut(RECORD) + " *", "The record doesn't show how the match ended"),
        (RECORD.replace("\nresign:y 0-1", " 0-1"), "The record doesn't show how the match ended"),
        (RECORD.replace("\n\n", '\n[Match "m@9999"]\n\n'), "3 throws were made elsewhere and can't be verified."),
        (RECORD.replace("Seed ", "Seen "), "The seed becomes public when the match is over"),
        (RECORD.replace("SeedCommitment", "Told"), "The record has no commitment to the seed"),
        (RECORD[: RECORD.index("1. ")] + ENDED, "This match has no throws"),
    ],
    ids=["no result", "unfinished", "cut off", "made elsewhere", "no seed", "no commitment", "no throws"],
)
def test_a_record_that_proves_too_little_has_an_exit_code_of_its_own(record, reason):
    ended = verify("-", record=record)

    assert ended.stderr.startswith(f"Nothing is wrong, but not everything can be proven. {reason}")
    assert ended.stderr.count("\n") == 1
    assert "Proven" not in ended.stdout
    assert ended.returncode == UNPROVEN


def test_a_noted_commitment_replaces_one_that_the_record_lacks():
    bare = RECORD.replace("SeedCommitment", "Told")

    assert verify("-", "--commitment", commitment(SEED), record=bare).returncode == 0


def test_a_command_line_that_is_not_understood_has_another_exit_code():
    assert verify("-", "--nonsense").returncode == 2


def test_a_maze_that_was_changed_is_found():
    game = games()["labyrinth"]
    options = game.check_options({"maze": "small"})
    honest = MatchRecord("labyrinth", options=game.generate(options, SEED), result="1/2-1/2")
    honest = replace(honest, seed=SEED.hex(), seed_commitment=commitment(SEED))
    false = replace(honest, options=game.generate(options, b"another maze"))

    assert verify("-", record=honest.text()).returncode == 0
    ended = verify("-", record=false.text())
    assert ended.stderr == "The start does not follow from the seed: somebody chose it.\n"
    assert ended.returncode == 1


def test_a_maze_that_the_host_openly_chose_cannot_be_proven():
    game = games()["labyrinth"]
    options = game.generate(game.check_options({"maze": "small"}), b"a maze of the host")
    record = MatchRecord("labyrinth", options=options, result="1/2-1/2", tags={"Secrets": "host"})
    ended = verify("-", record=replace(record, seed=SEED.hex(), seed_commitment=commitment(SEED)).text())

    assert ended.stderr.endswith("The host chose the start, so the seed says nothing about it.\n")
    assert ended.returncode == UNPROVEN


@pytest.mark.parametrize(("language", "said"), [("ru", "доказать"), ("cs", "dokázat")])
def test_a_doubt_is_told_in_the_readers_language(language, said):
    assert said in verify("-", record=cut(RECORD), language=language).stderr


def test_salts_are_printed_where_they_take_effect():
    """The throws of the record were made without salts, so with a salt the seed gives other throws."""
    salted = RECORD.replace("\n\n", '\n[Match "m"]\n[Salt.g "k3Zt@1"]\n\n')
    lines = verify("-", record=salted).stdout.splitlines()

    assert lines[1] == "Salt of g: k3Zt"


def test_the_json_output_is_complete():
    plain = json.loads(verify("-", "--json").stdout)

    assert (plain["game"], plain["kind"], plain["die"], plain["match"]) == ("scripta", "fair", 6, "")
    assert (plain["seed"], plain["commitment"], plain["salts"]) == (SEED.hex(), commitment(SEED), [])
    assert plain["throws"][1] == {"text": "r335", "due": "r335", "draws": [[1, 6, 5], [1, 6, 3], [1, 6, 3]]}


@pytest.mark.parametrize(("language", "said"), [("ru", "броска"), ("cs", "hod")])
def test_the_conclusion_is_in_the_readers_language(language, said):
    assert said in verify("-", language=language).stdout
