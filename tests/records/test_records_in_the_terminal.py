"""Records in the terminal: shown, saved and continued."""

import os

import pytest
from programs import forked
from programs.commands import ludoteka

from ludoteka.records.match_record import MatchRecord

OPENING = '[Game "tavlei"]\n\n1. e2-f2 {by the book} f5-f8\n2. f2-f3 *\n'
POSITION = "3aaa3/4ad3/4d4/a3d3a/aaddk1daa/a3d3a/4da3/9/3aaa3 d"


def program(*arguments, typed="", language="en"):
    """Run a command as a program: a match reads what is typed from the process's own input."""
    return forked.run(*arguments, typed=typed, env=os.environ | {"LANGUAGE": language, "COLUMNS": "80"})


@pytest.fixture
def file(tmp_path):
    def written(content):
        path = tmp_path / "match.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (OPENING, f"{POSITION}\nTo act: Defenders\n"),
        (OPENING.replace("*", "resign:d 1-0"), f"{POSITION}\nResult: 1-0\n"),
        ('[Game "cups"]\nhide:2', "2 - -\nTo act: chance\n"),
        ('[Game "cups"]\nhide:2 r1 lift:2', "2 r1 2\nResult: 0-1\n"),
    ],
)
def test_replaying_a_record_shows_the_final_position(file, record, said):
    ended = ludoteka("replay", "--record", file(record))

    assert (ended.stdout, ended.stderr, ended.returncode) == (said, "", 0)


@pytest.mark.parametrize(
    ("throw", "said"),
    [("r1", "1 throw follows from the seed."), ("r2", "Throw 1 is r2, but the seed gives r1.")],
)
def test_the_throws_are_checked_against_the_seed(file, throw, said):
    ended = ludoteka("replay", "--record", file(f'[Game "cups"]\n[Seed "00"]\nhide:2 {throw} lift:2'))

    assert ended.stdout.splitlines()[2] == said


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (OPENING.replace("f2-f3", "e2-f3"), "Action 3, e2-f3, on line 4 of the record: There is no piece on e2."),
        ('[Game "chess"]', "There is no such game here. The games are: "),
        ("", "Line 1 of the record: The record doesn't name a game"),
        (b'[Game "tavlei"]\n\n\xff', "Line 3 of the record: This is not UTF-8 text."),
        ("x" * 5_000_000, "Line 1 of the record: A record has at most 1000000 characters."),
    ],
)
def test_a_bad_record_is_refused_with_the_place_and_the_reason(file, record, said):
    ended = ludoteka("replay", "--record", file(record))

    assert (ended.stdout, ended.returncode) == ("", 1)
    assert ended.stderr.startswith(said)
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["nowhere.txt", ".", "a\0b", "/dev/zero"])
def test_a_path_that_is_not_a_text_file_is_refused_in_one_line(tmp_path, name):
    arguments = ("replay", "--record", tmp_path / name) if "\0" not in name else ("replay", "--record", "x" * 5000)
    ended = ludoteka(*arguments)

    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert "Traceback" not in ended.stderr


def test_a_record_can_be_continued_and_saved(file, tmp_path):
    saved = tmp_path / "saved.txt"
    ended = program("play", "--record", file(OPENING), "--hot-seat", typed=f"e7-d7\nsave {saved}\nsave {saved}\nsave\n")

    assert (ended.stderr, ended.returncode) == ("", 0)
    assert [ply.text for ply in MatchRecord.parse(saved.read_text("utf-8")).plies] == [
        *("e2-f2", "f5-f8", "f2-f3", "e7-d7"),
    ]
    assert f"Therecordisin{saved}." in "".join(ended.stdout.split())
    assert "cannot be used: File exists." in ended.stdout.replace("\n", " "), "an existing file is not overwritten"
    assert "Name the file too: save FILE" in ended.stdout


def test_the_computer_continues_a_record(file):
    ended = ludoteka("play", "--record", file(OPENING), "--level", "1", "--seat", "a")

    assert "Defenders: " in ended.stdout


def test_the_result_of_a_finished_record_is_shown(file):
    ended = ludoteka("play", "--record", file(OPENING.replace("*", "resign:d 1-0")), "--hot-seat")

    assert "Defenders resigned. Winner: Attackers" in ended.stdout


def test_secrets_are_not_saved_before_the_end(tmp_path):
    ended = program("play", "cups", "--hot-seat", typed=f"hide:2\n\nsave {tmp_path / 'x'}\n")

    assert "This game has secrets" in ended.stdout
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("arguments", [(), ("tavlei", "--record", "x"), ("--record", "x", "--option", "a=b")])
def test_play_takes_either_a_game_with_its_options_or_a_record(arguments):
    assert ludoteka("play", *arguments).returncode == 2


@pytest.mark.parametrize(("language", "sign"), [("ru", "ы"), ("cs", "í")])
def test_errors_are_in_the_readers_language(file, language, sign):
    ended = program("replay", "--record", file(OPENING.replace("f2-f3", "e2-f3")), language=language)

    assert "Action" not in ended.stderr
    assert sign in ended.stderr


def test_a_match_that_began_from_a_position_continues(file):
    record = '[Game "tavlei"]\n[Position "9/9/9/9/a8/9/9/2k6/9 d"]\n\n1. c2-c1 *\n'
    ended = program("play", "--record", file(record), "--hot-seat", typed="a5-a6\n")
    assert ended.returncode == 0
    assert "6 [a]" in ended.stdout
