"""Verify the throws of a match record."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from ludoteka.commands import guard, reader
from ludoteka.core.message import Message, Refused

if TYPE_CHECKING:
    from ludoteka.records.match_record import MatchRecord
    from ludoteka.records.verification import Verification

UNPROVEN = 3  # the exit code; 1 means that something is wrong, and 2 that the command line was not understood


@click.command("verify")
@click.argument("record", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--commitment", metavar="SHA256", help="The commitment you noted when the match began.")
@click.option("--json", "as_json", is_flag=True, help="Print everything needed to repeat the verification, as JSON.")
@guard
def command(record: Path, commitment: str | None, as_json: bool) -> None:
    """Verify that every throw in the match record RECORD follows from its seed.  Use - for standard input.

    The seed is compared with the commitment in the record, and with the one you noted.  Exits with 0 if all is proven, with
    1 if something is wrong, and with 3 if nothing is wrong, but not everything can be proven.
    """
    from ludoteka.records.verification import UNPROVABLE, verify
    from ludoteka.terminal.tables.setups import find_game

    match_record = _bind(_read(record), commitment)
    try:
        verification = verify(match_record, find_game(match_record.game))
    except Refused as refused:
        if refused.code in UNPROVABLE:
            _end_unproven(refused.message)
        raise
    if as_json:
        click.echo(json.dumps(verification.plain(), ensure_ascii=False))
    else:
        _print_table(verification)
    if verification.fault:
        raise Refused("wrong-dice", verification.fault)
    if verification.doubt:
        _end_unproven(verification.doubt)
    if not as_json:
        _print(Message("Proven: everything that chance decided in this match follows from the seed."))


def _bind(record: "MatchRecord", noted: str | None) -> "MatchRecord":
    """Return the record with the commitment that was noted.  Raises Refused: "wrong-commitment"."""
    if noted is None:
        return record
    if record.seed_commitment and noted.strip().lower() != record.seed_commitment.lower():
        text = Message("The record contains another commitment: {commitment}.", commitment=record.seed_commitment)
        raise Refused("wrong-commitment", text)
    return replace(record, seed_commitment=noted.strip())


def _end_unproven(reason: Message) -> NoReturn:
    click.echo(
        reader().say(Message("Nothing is wrong, but not everything can be proven. {reason}", reason=reason)), err=True
    )
    sys.exit(UNPROVEN)


def _read(path: Path) -> "MatchRecord":
    from ludoteka.records.match_record import MOST_BYTES, MatchRecord, decode
    from ludoteka.terminal.tools.records import read_record

    return MatchRecord.parse(decode(sys.stdin.buffer.read(MOST_BYTES + 1))) if str(path) == "-" else read_record(path)


def _print_table(verification: "Verification") -> None:
    """Print the salts and throws in their order, then the conclusion."""
    waiting = list(verification.record.salts)
    width = max((len(throw.text) for throw in verification.throws), default=0)
    for before, throw in enumerate(verification.throws):
        while waiting and waiting[0].throws <= before:
            salt = waiting.pop(0)
            _print(Message("Salt of {seat}: {salt}", seat=salt.letter, salt=salt.text))
        dice = " ".join(f"{die.face}/{die.faces}" for die in throw.draws)
        mark = "" if throw.is_right else f"  <> {throw.due}"
        click.echo(f"{before + 1:>5}  {throw.text:<{width}}  {dice}{mark}".rstrip())
    for sentence in verification.messages():
        if sentence not in (verification.fault, verification.doubt):
            _print(sentence)


def _print(message: Message) -> None:
    click.echo(reader().say(message))
