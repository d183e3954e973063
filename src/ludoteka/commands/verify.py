"""Verify the throws of a match record."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from ludoteka.commands import say
from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from ludoteka.records.match_record import MatchRecord
    from ludoteka.records.verification import Verification

UNPROVEN = 3  # the exit code; 1 means that something is wrong, and 2 that the command line was not understood


@click.command("verify")
@click.argument("record", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--commitment", metavar="SHA256", help="The commitment you noted when the match began.")
@click.option("--json", "as_json", is_flag=True, help="Print everything needed to repeat the verification, as JSON.")
def command(record: Path, commitment: str | None, as_json: bool) -> Iterator[str | Message]:
    """Verify that every throw in the match record RECORD follows from its seed.  Use - for standard input.

    The seed is compared with the commitment in the record, and with the one you noted.  Exits with 0 if all is proven, with
    1 if something is wrong, and with 3 if nothing is wrong, but not everything can be proven.
    """
    from ludoteka.games import find_game
    from ludoteka.records.verification import UNPROVABLE, verify

    match_record = _read(record)
    if commitment is not None:
        noted, written = commitment.strip(), match_record.seed_commitment
        if written and noted.lower() != written.lower():
            text = Message("The record contains another commitment: {commitment}.", commitment=written)
            raise Refused("wrong-commitment", text)
        match_record = replace(match_record, seed_commitment=noted)
    try:
        verification = verify(match_record, find_game(match_record.game))
    except Refused as refused:
        if refused.code in UNPROVABLE:
            _end_unproven(refused.message)
        raise
    if as_json:
        yield json.dumps(verification.plain(), ensure_ascii=False)
    else:
        yield from _table(verification)
    if verification.fault:
        raise Refused("wrong-dice", verification.fault)
    if verification.doubt:
        _end_unproven(verification.doubt)
    if not as_json:
        yield Message("Proven: everything that chance decided in this match follows from the seed.")


def _end_unproven(reason: Message) -> NoReturn:
    say(Message("Nothing is wrong, but not everything can be proven. {reason}", reason=reason), err=True)
    sys.exit(UNPROVEN)


def _read(path: Path) -> "MatchRecord":
    from ludoteka.records.match_record import MOST_BYTES, MatchRecord, decode
    from ludoteka.terminal.tools.records import read_record

    return MatchRecord.parse(decode(sys.stdin.buffer.read(MOST_BYTES + 1))) if str(path) == "-" else read_record(path)


def _table(verification: "Verification") -> Iterator[str | Message]:
    """Yield the salts and throws in their order, then the conclusion."""
    waiting = list(verification.record.salts)
    width = max((len(throw.text) for throw in verification.throws), default=0)
    for before, throw in enumerate(verification.throws):
        while waiting and waiting[0].throws <= before:
            salt = waiting.pop(0)
            yield Message("Salt of {seat}: {salt}", seat=salt.letter, salt=salt.text)
        dice = " ".join(f"{die.face}/{die.faces}" for die in throw.draws)
        mark = "" if throw.is_right else f"  <> {throw.due}"
        yield f"{before + 1:>5}  {throw.text:<{width}}  {dice}{mark}".rstrip()
    yield from (
        message for message in verification.messages() if message not in (verification.fault, verification.doubt)
    )
