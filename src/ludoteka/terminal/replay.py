"""Replay: one line of JSON in, one line out, in order; no line stops it (docs/terminal.md)."""

import contextlib
from typing import Any, BinaryIO

import msgspec

from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.surfaces.texts import texts

LONGEST = 64 << 20  # bytes of a line; the rest of a longer one is passed over
ENGLISH = texts("en")
encoded = msgspec.json.Encoder().encode
decoded = msgspec.json.Decoder().decode


def answer_stream(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line until the lines end, or nobody reads the answers any more."""
    with contextlib.suppress(BrokenPipeError):
        while line := lines.readline(LONGEST):
            answer = answer_line(line)
            if len(line) == LONGEST and not line.endswith(b"\n"):
                _pass_over(lines)
                answer = _refusal(None, None, Refused("too-large", Message("The line is too long.")))
            answers.write(encoded(answer) + b"\n")
            answers.flush()


def _pass_over(lines: BinaryIO) -> None:
    while (rest := lines.readline(LONGEST)) and not rest.endswith(b"\n"):
        pass


def answer_line(line: bytes) -> dict[str, Any]:
    """Return the answer to one line, whatever it contains."""
    try:
        asked = decoded(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _refusal(None, None, Refused("bad-json", Message("The line is not JSON.")))
    name = asked.get("id") if isinstance(asked, dict) else None
    try:
        match, actions = _match(asked), _actions(asked)
    except Refused as refused:
        return _refusal(name, None, refused)
    for index, action in enumerate(actions):
        try:
            match.play(action)
        except Refused as refused:
            return _refusal(name, index, refused)
    return {
        "id": name,
        "position": match.position_text,
        "to_act": match.letter(match.seat),
        "legal": match.legal_texts(),
        "result": match.returns(),
    }


def _match(asked: Any) -> Match:
    if not isinstance(asked, dict) or not isinstance(asked.get("game"), str):
        raise Refused("bad-line", Message("The line must be an object that names a game."))
    if asked["game"] not in games():
        raise Refused("no-such-game", Message("There is no such game here."))
    position = asked.get("position")
    if not isinstance(position, str | None):
        raise Refused("bad-position", Message("The position must be a text or null."))
    return Match(games()[asked["game"]], asked.get("options"), position)


def _actions(asked: dict[str, Any]) -> list[str]:
    actions = asked.get("actions", [])
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise Refused("bad-line", Message("The actions must be a list of texts."))
    return actions


def _refusal(name: Any, index: int | None, refused: Refused) -> dict[str, Any]:
    return {"id": name, "error": {"index": index, "code": refused.code, "message": ENGLISH.say(refused.message)}}
