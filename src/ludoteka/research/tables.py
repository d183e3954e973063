"""Matches as tables in Parquet files: their columns, how they are written, and how they are read back as records (docs/research/data.md)."""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE
from ludoteka.records.match_record import (
    OPTION,
    OUTCOMES,
    PLAYER,
    UNFINISHED,
    MatchRecord,
    Ply,
    split_record,
    tag_line,
)

CHANCE_ROW = "chance"  # the seat of a throw
ROWS = 1 << 16  # of a row group, at most
OPEN, SEAT, REFEREE = "everybody", "the seat to act", "the referee"  # who knows a value when the seat acts
DESCRIPTION, KNOWN_TO = b"description", b"known_to"  # keys of the metadata of a column


def _column(name: str, kind: Any, known_to: str, description: str, *, optional: bool = False) -> Any:
    return pa.field(name, kind, optional, {DESCRIPTION: description.encode(), KNOWN_TO: known_to.encode()})


MATCHES = pa.schema(
    [
        _column("match", pa.int64(), OPEN, "The number of the match, from 0."),
        _column("game", pa.string(), OPEN, "The name of the game."),
        _column("rules_version", pa.int32(), OPEN, "The version of its rules; 0 if the record doesn't say."),
        _column("options", pa.string(), REFEREE, "The options as a JSON object, secret ones included."),
        _column("seats", pa.list_(pa.string()), OPEN, "The letters of the seats, in their order."),
        _column("players", pa.list_(pa.string()), OPEN, "Who played each seat; empty if the record doesn't say."),
        _column("result", pa.string(), REFEREE, 'The result as in records, such as "1-0" or "+2,-2"; "*" for none.'),
        _column(
            "returns",
            pa.list_(pa.int32()),
            REFEREE,
            "The result of each seat: 1 for a win, 0 for a draw, -1 for a loss, or its score; null for none.",
            optional=True,
        ),
        _column("plies", pa.int32(), REFEREE, "The number of actions, throws and resignations."),
        _column(
            "end",
            pa.string(),
            REFEREE,
            'Why the match ended: "rules", "repetition", "quiet", "limit" of plies, a Termination of records, or "" if it is not over.',
        ),
        _column("seed", pa.string(), REFEREE, "The seed of what chance did, in hexadecimal.", optional=True),
        _column("position", pa.string(), REFEREE, "The first position; null for the usual start.", optional=True),
        _column("comment", pa.string(), REFEREE, "The comment before the first action.", optional=True),
        _column("tags", pa.string(), REFEREE, "The other tags of the record, as a JSON object."),
    ]
)
PLIES = pa.schema(
    [
        _column("match", pa.int64(), OPEN, "The number of the match."),
        _column("ply", pa.int32(), REFEREE, "The number of the action in the match, from 0."),
        _column("seat", pa.string(), OPEN, f'The letter of the seat to act; "{CHANCE_ROW}" at a throw.'),
        _column("player", pa.string(), OPEN, "What chose the action; null at throws.", optional=True),
        _column("position", pa.string(), REFEREE, "The whole position before the action, as text."),
        _column(
            "seen",
            pa.string(),
            SEAT,
            "What the seat sees before the action: the fields of its Observation as a JSON object, lists without the zeros at their end; null at throws.",
            optional=True,
        ),
        _column(
            "heard",
            pa.string(),
            SEAT,
            "What the seat has heard since its last row, as a JSON list of [seat, text, answers]; null in games without a log.",
            optional=True,
        ),
        _column(
            "offers", pa.int32(), SEAT, "How many actions the seat might try: the legal ones, if it knows them.",
            optional=True,
        ),
        _column("action", pa.string(), SEAT, "The text of the action or throw; of a resignation, the letter of the seat."),
        _column("action_number", pa.int64(), SEAT, "The number of the action in the rules.", optional=True),
        _column(
            "choice",
            pa.int32(),
            SEAT,
            "The number of the action among the choices of the seat; null if it has none.",
            optional=True,
        ),
        _column("resigns", pa.bool_(), SEAT, "Whether this is a resignation."),
        _column(
            "evaluation",
            pa.int32(),
            REFEREE,
            "What the search that chose the action thought of it, for the seat, in hundredths of a plain piece.",
            optional=True,
        ),
        _column(
            "result", pa.int32(), REFEREE, "The result of the seat at the end, as in returns; null for none.",
            optional=True,
        ),
        _column("turn", pa.int32(), REFEREE, "The number of the turn that begins with this ply.", optional=True),
        _column("spent", pa.int64(), REFEREE, "Milliseconds since the ply before.", optional=True),
        _column("comment", pa.string(), REFEREE, "The comment on the action in the record.", optional=True),
    ]
)  # fmt: skip
PREFIXES = (OPTION, PLAYER)  # of tags that have columns
OWN_TAGS = ("Game", "RulesVersion", "Position", "Result", "Seed")  # these have columns
CARD = "README.md"
FOLDERS = ("plies", "matches")  # in the order in which a part is written; a part with its matches is whole


class Tables(NamedTuple):
    """Some matches: a row for each match, and a row for each action and throw."""

    matches: Any  # pyarrow.Table
    plies: Any  # pyarrow.Table


def plies_schema(tensor: tuple[Any, int] | None = None) -> Any:
    """Return the schema of plies: with the type and the number of the numbers in a tensor, also the columns for learners."""
    if tensor is None:
        return PLIES
    kind, size = tensor
    note = "The tensor of what the seat sees (ludoteka.research.observations), flat; null at throws."
    offered = "The choices that the seat might try; null at throws."
    whole = PLIES.append(_column("tensor", pa.list_(pa.from_numpy_dtype(kind), size), SEAT, note, optional=True))
    return whole.append(_column("offered", pa.list_(pa.int32()), SEAT, offered, optional=True))


class Scribe:
    """Writes down the plies of a match while it is played: what is true before each of them."""

    def __init__(self, match: Match) -> None:
        self.rows: list[dict[str, Any]] = []
        self._match = match
        self._listened: dict[int, int] = {}  # seat -> how much of its log stands in its rows

    def note(self, action: int, text: str, **more: Any) -> None:
        """Write down an action or a throw that is about to be played; `more` are values of other columns."""
        match = self._match
        row = self._row(str(match.letter(match.seat)), text) | {"action_number": action}
        if match.seat != CHANCE:
            seen = match.game.rules.observe(match.state, match.seat)
            row["seen"] = _json(dict(zip(seen.shapes, map(_plain, seen.values()), strict=True)))
            row["offers"] = len(match.offers())
            if match.game.keeps_log:
                row["heard"] = _json(self._heard(match.seat))
        self.rows.append(row | more)

    def note_resignation(self, letter: str, **more: Any) -> None:
        """Write down that a seat resigns."""
        self.rows.append(self._row(letter, letter) | {"resigns": True} | more)

    def _row(self, seat: str, action: str) -> dict[str, Any]:
        position = self._match.position_text
        return {"ply": len(self.rows), "seat": seat, "position": position, "action": action, "resigns": False}

    def _heard(self, seat: int) -> list[list[Any]]:
        log = self._match.log(seat)
        new = log[self._listened.get(seat, 0) :]
        self._listened[seat] = len(log)
        return [[entry.seat, entry.text, list(entry.answers)] for entry in new]


def _plain(value: Any) -> Any:
    """Return a number, or a list of numbers without the zeros at its end."""
    if isinstance(value, int):
        return value
    length = len(value)
    while length and not value[length - 1]:
        length -= 1
    return list(value[:length])


def observation(game: Game, seen: str) -> Any:
    """Return the Observation record of a text in the column `seen`."""
    record = game.rules.Observation()
    for name, value in json.loads(seen).items():
        size = record.shapes[name]
        setattr(record, name, value + [0] * (size - len(value)) if size else value)
    return record


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def match_row(
    number: int,
    record: MatchRecord,
    seats: list[str],
    end: str,
    plies: list[dict[str, Any]],
    returns: list[int] | None = None,
) -> dict[str, Any]:
    """Return the row of a match, with the rows of its plies in a column `plies_`; the record says the rest.

    `returns` are those by the rules, which count if the record has no result.
    """
    tags, _ = split_record(replace(record, plies=(), comment="").text())
    others = {tag.name: tag.value for tag in tags if not tag.name.startswith(PREFIXES) and tag.name not in OWN_TAGS}
    results = returns_of(record.result, len(seats)) or returns
    by_seat = dict(zip(seats, results, strict=True)) if results else {}
    return {
        "match": number,
        "game": record.game,
        "rules_version": record.rules_version,
        "options": _json(dict(record.options)),
        "seats": seats,
        "players": [record.players.get(seat, "") for seat in seats],
        "result": record.result,
        "returns": results,
        "plies": len(plies),
        "end": end,
        "seed": record.seed or None,
        "position": record.position,
        "comment": record.comment or None,
        "tags": _json(others),
        "plies_": [row | {"match": number, "result": by_seat.get(row["seat"])} for row in plies],
    }


def returns_of(result: str, seats: int) -> list[int] | None:
    """Return the result of each of the seats from its text; None if there is none."""
    if result == UNFINISHED:
        return None
    values = {text: value for value, text in OUTCOMES.items()}
    parts = result.split(",") if "," in result else result.split("-")
    return [int(part) if "," in result else values[part] for part in parts][:seats]


def nested_schema(plies: Any) -> Any:
    """Return the schema of rows as `match_row` returns them."""
    return MATCHES.append(pa.field("plies_", pa.list_(pa.struct(list(plies)))))


def unnest(rows: Any, plies: Any) -> Tables:
    """Return the two tables of a table of rows as `match_row` returns them; `plies` is the schema of the plies."""
    flat = [chunk.flatten() for chunk in rows["plies_"].chunks]
    columns = pa.Table.from_batches([pa.RecordBatch.from_struct_array(one) for one in flat], pa.schema(list(plies)))
    return Tables(rows.drop_columns("plies_").cast(MATCHES), columns.cast(plies))


def part_name(first: int, last: int) -> str:
    """Return the name of the files with the matches of these numbers."""
    return f"{first:06}-{last:06}.parquet"


def write_part(folder: Path, first: int, tables: Tables) -> str:
    """Write matches that follow one another, from the number `first`, as one file of each table; return its name.

    Either both files are there in the end, or the part doesn't count (`parts`).
    """
    name = part_name(first, first + len(tables.matches) - 1)
    for kind in FOLDERS:
        target = folder / kind / name
        target.parent.mkdir(parents=True, exist_ok=True)
        new = target.with_name(f".{name}.new")
        pq.write_table(getattr(tables, kind), new, compression="zstd", row_group_size=ROWS)
        _settle(new, target)
    return name


def write_file(target: Path, content: bytes) -> None:
    """Write a file so that it is there as a whole, or not at all."""
    new = target.with_name(f".{target.name}.new")
    new.write_bytes(content)
    _settle(new, target)


def _settle(new: Path, target: Path) -> None:
    with new.open("rb") as file:
        os.fsync(file.fileno())
    new.replace(target)


def remove_halves(folder: Path) -> None:
    """Remove what an interruption left: files that are not whole, and files of a part whose other file is missing."""
    for file in folder.rglob(".*.new"):
        file.unlink()
    for file in (folder / "plies").glob("[0-9]*-[0-9]*.parquet"):
        if not (folder / "matches" / file.name).exists():
            file.unlink()


def check_empty(folder: Path, but_for: Iterable[str] = ()) -> None:
    """Check that a folder is not there yet, or contains nothing but what has one of these names.  Raises Refused: "other-data"."""
    if folder.exists() and not {file.name for file in folder.iterdir()} <= {*but_for}:
        raise other_data(folder)


def other_data(folder: Path) -> Refused:
    """Return the refusal of a folder that holds anything else."""
    return Refused("other-data", Message("{folder} holds other data. Choose another folder.", folder=str(folder)))


def parts(folder: Path) -> list[tuple[int, int]]:
    """Return the first and the last number of the matches in each part that is whole, in their order."""
    found = []
    for file in (folder / "matches").glob("[0-9]*-[0-9]*.parquet"):
        first, _, last = file.stem.partition("-")
        with suppress(ValueError):
            found += [(int(first), int(last))] if file.name == part_name(int(first), int(last)) else []
    return sorted(found)


def read(folder: str | Path) -> Tables:
    """Return the tables in a folder, the matches in the order of their numbers.

    Raises:
        Refused: "no-data", if there are none.
    """
    home = Path(folder)
    names = [part_name(first, last) for first, last in parts(home)]
    if not names:
        raise Refused("no-data", Message("There are no tables of matches in {folder}.", folder=str(folder)))
    return Tables(*(pa.concat_tables(pq.read_table(home / kind / name) for name in names) for kind in Tables._fields))


def rows_of(plies: Any, seat: str) -> Any:
    """Return the plies of a seat, with its actions, and of all other columns only those that it knows when it acts."""
    names = [one.name for one in plies.schema if one.metadata[KNOWN_TO].decode() in (OPEN, SEAT)]
    return plies.filter(pc.equal(plies["seat"], seat)).select(names)


def records(folder: str | Path) -> Iterator[MatchRecord]:
    """Yield the records of the matches in a folder.  Raises Refused: "no-data"."""
    home = Path(folder)
    if not parts(home):
        read(home)
    for first, last in parts(home):
        name = part_name(first, last)
        yield from records_of(Tables(*(pq.read_table(home / kind / name) for kind in Tables._fields)))


def records_of(tables: Tables) -> Iterator[MatchRecord]:
    """Yield the records of matches whose plies stand in the order of the matches."""
    names = ("action", "resigns", "turn", "spent", "comment")
    columns = [tables.plies[name].to_pylist() for name in names]
    rows = zip(*columns, strict=True)
    for match in tables.matches.to_pylist():
        plies = tuple(_ply(*next(rows)) for _ in range(match["plies"]))
        header = MatchRecord.parse("\n".join(tag_line(*tag) for tag in _tags(match)))
        yield replace(header, plies=plies, comment=match["comment"] or "")


def _ply(text: str, resigns: bool, turn: int | None, spent: int | None, comment: str | None) -> Ply:
    return Ply(text, resigns, turn or 0, spent, comment or "")


def _tags(match: dict[str, Any]) -> Iterable[tuple[str, str]]:
    yield "Game", match["game"]
    yield "RulesVersion", str(match["rules_version"])
    for name, value in json.loads(match["options"]).items():
        yield OPTION + name, json.dumps(value, ensure_ascii=False)
    if match["position"] is not None:
        yield "Position", match["position"]
    yield from ((PLAYER + seat, name) for seat, name in zip(match["seats"], match["players"], strict=True) if name)
    yield "Result", match["result"]
    if match["seed"]:
        yield "Seed", match["seed"]
    yield from json.loads(match["tags"]).items()
