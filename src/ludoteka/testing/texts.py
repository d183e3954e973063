"""Checks of texts: each parses back to the same action or position, and everything illegal is refused with a code, a message and known places."""

import re
from collections.abc import Iterator
from itertools import islice, product
from string import Formatter
from typing import Any

from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Path, Scene


def message_faults(message: Any) -> Iterator[str]:
    """Complain about a value that is not a Message, is empty, or names a missing value."""
    if not isinstance(message, Message):
        yield f"{message!r} is not a Message"
        return
    if not message.text.strip():
        yield "a Message is empty"
    for text in (message.text, message.plural):
        named = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        if named - set(message.values):
            yield f"{text!r} names {sorted(named - set(message.values))}, which is not given"
    if message.plural and type(message.values.get("count")) is not int:
        yield f"{message.text!r} has a plural but no count"
    for value in message.values.values():
        if isinstance(value, Message):
            yield from message_faults(value)


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
    return rules.current_seat(state), match.game.legal(state), [rules.returns(state, seat.number) for seat in seats]


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


CODE = re.compile("[a-z]+(-[a-z]+)*")
STRIDE = 97  # the distance between the paths tried in one position; the next position tries others
SPOILED = 3  # the number of legal actions whose texts are corrupted


def refused_texts(match: Match) -> Iterator[str]:
    """Complain about a text that is neither a legal action nor refused properly."""
    places, legal = _names(match.scene())[0], match.legal_texts()
    texts = [bad for text in legal[:SPOILED] for bad in corrupted_texts(text)]
    for text in (*BAD_TEXTS, *texts):
        try:
            match.check(text)
            if text not in legal:
                yield f"{text!r} is played, but is not the text of a legal action"
        except Refused as refused:
            yield from _faults(repr(text), refused, places)


def refused_paths(match: Match) -> Iterator[str]:
    """Complain about picks that don't begin a legal action and are not refused properly."""
    scene = match.scene()
    places, names = _names(scene)
    begun = {path[:length] for path in scene.paths for length in range(len(path) + 1)}
    singles = [(), ("no such name",), *((name,) for name in sorted(names))]
    pairs = islice(product(sorted(names), repeat=2), len(match.actions) % STRIDE, None, STRIDE)
    longest = max(map(len, scene.paths), default=0)
    longer = [(*path, name) for path in islice(scene.paths, SPOILED) for name in (path[-1], "no such name")]
    for path in (*singles, *pairs, *longer):
        if path not in begun or not match.ways():
            yield from _of_path(match, path, places, is_named=set(path) <= places and len(path) <= longest)


def _of_path(match: Match, path: Path, places: set[str], is_named: bool) -> Iterator[str]:
    """Complain about the refusal of these picks.  The game must know all places, up to the length of an action."""
    try:
        if match.game.attempts or match.seat == NOBODY:
            match.find(path)
        else:
            yield from _faults(repr(path), match.game.notation.refusal(match.seen(), path), places)
    except LookupError as error:
        if is_named and path and match.seat != CHANCE:
            yield f"the picks {path!r} are places of the scene, but refusal does not know {error}"
    except Refused as refused:
        yield from _faults(repr(path), refused, places)


def _names(scene: Scene) -> tuple[set[str], set[str]]:
    places = {place.name for place in scene.places}
    return places, places | {choice.name for choice in scene.choices}


def _faults(what: str, refused: Refused, places: set[str]) -> Iterator[str]:
    if not isinstance(refused, Refused):
        yield f"{what} is answered by {refused!r}, not by Refused"
        return
    if not CODE.fullmatch(refused.code):
        yield f"{what} is refused with the code {refused.code!r}"
    for fault in message_faults(refused.message):
        yield f"{what} is refused as {refused.code}, but {fault}"
    if not isinstance(refused.places, tuple) or not set(refused.places) <= places:
        yield f"{what} is refused for {refused.places!r}, which are not all places of the scene"
