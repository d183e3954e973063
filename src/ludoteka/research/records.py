"""Records of matches, such as a house exports them, as the same tables as those of self-play (docs/research/data.md)."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import find_game
from ludoteka.records.match_record import MatchRecord, Ply, decode
from ludoteka.records.replay import begin_match, replay_plies
from ludoteka.research import tables
from ludoteka.research.card import card
from ludoteka.research.choices import choices_of
from ludoteka.research.tables import Scribe, Tables

PART = 1_000  # matches in a file
# What separates records is a tag after an action; in comments, nothing is a tag
PIECE = re.compile(
    r"(?P<tag>^[ \t]*\[[^\n]*)|\{[^\\}]*+(?:\\.[^\\}]*+)*+\}?|;[^\n]*|(?P<word>(?:\\.|[^\s{};\\])++)|\s++|.",
    re.MULTILINE | re.DOTALL,
)


def split(text: str) -> Iterator[str]:
    """Yield the records of a text in which one follows another, each from its first tag on."""
    begin, has_actions = 0, False
    for piece in PIECE.finditer(text):
        if piece.lastgroup == "tag" and has_actions:
            yield text[begin : piece.start()]
            begin, has_actions = piece.start(), False
        has_actions = has_actions or piece.lastgroup == "word"
    if text[begin:].strip():
        yield text[begin:]


def read_records(*places: str | Path) -> Iterator[MatchRecord]:
    """Yield the records in files, each of which may hold several, and in folders of such files, in the order of their names.

    Raises:
        Refused: "no-file"; "bad-record", with the file and the number of the record in it.
    """
    for place in map(Path, places):
        files = sorted(one for one in place.rglob("*") if one.is_file()) if place.is_dir() else [place]
        for file in files:
            for number, text in enumerate(split(_text_of(file)), start=1):
                try:
                    yield MatchRecord.parse(text)
                except Refused as refused:
                    raise _placed(refused, str(file), number) from refused


def _text_of(file: Path) -> str:
    try:
        return decode(file.read_bytes()).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        text = Message("The file {name} cannot be used: {reason}.", name=str(file), reason=str(error.strerror))
        raise Refused("no-file", text) from error
    except Refused as refused:
        raise _placed(refused, str(file), 1) from refused


def _placed(refused: Refused, place: str, number: int) -> Refused:
    reason = refused.message
    return Refused(refused.code, Message("{file}, record {number}: {reason}", file=place, number=number, reason=reason))


def tables_of(records: Iterable[MatchRecord], *, first: int = 0) -> Tables:
    """Return the tables of records, whose matches are replayed; the first match has the number `first`.

    Variations are left out, as whenever a record is replayed.  No search judges the actions.

    Raises:
        Refused: "no-such-game"; the reason why a record can't be played, with its number.
    """
    rows = []
    for number, record in enumerate(records, start=first):
        try:
            rows.append(_row(number, record))
        except Refused as refused:
            text = Message("Record {number}: {reason}", number=number - first + 1, reason=refused.message)
            raise Refused(refused.code, text) from refused
    schema = tables.plies_schema()
    return tables.unnest(pa.Table.from_pylist(rows, tables.nested_schema(schema)), schema)


def _row(number: int, record: MatchRecord) -> dict[str, Any]:
    game = find_game(record.game)
    match, choices = begin_match(record, game), choices_of(game)
    scribe = Scribe(match)

    def note(actor: str, ply: Ply) -> None:
        action = match.check(ply.text)
        choice = choices.chosen(match.seen(), match.seat, action) if choices and match.seat >= 0 else None
        scribe.note(action, ply.text, choice=choice, **_details(record, actor, ply))
        match.play_action(action, ply.text)

    for letter, ply in replay_plies(record, match, note):
        if ply.resigns:
            scribe.note_resignation(letter, **_details(record, letter, ply))
    by_rules = "rules" if match.seat == NOBODY else "resign" if any(ply.resigns for ply in record.plies) else ""
    end = record.tags.get("Termination") or match.draw_reason or by_rules
    seats = [seat.letter for seat in game.seats(match.options)]
    returns = match.returns()
    return tables.match_row(number, record, seats, end, scribe.rows, list(returns.values()) if returns else None)


def _details(record: MatchRecord, actor: str, ply: Ply) -> dict[str, Any]:
    player = record.players.get(actor)
    return {"player": player, "turn": ply.number or None, "spent": ply.spent, "comment": ply.comment or None}


def save(records: Iterable[MatchRecord], folder: str | Path, *, part: int = PART) -> None:
    """Write the tables of records into a new or empty folder, with a card, `part` matches in each file.

    Raises:
        Refused: "other-data", if the folder holds anything; as `tables_of`.
    """
    home = Path(folder)
    tables.check_empty(home)
    waiting, first = iter(records), 0
    while block := list(islice(waiting, part)):
        tables.write_part(home, first, tables_of(block, first=first))
        first += len(block)
    if first:
        tables.write_file(home / tables.CARD, card(home).encode())
