"""`ludoteka verify`: its output and exit codes."""

import json
import os
import subprocess
import sys

import pytest

from ludoteka.core.dice import commitment

SEED = b"test"
RECORD = f"""[Game "scripta"]
[Option.pieces "1"]
[Result "*"]
[SeedCommitment "{commitment(SEED)}"]
[Seed "{SEED.hex()}"]

1. r233 in/3 3/5 5/8 r335 pass 2. r135 8/11 11/16 pass
*
"""
TABLE = """    1  r233  3/6 3/6 2/6
    2  r335  5/6 3/6 3/6
    3  r135  1/6 3/6 5/6
All 3 throws follow from the seed.
"""


def verify(*arguments, record=RECORD, language="en"):
    return subprocess.run(
        [sys.executable, "-m", "ludoteka", "verify", *map(str, arguments)],
        check=False,
        input=record,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"LANGUAGE": language, "COLUMNS": "80"},
    )


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
    assert ended.returncode == 1


@pytest.mark.parametrize(
    ("record", "arguments", "said"),
    [
        (RECORD.replace("Seed ", "Seen "), (), "The seed becomes public when the match is over"),
        (RECORD.replace("SeedCommitment", "Told"), (), "The record has no commitment to the seed"),
        (RECORD.replace(SEED.hex(), "00"), (), "Line 4 of the record: The seed doesn't match"),
        (RECORD, ("--commitment", "00"), "The record contains another commitment: 9f86d081"),
        ('[Game "tavlei"]\n[Seed "00"]\n[SeedCommitment "6e34"]', (), "Line 3 of the record"),
        ("hello", (), "Line 1 of the record"),
    ],
)
def test_a_record_that_cannot_be_verified_is_refused_in_one_sentence(record, arguments, said):
    ended = verify("-", *arguments, record=record)

    assert (ended.stdout, ended.returncode) == ("", 1)
    assert ended.stderr.startswith(said)
    assert ended.stderr.count("\n") == 1


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
