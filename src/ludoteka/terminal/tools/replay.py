"""Replay: one line of JSON in, one line out, in order; no input stops it (docs/terminal.md)."""

import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.surfaces.texts import texts_in

LONGEST = 16 << 20  # bytes of a line; a longer one is refused
ENGLISH = texts_in("en")
encoded = msgspec.json.Encoder().encode
decoded = msgspec.json.Decoder().decode
logger = logging.getLogger(__name__)


def answer_stream(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until the input ends or nobody reads the answers.

    Raises:
        Refused: "no-stream", if the lines cannot be read or the answers cannot be written.
    """
    try:
        while line := lines.readline(LONGEST):
            answers.write(encoded(_answer(line, lines)) + b"\n")
            answers.flush()
    except BrokenPipeError:
        _drop(answers)
    except OSError as error:
        _drop(answers)
        text = Message("Reading the lines or writing the answers failed: {reason}.", reason=str(error.strerror))
        raise Refused("no-stream", text) from error


def _drop(answers: BinaryIO) -> None:
    """Discard what could not be written, or Python would try to flush it again at exit."""
    with suppress(OSError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), answers.fileno())


def _answer(line: bytes, rest: BinaryIO) -> dict[str, Any]:
    if len(line) < LONGEST or line.endswith(b"\n"):
        return answer_line(line)
    while (line := rest.readline(LONGEST)) and not line.endswith(b"\n"):
        pass
    return _refusal(None, None, Refused("too-large", Message("The line is too long.")))


def answer_line(line: bytes) -> dict[str, Any]:
    """Return the answer to one line, whatever it contains."""
    try:
        asked = decoded(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _refusal(None, None, Refused("bad-json", Message("The line is not JSON.")))
    name = asked.get("id") if isinstance(asked, dict) else None
    index = None
    try:
        match = _match(asked)
        for index, action in enumerate(_actions(asked)):  # noqa: B007 - the index is reported if an action is refused
            match.play(action)
        return {"id": name, **_outcome(match)}
    except Refused as refused:
        return _refusal(name, index, refused)
    except Exception:
        logger.exception("the line with the id %.100r made the program fail", name)
        return _refusal(name, index, Refused("broken", Message("The program failed at this line.")))


def _outcome(match: Match) -> dict[str, Any]:
    answers = {"answers": [told.answers for told in match.log_entries]} if match.game.answers else {}
    return {
        "position": match.position_text,
        "to_act": match.letter(match.seat),
        "legal": match.legal_texts(),
        "result": match.returns(),
    } | answers


def _match(asked: Any) -> Match:
    if not isinstance(asked, dict) or not isinstance(asked.get("game"), str):
        raise Refused("bad-line", Message("The line must be an object that names a game."))
    if asked["game"] not in games():
        raise Refused("no-such-game", Message("There is no such game here."))
    position = asked.get("position")
    if not isinstance(position, str | None):
        raise Refused("bad-position", Message("The position must be a string or null."))
    game, options = games()[asked["game"]], asked.get("options")
    if game.late:  # late players have a seat from the beginning
        options = game.late.admit(game.check_options({} if options is None else options), _actions(asked))
    return Match(game, options, position)


def _actions(asked: dict[str, Any]) -> list[str]:
    actions = asked.get("actions", [])
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise Refused("bad-line", Message("The actions must be a list of strings."))
    return actions


def _refusal(name: Any, index: int | None, refused: Refused) -> dict[str, Any]:
    return {"id": name, "error": {"index": index, "code": refused.code, "message": ENGLISH.say(refused.message)}}
