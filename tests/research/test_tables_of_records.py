"""Records, such as a house exports them, become the same tables as those of self-play."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from houses import make, seated
from houses.fixtures import guest, house  # noqa: F401 - fixtures

from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord
from ludoteka.research import records, tables
from ludoteka.research.selfplay import create_plan, produce

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "records.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```record\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
TRICKY = """
[Date "2026.03.31"]
[Game "tavlei"]

1. e2-f2 {A comment in which a line begins with
[Game "moksha"]
and \\} too} f5-f8 ; [Game "quagmire"]
(1. e3-d3) *
[Game "tavlei"]

; nothing was played
*
"""


@pytest.fixture(scope="module")
def exported(house):  # noqa: F811 - the fixture
    """Texts that a house exports: of matches of all games that were brought in, and of one that was played."""
    texts = []
    with house.guest() as client:
        for text in EXAMPLES:
            answer = client.post("/api/records", content=text)
            assert answer.status_code == 201, answer.text
            texts.append(client.get(f"/match/{answer.json()['id']}/record").text)
        match = make(client)
        with seated(client, match) as player:
            player.act("e2-f2")
            player.act("f5-f8")
            player.command("resign", "a")
        texts.append(client.get(f"/match/{match}/record").text)
    return texts


def test_the_exports_of_a_house_become_tables_and_records_again(exported, tmp_path):
    for number, text in enumerate(exported):
        (tmp_path / f"{number}.txt").write_text(text, "utf-8")
    records.save(records.read_records(tmp_path), tmp_path / "data", part=4)

    parsed = [MatchRecord.parse(text) for text in exported]
    played = tables.read(tmp_path / "data")
    assert set(played.matches["game"].to_pylist()) >= {"labyrinth", "moksha", "quagmire", "scripta", "tavlei"}
    assert list(tables.records(tmp_path / "data")) == parsed
    assert played.plies["evaluation"].null_count == len(played.plies)
    assert (played.plies.schema, played.matches.schema) == (tables.PLIES, tables.MATCHES)
    *_, last = played.plies.to_pylist()
    assert (last["seat"], last["resigns"], last["result"], last["action_number"]) == ("a", True, -1, None)
    assert played.matches["end"].to_pylist()[-1] == "resign"
    card = (tmp_path / "data" / "README.md").read_text("utf-8")
    assert "license: other\n" in card
    assert "- labyrinth\n- moksha\n- quagmire\n- scripta\n- tavlei\n" in card


def test_the_example_records_come_back_with_times_comments_and_results():
    parsed = [MatchRecord.parse(text) for text in EXAMPLES]
    made = records.tables_of(parsed)
    assert list(tables.records_of(made)) == parsed
    rows = made.plies.to_pylist()
    assert [row["spent"] for row in rows[:3]] == [5000, 12500, None]
    assert rows[0]["comment"] == "why not"
    assert made.matches["comment"][0].as_py() == "An opening for the impatient."


@pytest.mark.parametrize(("name", "options"), [("scripta", {"pieces": 1}), ("kuhn", {})])
def test_records_of_self_play_give_the_tables_from_which_they_come(tmp_path, name, options):
    produce(create_plan(games()[name], ["random"], options=options), 3, tmp_path)
    played, again = tables.read(tmp_path), records.tables_of(tables.records(tmp_path))
    assert again.matches.equals(played.matches)
    assert again.plies.equals(played.plies)


def test_a_file_may_hold_several_records(tmp_path):
    file = tmp_path / "all.txt"
    file.write_text("\ufeff" + "\n".join(EXAMPLES).replace("\n", "\r\n"), "utf-8", newline="")
    assert list(records.read_records(file)) == [MatchRecord.parse(text) for text in EXAMPLES]


def test_what_looks_like_a_tag_in_a_comment_begins_no_record():
    first, second = records.split(TRICKY)
    assert [len(MatchRecord.parse(text).plies) for text in (first, second)] == [2, 0]
    assert list(records.split("".join((first, second)))) == [first, second]
    assert list(records.split(" \n")) == []


def test_comments_without_an_end_are_read_in_one_go():
    text = '[Game "tavlei"]\n\n1. ' + "a{" * 200_000
    assert list(records.split(text)) == [text]
    with pytest.raises(Refused, match="bad-record"):
        MatchRecord.parse(text)


def test_variations_are_left_out():
    record = MatchRecord.parse(next(records.split(TRICKY)))
    (again,) = tables.records_of(records.tables_of([record]))
    assert record.plies[1].variations
    assert again == replace(record, plies=tuple(replace(ply, variations=()) for ply in record.plies))


def test_a_record_that_cannot_be_read_or_played_is_named(tmp_path):
    file = tmp_path / "all.txt"
    file.write_text(EXAMPLES[0] + "\n[Game]\n", "utf-8")
    with pytest.raises(Refused, match="bad-record") as refused:
        list(records.read_records(file))
    assert str(refused.value.message.values["number"]) == "2"
    with pytest.raises(Refused) as refused:
        records.tables_of(MatchRecord.parse(text) for text in (EXAMPLES[0], '[Game "tavlei"]\n\n1. e2-e9 *'))
    assert (refused.value.code, refused.value.message.values["number"]) != ("bad-record", 1)
    with pytest.raises(Refused, match="no-file"):
        list(records.read_records(tmp_path / "nowhere"))
    file.write_bytes(b"\xff")
    with pytest.raises(Refused, match="bad-record"):
        list(records.read_records(file))


def test_records_are_not_written_beside_anything_else(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ann", "utf-8")
    with pytest.raises(Refused, match="other-data"):
        records.save([], tmp_path)
