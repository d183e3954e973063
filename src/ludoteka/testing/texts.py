"""Checks of texts: each parses back to the same action or position."""

from collections.abc import Iterator
from typing import Any

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.scene import Path

FOLLOWED = 10  # about this many actions are tried in each parsed position; other ones in the next
BAD_TEXTS = ("", " ", "?", "-", "0", "²", "\x00", "é", "pass pass", "x" * 500, "1" * 500, "{cell}", "'; --")


def corrupted_texts(text: str) -> tuple[str, ...]:
    """Return texts that are almost `text`."""
    return (
        f"{text} ",
        f" {text}",
        f"{text}\n",
        f"{text}{text}",
        f"{text}1",
        text[:-1],
        text[1:],
        text.upper(),
        text[::-1],
    )


def position_texts(match: Match) -> Iterator[str]:
    """Complain about a position text that doesn't parse back to the same position, if the game can parse any."""
    game, text = match.game, match.position_text
    if not text.isprintable():
        yield f"the position text {text!r} is not one line"
    if not game.texts.reads_positions:
        return
    try:
        read = game.texts.parse_position(text, match.options)
    except Refused as refused:
        yield f"its own position text {text!r} is refused, {refused}"
        return
    if game.texts.position_text(read) != text:
        yield f"{text!r} is read as {game.texts.position_text(read)!r}"
        return
    if game.rules.is_terminal(match.state):
        return  # nobody continues from there, so the text need not contain the result
    if _play(match, read) != _play(match, match.state):
        yield f"the position read from {text!r} has other legal actions, another turn or another result"
        return
    legal = match.legal()
    stride = len(legal) // FOLLOWED + 1
    for action in legal[len(match.actions) % stride :: stride]:
        if _after(match, read, action) != _after(match, match.state, action):
            yield f"action {action} leads elsewhere in the position read from {text!r}"


def _play(match: Match, state: Any) -> object:
    rules, seats = match.game.rules, match.game.seats(match.options)
    return rules.current_seat(state), match.game.legal(state), [rules.returns(state, one.number) for one in seats]


def _after(match: Match, state: Any, action: int) -> object:
    after = state.copy()
    match.game.rules.apply(after, action)
    return match.game.texts.position_text(after), _play(match, after)


def action_texts(match: Match) -> Iterator[str]:
    """Complain about legal actions that share a path or a text, or whose text is not one word or not read as their path."""
    seen, texts = match.seen(), match.game.texts
    known: dict[str, int] = {}
    paths: dict[Path, int] = {}
    for action in match.legal():
        text, path = texts.action_text(seen, action), texts.path(seen, action)
        if path in paths:
            yield f"{path} is the path of two actions, {paths[path]} and {action}"
        paths[path] = action
        if not text or not text.isprintable() or " " in text:
            yield f"the action text {text!r} is not one word"
        if text in known:
            yield f"{text!r} is the text of two actions, {known[text]} and {action}"
        known[text] = action
        try:
            read = texts.read(seen, text)
        except Refused as refused:
            yield f"the text {text!r} of a legal action is refused, {refused}"
            continue
        if read != path:
            yield f"{text!r}, the text of action {action}, is read as the picks {read}"


def bad_positions(match: Match) -> Iterator[str]:
    """Complain if a bad text is accepted as a second text of a position, or refused with a code other than bad-position."""
    texts = match.game.texts
    for text in (*BAD_TEXTS, *corrupted_texts(match.position_text)):
        try:
            read = texts.position_text(texts.parse_position(text, match.options))
            if read != text:
                yield f"the position {text!r} is read as {read!r}, not refused"
        except Refused as refused:
            if refused.code != "bad-position":
                yield f"the position {text!r} is refused as {refused.code}, not bad-position"
