"""Matches of computers against each other as data: played by a plan, in several processes or on a cluster, and written as tables (docs/research/data.md)."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from filelock import FileLock, Timeout

from ludoteka import __version__
from ludoteka.arena.players import Judge, check_player, choose_at_random, create_judge
from ludoteka.arena.tournament import create_terms
from ludoteka.core.dice import commitment, make_dice
from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.players.process_pool import workers
from ludoteka.records.match_record import MatchRecord, result_text, turn_numbers
from ludoteka.research import tables
from ludoteka.research.card import card
from ludoteka.research.choices import choices_of, dtype_of
from ludoteka.research.observations import observe
from ludoteka.research.position import Position
from ludoteka.research.tables import Scribe

PART = 1_000  # matches in a file, unless the plan says otherwise
PLAN, UNFINISHED = "plan.json", "unfinished"  # in the folder
LOCK = ".lock"  # in the folder of what is unfinished
RANDOM = "random"  # the player of the opening


class Plan(NamedTuple):
    """What determines the matches, whose numbers count from 0 without an end."""

    game: str
    options: dict[str, Any]  # checked
    players: tuple[
        str, ...
    ]  # as in `ludoteka arena`; they take the seats in turn, and move by one seat with each match
    seed: int
    opening: int  # random plies at the start
    plies: int  # after which a match is broken off
    go: str  # the `go` command for engines
    tensors: bool  # whether plies have the columns `tensor` and `offered`
    part: int  # matches in a file
    rules_version: int
    version: str  # of Ludoteka


def create_plan(
    game: Game,
    players: Sequence[str],
    *,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    opening: int | None = None,
    plies: int | None = None,
    go: str = "movetime 1000",
    tensors: bool = False,
    part: int = PART,
) -> Plan:
    """Return a checked plan, with what the arena takes for an opening and a limit of plies in place of None.

    Options that are left out are as set-up screens suggest them between computers.

    Raises:
        Refused: "bad-option", "bad-seats"; "bad-player", "secrets", as `arena.players.check_player`.
    """
    wishes = game.suggested_options(between_computers=True) | dict(options or {})
    terms = create_terms(game, wishes, seed, opening, plies, go)
    if not players:
        raise Refused("bad-player", Message("Name at least one player."))
    for name in players:
        check_player(name, game)
    return Plan(
        game.name, terms.options, tuple(players), seed, terms.opening, terms.plies, go, tensors, part,
        game.rules_version, __version__,
    )  # fmt: skip


Report = Callable[
    [int, str], None
]  # how many matches there are; the name of the part that has just been written, or ""


def produce(
    plan: Plan,
    count: int,
    folder: str | Path,
    report: Report = lambda done, part: None,
    *,
    processes: int = 1,
    cluster: str = "",
) -> None:
    """Play the matches with the numbers below `count` that a folder lacks, and write them into it.

    Whenever this ends, even if it is killed, the parts in the folder are whole, and the next call goes on after the last
    match that was over.  `cluster` is as for `players.process_pool.workers`.

    Raises:
        Refused: "other-data", if the folder holds anything else; "data-in-use", if another process writes into it; "no-file", if
            it can't be written; "player-died", "engine-failed", "no-ray", "no-cluster".
    """
    home = Path(folder)
    try:
        with _opened(plan, home):
            done = sum(last - first + 1 for first, last in tables.parts(home)) + len(_waiting(home))
            report(min(done, count), "")
            with workers(processes, cluster) as run:
                for block in _missing(tables.parts(home), count, plan.part):
                    waiting = _waiting(home)
                    numbers = [number for number in block if number not in waiting]
                    for number, row in zip(numbers, run(play, repeat(plan), numbers), strict=False):
                        tables.write_file(_place(home, number), row)
                        done += 1
                        report(done, "")
                    report(done, _write(plan, home, block))
        if not _waiting(home):
            (home / UNFINISHED / LOCK).unlink(missing_ok=True)
            (home / UNFINISHED).rmdir()
    except OSError as error:
        reason = str(error.strerror or error)
        raise Refused(
            "no-file", Message("{name} cannot be used: {reason}.", name=str(folder), reason=reason)
        ) from error


@contextmanager
def _opened(plan: Plan, folder: Path) -> Iterator[None]:
    """Lock a folder that belongs to a plan, or is empty, and remove what an interruption left there."""
    _check(plan, folder)
    (folder / UNFINISHED).mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / UNFINISHED / LOCK, timeout=0):  # released by the system if the process is killed
            _check(plan, folder)  # another process may have written its plan
            _clean(plan, folder)
            yield
    except Timeout as error:
        text = Message("Another command is writing into {folder}.", folder=str(folder))
        raise Refused("data-in-use", text) from error


def _check(plan: Plan, folder: Path) -> None:
    """Check that a folder belongs to a plan, or to none yet."""
    file = folder / PLAN
    if not file.exists():
        tables.check_empty(folder, but_for=(UNFINISHED, f".{PLAN}.new"))
        return
    if _read_plan(file) != _plain(plan):
        raise tables.other_data(folder)


def _plain(plan: Plan) -> Any:
    return json.loads(json.dumps(plan._asdict()))


def _clean(plan: Plan, folder: Path) -> None:
    """Write the plan, if it is not there, and remove what an interruption left."""
    if not (folder / PLAN).exists():
        tables.write_file(folder / PLAN, (json.dumps(_plain(plan), ensure_ascii=False, indent=1) + "\n").encode())
    tables.remove_halves(folder)
    whole = {number for first, last in tables.parts(folder) for number in range(first, last + 1)}
    if written := _waiting(folder) & whole:
        _finish_part(plan, folder, written)


def _read_plan(file: Path) -> Any:
    """Return what is written in a file of a plan; None if it is something else."""
    try:
        return json.loads(file.read_bytes())
    except (ValueError, RecursionError):
        return None


def _place(folder: Path, number: int) -> Path:
    return folder / UNFINISHED / f"{number:06}.arrow"


def _waiting(folder: Path) -> set[int]:
    """Return the numbers of the matches that were played and are not in a part yet."""
    return {int(file.stem) for file in (folder / UNFINISHED).glob("[0-9]*.arrow")}


def _missing(parts: Iterable[tuple[int, int]], count: int, size: int) -> list[range]:
    """Return the numbers below `count` that are in no part, as ranges for new parts."""
    ends = {first // size: last + 1 for first, last in parts}  # parts are in their order, and end within their block
    blocks = range(-(-count // size))
    missing = [range(ends.get(block, block * size), min((block + 1) * size, count)) for block in blocks]
    return [one for one in missing if one]


def _write(plan: Plan, folder: Path, block: range) -> str:
    """Make a part of matches that wait for it, and return its name."""
    rows = pa.concat_tables(_read_row(_place(folder, number)) for number in block)
    made = tables.unnest(rows, _plies_schema(plan))
    name = tables.write_part(folder, block.start, made)
    _finish_part(plan, folder, block)
    return name


def _finish_part(plan: Plan, folder: Path, numbers: Iterable[int]) -> None:
    """Describe the folder anew, and then remove the matches of a part that was written."""
    tables.write_file(folder / tables.CARD, card(folder, plan._asdict()).encode())
    for number in numbers:
        _place(folder, number).unlink()


def _read_row(file: Path) -> Any:
    with pa.ipc.open_stream(file.read_bytes()) as stream:
        return stream.read_all()


def play(plan: Plan, number: int) -> bytes:
    """Play one match of a plan, and return its row (`tables.match_row`) as an Arrow stream.

    Everything follows from the plan and the number, unless a player stops thinking by the clock.
    """
    game, seed = games()[plan.game], sha256(f"{plan.seed}/{number}".encode()).digest()
    guests = [one.letter for one in game.seats(plan.options) if one.is_guest]
    match = Match(game, game.complete_options(plan.options, guests, seed))
    played = _Played(plan, number, match)
    played.play(make_dice(str(match.options.get("dice", "")), seed), Random(f"{plan.seed}/{number}"))  # noqa: S311 - these numbers are not secret
    row = played.row(seed)
    sink, schema = pa.BufferOutputStream(), tables.nested_schema(_plies_schema(plan))
    with pa.ipc.new_stream(sink, schema) as stream:
        stream.write_table(pa.Table.from_pylist([row], schema))
    return bytes(sink.getvalue())


class _Played:
    def __init__(self, plan: Plan, number: int, match: Match) -> None:
        self._plan, self._number, self._match = plan, number, match
        self._scribe = Scribe(match)
        self._seats = {one.number: one.letter for one in match.game.seats(match.options)}
        names = plan.players
        self._names = {seat: names[(place + number) % len(names)] for place, seat in enumerate(self._seats)}
        self._choices = choices_of(match.game)
        self._position = Position(match.game, match.options) if plan.tensors else None

    def play(self, dice: Any, chance: Random) -> None:
        """Play to the end, or to the limit of plies."""
        match = self._match
        while match.seat != NOBODY and len(match.actions) < self._plan.plies:
            more: dict[str, Any] = {}
            if match.seat == CHANCE:
                assert match.game.throw  # noqa: S101 - only games with throws have chance
                action = match.game.throw(match.state, dice.throw)
            else:
                action, more = self._choose(chance.getrandbits(32))
            text = match.text_of(action)
            self._scribe.note(action, text, **more)
            match.play_action(action, text)
            if self._position:
                self._position.apply(action)

    def _choose(self, seed: int) -> tuple[int, dict[str, Any]]:
        """Return the action of the seat to act, and what its row says about it."""
        match, plan = self._match, self._plan
        is_opening = len(match.actions) < plan.opening
        name = RANDOM if is_opening else self._names[match.seat]
        action, value = (choose_at_random(match, seed), None) if is_opening else _judge(*_key(plan), name)(match, seed)
        choice = self._choices.chosen(match.seen(), match.seat, action) if self._choices else None
        return action, {"player": name, "evaluation": value, "choice": choice, **self._tensors()}

    def _tensors(self) -> dict[str, Any]:
        if self._position is None:
            return {}
        match = self._match
        offered = [*self._choices.offered(match.seen(), match.seat, match.offers())] if self._choices else None
        return {"tensor": observe(self._position, match.seat).ravel(), "offered": offered}

    def row(self, seed: bytes) -> Any:
        """Return the row of the match."""
        match, game, rows = self._match, self._match.game, self._scribe.rows
        answers = [" ".join(entry.answers) for entry in match.log_entries]
        letters = list(self._seats.values())
        turns = turn_numbers([row["seat"] for row in rows], letters)
        for index, (row, turn) in enumerate(zip(rows, turns, strict=True)):
            row |= {"turn": turn or None, "comment": (answers[index] if answers else "") or None}
        is_seeded = game.generate is not None or any(row["seat"] == tables.CHANCE_ROW for row in rows)
        record = MatchRecord(
            game.name,
            game.rules_version,
            match.options,
            players={letter: self._names[seat] for seat, letter in self._seats.items()},
            result=result_text(match.returns(), has_scores=game.scores is not None),
            seed_commitment=commitment(seed) if is_seeded else "",
            seed=seed.hex() if is_seeded else "",
        )
        end = match.draw_reason or ("rules" if match.seat == NOBODY else "limit")
        return tables.match_row(self._number, record, letters, end, rows)


def _key(plan: Plan) -> tuple[str, str, str]:
    return plan.game, json.dumps(plan.options), plan.go


@cache
def _judge(game: str, options: str, go: str, name: str) -> Judge:
    """Return a player of this process: a search is compiled once, and an engine plays all its matches."""
    return create_judge(name, games()[game], json.loads(options), go)


def _plies_schema(plan: Plan) -> Any:
    if not plan.tensors:
        return tables.plies_schema()
    game = games()[plan.game]
    encoding: Any = game.encoding
    return tables.plies_schema((dtype_of(game), int(np.prod(encoding.SHAPE)) if encoding else -1))
