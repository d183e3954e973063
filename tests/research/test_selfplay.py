"""Matches of computers are written as tables, the same ones however often that is interrupted, and read back as records."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from plugins.campaign import scaled
from programs import forked
from programs.interrupts import heed_interrupts

import ludoteka
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games
from ludoteka.records.replay import begin_match, replay_plies
from ludoteka.records.verification import verify
from ludoteka.research import records, tables
from ludoteka.research.card import columns_table, command_of
from ludoteka.research.observations import observe
from ludoteka.research.position import Position
from ludoteka.research.selfplay import create_plan, play, produce
from ludoteka.research.tables import Scribe

ROOT = Path(__file__).parents[2]
SHORT = {  # options and limits that make short matches
    "cups": ({}, None),
    "kuhn": ({}, None),
    "labyrinth": ({"players": 2, "maze": "small"}, 60),
    "moksha": ({}, 30),
    "quagmire": ({"seats": "bt"}, 60),
    "scripta": ({"pieces": 1}, None),
    "tavlei": ({}, 30),
}


def plan_of(name, *players, **wishes):
    options, plies = SHORT[name]
    return create_plan(games()[name], players or ("random",), **{"options": options, "plies": plies, **wishes})


def made(folder, plan, count=3, **wishes):
    produce(plan, count, folder, **wishes)
    return tables.read(folder)


def selfplay(*arguments, **more):
    return forked.run("selfplay", *arguments, env=os.environ | {"LANGUAGE": "en"}, timeout=300, **more)


def positions_in(record):
    """The position before each ply of a record, when it is replayed."""
    match = begin_match(record, games()[record.game])
    first = match.position_text
    return [first, *(match.position_text for _ in replay_plies(record, match))][:-1]


@pytest.mark.parametrize("name", SHORT)
def test_the_records_in_the_tables_replay_to_the_positions_that_were_played(tmp_path, name):
    played = made(tmp_path, plan_of(name), count=scaled(20, 3))
    records, rows = list(tables.records(tmp_path)), played.plies.to_pylist()

    assert [position for record in records for position in positions_in(record)] == [row["position"] for row in rows]
    for record, match in zip(records, played.matches.to_pylist(), strict=True):
        assert ludoteka.read_record(str(record)) == record
        again = ludoteka.Match.from_record(record)
        assert again.is_over is (match["end"] != "limit")
        assert again.result == (
            None if match["end"] == "limit" else dict(zip(match["seats"], match["returns"], strict=True))
        )


def test_the_throws_and_the_maze_of_a_match_follow_from_the_seed_in_its_record(tmp_path):
    for name in ("scripta", "labyrinth"):
        produce(plan_of(name), 1, tmp_path / name)
        (record,) = tables.records(tmp_path / name)
        verification = verify(record, games()[name])
        assert (verification.fault, verification.first_wrong) == (None, 0)
    file = tmp_path / "record.txt"
    file.write_text(str(next(tables.records(tmp_path / "scripta"))), "utf-8")
    assert forked.run("verify", file).returncode == 0


def test_plies_say_who_chose_an_action_among_how_many_and_what_it_led_to(tmp_path):
    played = made(tmp_path, plan_of("scripta", "random", "level:1"), count=2)
    rows = played.plies.to_pylist()

    assert {row["seat"] for row in rows} == {"y", "g", "chance"}
    for match in played.matches.to_pylist():
        own = [row for row in rows if row["match"] == match["match"]]
        players = dict(zip(match["seats"], match["players"], strict=True))
        results = dict(zip(match["seats"], match["returns"], strict=True))
        assert [row["ply"] for row in own] == list(range(match["plies"]))
        assert all(row["player"] == players.get(row["seat"]) for row in own)
        assert all(row["result"] == results.get(row["seat"]) for row in own)
    assert [one["players"] for one in played.matches.to_pylist()] == [["random", "level:1"], ["level:1", "random"]]
    for row in rows:
        is_throw = row["seat"] == "chance"
        assert [row[name] is None for name in ("offers", "choice", "seen", "player")] == [is_throw] * 4
        assert (row["evaluation"] is None) is (row["player"] != "level:1")


def test_a_search_writes_what_it_thinks_of_its_action(tmp_path):
    played = made(tmp_path, plan_of("tavlei", "search:depth=1", opening=2, plies=6), count=1)
    values = played.plies["evaluation"].to_pylist()
    players = played.plies["player"].to_pylist()

    assert players == ["random"] * 2 + ["search:depth=1"] * 4
    assert [value is None for value in values] == [True] * 2 + [False] * 4
    line = ludoteka.analyse(at(played, 3), depth=1)[0]
    assert (line.value, line.actions[0]) == (values[3], played.plies["action"][3].as_py())


def at(played, ply):
    """The match as it was before a ply."""
    match = ludoteka.Match(played.matches["game"][0].as_py(), **json.loads(played.matches["options"][0].as_py()))
    for action in played.plies["action"].to_pylist()[:ply]:
        match.play(action)
    return match


@pytest.mark.parametrize("name", ["scripta", "tavlei", "kuhn", "labyrinth"])
def test_tensors_are_those_of_the_environments_and_the_choice_is_one_of_those_offered(tmp_path, name):
    plan = plan_of(name, tensors=True)
    rows = made(tmp_path, plan, count=1).plies.to_pylist()
    position = Position(games()[name], json.loads(tables.read(tmp_path).matches["options"][0].as_py()))
    for row in rows:
        if row["seat"] == "chance":
            assert (row["tensor"], row["offered"]) == (None, None)
        else:
            assert row["tensor"] == observe(position, position.seat).ravel().tolist()
            assert row["choice"] in row["offered"]
            assert all(choice is not None for choice in row["offered"])
            assert len(row["offered"]) == row["offers"]
        position.apply(row["action_number"])


def test_amounts_of_money_are_choices_too(tmp_path):
    plan = plan_of("labyrinth", plies=300)
    played = made(tmp_path, plan, count=2)
    rows = [row for row in played.plies.to_pylist() if row["action"].startswith(("withdraw:", "deposit:"))]
    assert rows
    assert all(row["choice"] is not None for row in rows)
    assert records.tables_of(tables.records(tmp_path)).plies["choice"].equals(played.plies["choice"])


@pytest.mark.parametrize("name", ["labyrinth", "cups", "tavlei"])
def test_a_row_has_what_its_seat_saw_and_what_it_has_heard_since_its_last_row(tmp_path, name):
    produce(plan_of(name), 1, tmp_path)
    (record,) = tables.records(tmp_path)
    match, heard = begin_match(record, games()[name]), {}
    steps = replay_plies(record, match)
    for row in tables.read(tmp_path).plies.to_pylist():
        if row["seat"] != "chance":
            assert tables.observation(match.game, row["seen"]) == match.game.rules.observe(match.state, match.seat)
            log = heard.setdefault(match.seat, [])
            log += json.loads(row["heard"] or "[]")
            assert log == [[one.seat, one.text, list(one.answers)] for one in match.log(match.seat)]
        next(steps)


def rows_for(seat, game, actions, scribe=Scribe):
    """The rows of a seat of a match with these actions, without what it may not know."""
    match = Match(game)
    written = scribe(match)
    for action in actions:
        written.note(action, match.text_of(action))
        match.play_action(action)
    known = {one.name for one in tables.PLIES if one.metadata[tables.KNOWN_TO] != tables.REFEREE.encode()}
    return [
        {name: value for name, value in row.items() if name in known} for row in written.rows if row["seat"] == seat
    ]


JACK, QUEEN, KING, CHECK, BET, CALL = 1, 2, 3, 4, 5, 7  # in Kuhn's poker


def test_the_rows_of_a_seat_are_the_same_whatever_it_does_not_know():
    kuhn = games()["kuhn"]
    first, second = (seat.letter for seat in kuhn.seats({}))
    assert rows_for(first, kuhn, [QUEEN, JACK, CHECK]) == rows_for(first, kuhn, [QUEEN, KING, CHECK])
    assert rows_for(second, kuhn, [JACK, QUEEN, BET, CALL]) == rows_for(second, kuhn, [KING, QUEEN, BET, CALL])
    assert rows_for(first, kuhn, [QUEEN, JACK, CHECK]) != rows_for(first, kuhn, [KING, JACK, CHECK])


class SeesAll(Scribe):
    """A leak: the seat sees what the referee sees."""

    def note(self, action, text, **more):
        super().note(action, text, seen=self._match.position_text, **more)


class HearsAll(Scribe):
    """A leak: the seat hears what nobody may know."""

    def _heard(self, seat):
        return [[entry.seat, entry.text, []] for entry in self._match.log()]


@pytest.mark.parametrize("scribe", [SeesAll, HearsAll])
def test_a_planted_leak_is_found(scribe):
    kuhn = games()["kuhn"]
    first = kuhn.seats({})[0].letter
    one, other = (rows_for(first, kuhn, [QUEEN, card, CHECK], scribe) for card in (JACK, KING))
    assert one != other


def test_the_rows_of_a_seat_leave_out_what_only_the_referee_knows(tmp_path):
    produce(plan_of("kuhn"), 3, tmp_path)
    rows = tables.rows_of(tables.read(tmp_path).plies, "f")
    assert set(rows["seat"].to_pylist()) == {"f"}
    assert not {"position", "result", "ply", "evaluation"} & set(rows.column_names)


class Interrupt(Exception):
    pass


def test_the_data_are_the_same_however_many_processes_play_and_whenever_they_are_interrupted(tmp_path):
    plan = plan_of("cups", "random", "level:1", part=4)
    whole = made(tmp_path / "whole", plan, count=10)
    assert made(tmp_path / "two", plan, count=10, processes=2).plies.equals(whole.plies)

    for stop in (3, 4, 9):

        def report(done, part, stop=stop):
            if done == stop:
                raise Interrupt

        with pytest.raises(Interrupt):
            produce(plan, 10, tmp_path / "parts", report)
        files = [file.name for file in (tmp_path / "parts").rglob("*") if file.is_file()]
        assert not [name for name in files if name.endswith(".new")]
    again = made(tmp_path / "parts", plan, count=10)
    assert (again.plies.equals(whole.plies), again.matches.equals(whole.matches)) == (True, True)
    assert not (tmp_path / "parts" / "unfinished").exists()
    assert made(tmp_path / "other", plan._replace(seed=2), count=10).plies != whole.plies


def test_more_matches_are_added_to_those_that_are_there(tmp_path):
    plan = plan_of("cups", part=4)
    produce(plan, 6, tmp_path / "grown")
    early = made(tmp_path / "grown", plan, count=3)
    assert early.matches["match"].to_pylist() == list(range(6))

    whole, grown = made(tmp_path / "whole", plan, count=9), made(tmp_path / "grown", plan, count=9)
    assert (grown.matches.equals(whole.matches), grown.plies.equals(whole.plies)) == (True, True)
    names = sorted(file.name for file in (tmp_path / "grown" / "plies").iterdir())
    assert [name[:13] for name in names] == ["000000-000003", "000004-000005", "000006-000007", "000008-000008"]


def test_a_part_of_which_only_one_file_was_written_is_written_again(tmp_path):
    plan = plan_of("cups", part=2)
    whole = made(tmp_path, plan, count=4)
    (tmp_path / "matches" / "000002-000003.parquet").unlink()
    (tmp_path / "plies" / ".000002-000003.parquet.new").write_bytes(b"half of it")

    assert tables.parts(tmp_path) == [(0, 1)]
    assert tables.read(tmp_path).matches.num_rows == 2
    assert made(tmp_path, plan, count=4).plies.equals(whole.plies)
    assert not list(tmp_path.rglob(".*.new"))


def test_files_of_a_part_that_was_never_finished_do_not_stay_when_parts_are_cut_differently(tmp_path):
    plan = plan_of("cups", part=4)
    produce(plan, 2, tmp_path)
    (tmp_path / "matches" / "000000-000001.parquet").unlink()
    produce(plan, 3, tmp_path)
    assert [file.name for file in (tmp_path / "plies").iterdir()] == ["000000-000002.parquet"]


@pytest.mark.parametrize("left", [["unfinished"], ["unfinished", ".plan.json.new"]])
def test_a_command_killed_at_its_very_beginning_can_be_run_again(tmp_path, left):
    (tmp_path / "unfinished").mkdir()
    for name in left[1:]:
        (tmp_path / name).write_text("{", "utf-8")
    made(tmp_path, plan_of("cups"), count=1)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["README.md", "matches", "plan.json", "plies"]


def test_a_command_killed_before_the_card_was_written_writes_it_later(tmp_path):
    plan = plan_of("cups")
    produce(plan, 1, tmp_path)
    card = (tmp_path / "README.md").read_bytes()
    (tmp_path / "README.md").unlink()
    (tmp_path / "unfinished").mkdir()
    (tmp_path / "unfinished" / "000000.arrow").write_bytes(play(plan, 0))
    produce(plan, 1, tmp_path)
    assert (tmp_path / "README.md").read_bytes() == card
    assert not (tmp_path / "unfinished").exists()


def test_two_commands_cannot_write_into_one_folder_at_once(tmp_path):
    plan = plan_of("cups")

    def report(done, part):
        if done == 1 and not part:
            with pytest.raises(Refused, match="data-in-use: Another command is writing into"):
                produce(plan, 3, tmp_path)

    produce(plan, 3, tmp_path, report)
    assert tables.read(tmp_path).matches.num_rows == 3


def test_parts_are_in_the_order_of_their_numbers_however_many_digits_these_have(tmp_path):
    (tmp_path / "matches").mkdir()
    for name in ("1000000-1000999", "999000-999999"):
        (tmp_path / "matches" / f"{name}.parquet").touch()
    assert tables.parts(tmp_path) == [(999000, 999999), (1000000, 1000999)]


COMMAND = ("cups", "--player", "random", "--part", 2, "--processes", 2)


def test_a_killed_command_goes_on_when_it_is_run_again(tmp_path):
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "env": os.environ | {"LANGUAGE": "en"}}
    with forked.start("selfplay", *COMMAND, "--games", 10**6, "--out", tmp_path / "killed", **pipes) as process:
        assert process.stderr.readline() == b"000000-000001.parquet\n"
        process.kill()
    count = len(tables.read(tmp_path / "killed").matches) + 2
    for folder in ("killed", "whole"):
        done = selfplay(*COMMAND, "--games", count, "--out", tmp_path / folder)
        assert (done.returncode, done.stdout) == (0, f"{tmp_path / folder} holds {count} games.\n"), done.stderr
    killed, whole = (tables.read(tmp_path / folder) for folder in ("killed", "whole"))
    assert (killed.plies.equals(whole.plies), killed.matches.equals(whole.matches)) == (True, True)


def test_an_interrupted_command_says_how_to_go_on(tmp_path):
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    arguments = map(str, ("selfplay", *COMMAND[:-2], "--games", 10**6, "--out", tmp_path))
    command = [sys.executable, "-m", "ludoteka", *arguments]
    with subprocess.Popen(
        command,
        **pipes,
        env=os.environ | {"LANGUAGE": "en"},
        preexec_fn=heed_interrupts,  # noqa: PLW1509 - no threads here
    ) as process:
        assert process.stderr.readline()
        process.send_signal(signal.SIGINT)
        *_, last = process.stderr.read().splitlines()
    assert process.returncode == 130
    assert last.startswith("Interrupted. Games in the folder: ")
    assert last.endswith(" of 1000000. Run the same command again to go on.")


def test_a_cluster_plays_the_same_matches(tmp_path):
    done = selfplay("cups", "--player", "random", "--games", 3, "--out", tmp_path / "cluster", "--cluster", "local")
    assert done.returncode == 0, done.stderr
    whole = made(tmp_path / "whole", create_plan(games()["cups"], ["random"]), count=3)
    assert tables.read(tmp_path / "cluster").plies.equals(whole.plies)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tavlei", "--level", 99), "There is no player level:99 here."),
        (("tavlei", "--player", "nobody"), "There is no player nobody here."),
        (("labyrinth", "--player", "search:depth=2"), "This game has secrets"),
        (("chess",), "There is no such game"),
        (("tavlei", "--option", "size=9"), "There is no option size."),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(tmp_path, arguments, sentence):
    done = selfplay(*arguments, "--out", tmp_path / "data")
    assert (done.returncode, done.stdout, done.stderr[: len(sentence)]) == (1, "", sentence)
    assert not (tmp_path / "data").exists()


def test_a_folder_whose_plan_is_something_else_is_refused(tmp_path):
    for content in (b"\xff", b"[" * 200_000, b"{}"):
        (tmp_path / "plan.json").write_bytes(content)
        with pytest.raises(Refused, match="other-data"):
            produce(plan_of("cups"), 1, tmp_path)


def test_files_with_other_names_than_parts_have_are_left_out(tmp_path):
    (tmp_path / "matches").mkdir()
    for name in ("0-1.parquet", "000000-000001-2.parquet", "0٣-4.parquet"):
        (tmp_path / "matches" / name).touch()
    with pytest.raises(Refused, match="no-data"):
        tables.read(tmp_path)


def test_a_folder_with_other_data_is_refused_and_stays_as_it_is(tmp_path):
    plan = plan_of("cups")
    produce(plan, 1, tmp_path / "data")
    before = tables.read(tmp_path / "data")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear Ann", "utf-8")
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "plan.json").write_text("Buy bread.", "utf-8")
    for other, folder in [
        (plan._replace(seed=7), "data"),
        (plan_of("kuhn"), "data"),
        (plan, "mine"),
        (plan, "theirs"),
    ]:
        with pytest.raises(Refused, match="other-data"):
            produce(other, 5, tmp_path / folder)
    assert tables.read(tmp_path / "data").plies.equals(before.plies)
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_a_folder_without_tables_is_refused(tmp_path):
    for use in (tables.read, lambda folder: list(tables.records(folder))):
        with pytest.raises(Refused, match="no-data"):
            use(tmp_path)


def test_a_file_in_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "data").write_text("", "utf-8")
    done = selfplay("cups", "--player", "random", "--out", tmp_path / "data")
    assert (done.returncode, done.stderr) == (1, f"{tmp_path / 'data'} cannot be used: Not a directory.\n")


def test_every_column_is_described_in_the_files_and_in_the_card(tmp_path):
    produce(plan_of("cups", tensors=True), 2, tmp_path)
    card = (tmp_path / "README.md").read_text("utf-8")
    for kind in ("matches", "plies"):
        (file,) = (tmp_path / kind).iterdir()
        schema = pq.read_schema(file)
        assert all(one.metadata.keys() >= {tables.DESCRIPTION, tables.KNOWN_TO} for one in schema)
        assert columns_table(schema) in card
        assert {pq.read_metadata(file).row_group(0).column(0).compression} == {"ZSTD"}
    assert card.startswith("---\npretty_name: Matches of cups\nlicense: cc0-1.0\n")
    assert "| matches | 2 |" in card


def test_the_command_in_the_card_makes_the_same_data(tmp_path):
    plan = plan_of("scripta", plies=20, part=2)
    whole = made(tmp_path / "whole", plan)
    _, _, *words = shlex.split(command_of(plan._asdict(), 3).replace("DIR", str(tmp_path / "again")))
    done = selfplay(*words)
    assert done.returncode == 0, done.stderr
    assert tables.read(tmp_path / "again").plies.equals(whole.plies)


def test_the_page_describes_the_columns():
    page = (ROOT / "docs" / "research" / "data.md").read_text("utf-8")
    assert columns_table(tables.MATCHES) in page
    assert columns_table(tables.PLIES) in page
