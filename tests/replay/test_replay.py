"""Replay: one answer to every line, in order, whatever the lines contain."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import IS_CAMPAIGN, scaled
from programs import forked

from ludoteka.games import games
from ludoteka.terminal.tools import replay
from ludoteka.terminal.tools.replay import answer_line, answer_stream

MANY = 18_000 if IS_CAMPAIGN else 6_000
START = "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a"


def answers(*lines):
    out = io.BytesIO()
    answer_stream(io.BytesIO(b"".join(line + b"\n" for line in lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def asked(**more):
    return json.dumps({"id": 1, "game": "tavlei", "options": {}, "position": None, "actions": [], **more}).encode()


def answered(**more):
    return answers(asked(**more))[0]


def code(answer):
    return answer["error"]["code"], answer["error"]["index"]


def test_an_answer_contains_the_position_the_seat_to_act_the_legal_actions_and_the_result():
    answer = answered(actions=["e2-f2", "f5-f8"])

    assert answer["id"] == 1
    assert answer["position"] == "3aaa3/4ad3/4d4/a3d3a/aaddk1daa/a3d3a/4d4/5a3/3aaa3 a"
    assert answer["to_act"] == "a"
    assert answer["legal"][:2] == ["a4-a2", "a4-a3"]
    assert answer["legal"] == sorted(answer["legal"])
    assert answer["result"] is None


@pytest.mark.parametrize("line", (Path(__file__).parent / "conformance.jsonl").read_text("utf-8").splitlines())
def test_answers_agree_with_the_rules(line):
    """Each line has a position from the rules of Tavlei, moves, and the expected answer."""
    expected = json.loads(line)
    got = answer_line(json.dumps(expected["asked"]).encode())

    assert got.pop("id") == expected["asked"]["id"]
    assert got.get("error", {"message": "none"}).pop("message")
    assert got == expected["answer"]


def test_a_finished_match_has_a_result_and_no_legal_actions():
    answer = answered(position="9/9/9/9/9/9/9/2k6/a8 d", actions=["c2-c1"])
    assert code(answer) == ("bad-position", None), "an attacker cannot stand on an exit"

    answer = answered(position="9/9/9/9/a8/9/9/2k6/9 d", actions=["c2-c1", "a5-a4", "c1-a1"])

    assert (answer["to_act"], answer["legal"], answer["result"]) == (None, [], {"a": -1, "d": 1})


def test_omitted_fields_have_defaults():
    assert answers(b'{"game": "tavlei"}')[0]["position"] == START
    assert answered(options=None)["position"] == START


def test_the_first_refused_action_is_reported_with_its_reason():
    answer = answered(actions=["e2-f2", "e2-e3", "nonsense"])

    assert code(answer) == ("no-such-piece", 1)
    assert answer["error"]["message"] == "There is no piece on e2."


def test_an_action_after_the_end_of_the_match_is_refused():
    shuffle = ["d9-c9", "e7-d7", "c9-d9", "d7-e7"] * 2

    assert answered(actions=shuffle)["result"] == {"a": 0, "d": 0}
    assert code(answered(actions=[*shuffle, "d9-c9"])) == ("game-over", 8)
    assert answered(actions=[*shuffle, "d9-c9"], options={"repetition": "off"})["to_act"] == "d"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"", "bad-json"),
        (b"   ", "bad-json"),
        (b"{", "bad-json"),
        (b"NaN", "bad-json"),
        (b'{"id": 1, "game": NaN}', "bad-json"),
        (b"\xff\xfe", "bad-json"),
        (b'{"game": "\xff"}', "bad-json"),
        (b'{"game": "\\ud800"}', "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b'{"game": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "bad-json"),
        (b"null", "bad-line"),
        (b"7", "bad-line"),
        (b"[]", "bad-line"),
        (b"{}", "bad-line"),
        (b'{"game": null}', "bad-line"),
        (b'{"game": ["tavlei"]}', "bad-line"),
        (b'{"game": "tavlei", "actions": null}', "bad-line"),
        (b'{"game": "tavlei", "actions": "e2-f2"}', "bad-line"),
        (b'{"game": "tavlei", "actions": [1]}', "bad-line"),
        (b'{"game": "tavlei", "position": 5}', "bad-position"),
        (b'{"game": "tavlei", "position": ""}', "bad-position"),
        (b'{"game": "tavlei", "position": "9/9/9/9/9/9/9/9/9 x"}', "bad-position"),
        (b'{"game": "tavlei", "options": []}', "bad-option"),
        (b'{"game": "tavlei", "options": {"repetition": 3}}', "bad-option"),
        (b'{"game": "tavlei", "options": {"speed": "fast"}}', "bad-option"),
        (b'{"game": "chess"}', "no-such-game"),
        (b'{"game": "__init__"}', "no-such-game"),
    ],
)
def test_an_invalid_line_does_not_affect_the_next_line(line, expected):
    bad, good = answers(line, asked())

    assert code(bad) == (expected, None)
    assert bad["error"]["message"]
    assert good["position"] == START


@pytest.mark.parametrize("name", [None, "x", 1.5, -7, [1, {"a": None}], {"deep": [[]]}, "ё"])
def test_an_id_is_returned_unchanged(name):
    assert answered(id=name)["id"] == name
    assert answered(id=name, actions=["x"])["id"] == name


def test_a_last_line_without_a_newline_is_answered():
    out = io.BytesIO()
    answer_stream(io.BytesIO(asked()), out)

    assert json.loads(out.getvalue())["position"] == START


def test_a_line_that_is_too_long_is_skipped(monkeypatch):
    monkeypatch.setattr(replay, "LONGEST", 1000)

    long, good = answers(asked(actions=["e2-f2"] * 1000), asked())

    assert code(long) == ("too-large", None)
    assert good["position"] == START


def test_an_error_in_a_game_affects_only_the_line_that_caused_it(monkeypatch, caplog):
    monkeypatch.setattr(games()["tavlei"].texts, "refusal", lambda seen, path, example: 1 // 0)

    broken, good = answers(asked(actions=["d9-b9", "e2-e3"]), asked())

    assert (broken["id"], code(broken)) == (1, ("broken", 1))
    assert "ZeroDivisionError" in caplog.text
    assert good["position"] == START


def test_replay_ends_with_a_message_if_answers_cannot_be_written():
    with Path("/dev/full").open("wb") as full:
        ended = forked.run("replay", typed=asked().decode(), stdout=full, env=os.environ | {"LANGUAGE": "en"})

    assert ended.returncode == 1
    assert ended.stderr == "Reading the lines or writing the answers failed: No space left on device.\n"


@given(st.lists(st.binary(max_size=60).map(lambda line: line.replace(b"\n", b" ")), max_size=10))
@settings(max_examples=scaled(200), deadline=None)
def test_arbitrary_bytes_get_one_answer_per_line(lines):
    got = answers(*lines)

    assert len(got) == len(lines)
    assert all("error" in one or "position" in one for one in got)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {"game": st.just("tavlei")}, optional=dict.fromkeys(("id", "options", "position", "actions"), JSON)
    )
)
@settings(max_examples=scaled(200), deadline=None)
def test_arbitrary_json_in_any_field_gets_an_answer(line):
    answer = answer_line(json.dumps(line).encode())

    assert answer["id"] == line.get("id")
    assert "error" in answer or "position" in answer


def test_memory_does_not_grow_with_the_number_of_lines():
    """A line may leave a hundred bytes behind, but no more."""
    program = [sys.executable, "-m", "ludoteka", "replay"]
    line = asked(actions=["e2-f2", "f5-f8", "f2-f7"]) + b"\n"
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        sizes = []
        for count in (2_000, MANY):
            for _ in range(count // 100):
                process.stdin.write(line * 100)
                process.stdin.flush()
                for _ in range(100):
                    assert b'"position"' in process.stdout.readline()
            status = Path(f"/proc/{process.pid}/status").read_text("utf-8")
            sizes.append(int(status.partition("VmRSS:")[2].split()[0]))
        process.stdin.close()
        assert sizes[1] < sizes[0] + MANY // 9, "kilobytes"


def test_every_answer_comes_before_the_next_line_is_written():
    with forked.start("replay", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for number in range(3):
            process.stdin.write(asked(id=number) + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
