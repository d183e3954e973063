"""Match records in files: reading, saving, continuing (docs/records.md)."""

import time
from pathlib import Path

from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import find_game
from ludoteka.records.match_record import MOST_BYTES, UNFINISHED, MatchRecord, decode, result_text
from ludoteka.records.replay import replay
from ludoteka.records.verification import recompute
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.match_creation import create_setup
from ludoteka.referee.record_conversion import build_log
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.tables.setups import occupants


def read_record(path: Path) -> MatchRecord:
    """Return the record in a file.  Raises Refused: "no-file", "bad-record"."""
    try:
        with path.open("rb") as file:
            written = file.read(MOST_BYTES + 1)  # one byte more shows that it is too long
    except (OSError, ValueError) as error:
        raise _no_file(path, error) from error
    return MatchRecord.parse(decode(written))


def _no_file(path: Path, error: OSError | ValueError | RuntimeError) -> Refused:
    reason = getattr(error, "strerror", None) or str(error)
    return Refused("no-file", Message("The file {name} cannot be used: {reason}.", name=str(path), reason=reason))


def describe(path: Path) -> tuple[str, list[Message]]:
    """Return where the record in a file ends: the position text, and whose turn it is or the result.

    If the record has a seed, also say whether the throws follow from it.

    Raises:
        Refused: as `read_record`, "no-such-game", and the reason why the record cannot be played.
    """
    record = read_record(path)
    match = replay(record, find_game(record.game))
    of_seed = recompute(record, match.game).messages() if record.seed else []
    return match.position_text, [_standing(record, match), *of_seed]


def _standing(record: MatchRecord, match: Match) -> Message:
    played = result_text(match.returns(), has_scores=match.game.scores is not None)
    result = record.result if match.seat != NOBODY else played
    if result != UNFINISHED:
        return Message("Result: {result}", result=result)
    if match.seat == CHANCE:
        return Message("To act: {seat}", seat="chance")
    title = next(seat.title for seat in match.game.seats(match.options) if seat.number == match.seat)
    return Message("To act: {seat}", seat=title)


def load(path: Path, seat: str, level: int | None) -> tuple[Setup, list[Event]]:
    """Return the setup and the log of a match in a file, to continue it; seats and level as in `setups.setup_of`.

    Raises:
        Refused: as `describe`, and "bad-seats".
    """
    record = read_record(path)
    game = find_game(record.game)
    options, events = build_log(record, game, time.time())
    setup = create_setup(game, options, occupants(game, options, seat, level))
    return setup._replace(position=record.position), events


def save_picture(path: Path, picture: Path, texts: Texts) -> Message:
    """Save the record in a file as a picture, in the form that the name of the new file says; return what was done.

    Raises:
        Refused: as `read_record`, "no-such-form", "no-animation", "no-file", or the reason why it can't be played.
    """
    from ludoteka.pictures.forms import FORMS, save_as  # noqa: PLC0415 - the rest needs none of the libraries

    form = picture.suffix.lower().removeprefix(".")
    if form not in FORMS:
        endings = ", ".join(f".{name}" for name in FORMS)
        raise Refused(
            "no-such-form", Message("The name of a picture ends in one of these: {endings}.", endings=endings)
        )
    record = read_record(path)
    saved = save_as(form, record, find_game(record.game), texts)
    try:
        with picture.expanduser().open("xb") as file:
            file.write(saved)
    except (OSError, ValueError, RuntimeError) as error:
        raise _no_file(picture, error) from error
    return Message("Saved: {file}", file=str(picture))


def write(text: str, path: Path) -> None:
    """Write the text of a record to a new file.  Raises Refused: "no-file"."""
    try:
        with path.expanduser().open("x", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError, RuntimeError) as error:
        raise _no_file(path, error) from error
