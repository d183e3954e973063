"""What a house sends of a match: views, their changes, messages and scenes, and the position they make up (docs/protocol.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from ludoteka.core import message as words
from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.paths import read_paths
from ludoteka.core.scene import Captured, Choice, Line, Mark, PanelEntry, Piece, Place, Scene

View = dict[str, Any]
Part = TypeVar("Part", Place, Piece, Mark, Choice, Captured)


def printable(plain: Any) -> Any:
    """Return plain data without control characters, so that a house can't control the terminal."""
    if isinstance(plain, str):
        return plain if plain.isprintable() else "".join(sign if sign.isprintable() else " " for sign in plain)
    if isinstance(plain, list):
        return [printable(one) for one in plain]
    return {printable(name): printable(one) for name, one in plain.items()} if isinstance(plain, dict) else plain


def fold(before: View, change: View) -> View:
    """Apply a change to a view; a whole view replaces it."""
    scene, moves = change.get("scene"), change.get("moves")
    after = {**before, **change}
    if scene is not None:
        after["scene"] = {**before.get("scene", {}), **scene}
        pieces = scene.get("pieces")
        if isinstance(pieces, dict):  # only those that have changed
            kept = {one["id"]: one for one in before["scene"]["pieces"] if one["id"] not in pieces["gone"]}
            after["scene"]["pieces"] = list((kept | {one["id"]: one for one in pieces["set"]}).values())
    if moves is not None:
        kept = before["moves"]["list"][: moves["from"]] if moves["from"] else []
        after["moves"] = {"from": 0, "list": [*kept, *moves["list"]]}
    return after


def rename(plain: Any, names: Mapping[str, str]) -> Any:
    """Return plain data in which these names replace others in the values of messages."""
    if isinstance(plain, list):
        if len(plain) in (2, 3) and isinstance(plain[0], str) and isinstance(plain[1], dict):
            values = {
                name: names.get(one, one) if isinstance(one, str) else rename(one, names)
                for name, one in plain[1].items()
            }
            return [plain[0], values, *plain[2:]]
        return [rename(one, names) for one in plain]
    return {key: rename(one, names) for key, one in plain.items()} if isinstance(plain, dict) else plain


def interpret(game: Game, view: View, line: str) -> str:
    """Return the action that a game without secrets reads from free words in the position of a view, or the line itself."""
    if game.interpret is None or game.has_secrets:
        return line
    match = Match(game, view["options"])
    try:
        for _, text, *_sentences in view["moves"]["list"]:
            match.play(text)
    except Refused:  # the match began from another position, or follows other rules
        return line
    return game.interpret(match.seen(), line) or line


def decode_message(plain: Any) -> Message:
    """Return a message from plain data."""
    if isinstance(plain, str):
        return words.Message(plain)
    text, values, *plural = plain
    named = {name: _value(one) for name, one in values.items()}
    return words.Message(text, plural=plural[0] if plural else "", **named)


def _value(plain: Any) -> Message | int:
    """Return a value of a message; a string may be a sentence to translate, or a name."""
    return plain if isinstance(plain, int) else decode_message(plain)


def decode_scene(plain: View) -> Scene:
    """Return a scene from plain data, without previews."""
    return Scene(
        decode_message(plain["status"]),
        tuple(_part(Place, one) for one in plain["places"]),
        tuple(_part(Piece, one) for one in plain["pieces"]),
        read_paths(plain["paths"]),
        tuple(_part(Mark, one) for one in plain["marks"]),
        tuple(_part(Choice, one) for one in plain["choices"]),
        tuple(plain["dice"]),
        tuple(PanelEntry(decode_message(one["label"]), _value(one["value"])) for one in plain["panel"]),
        tuple(Line(one["kind"], tuple((x, y) for x, y in one["points"]), one["sheet"]) for one in plain["lines"]),
        focus=plain.get("focus", ""),
        prompts={tuple(path): decode_message(one) for one, paths in plain.get("prompts", ()) for path in paths},
        captured=tuple(_part(Captured, one) for one in plain.get("captured", ())),
    )


def _part(kind: type[Part], plain: View) -> Part:
    """Return a part of a scene, which has fields of the same names; those that hold messages are `label` and `words`."""
    known = {name: plain[name] for name in kind._fields if name in plain}
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in known.items()}
    said = {name: decode_message(plain[name]) for name in ("label", "words") if known.get(name) is not None}
    return kind(**known | said)


@dataclass(frozen=True)
class Position:
    """A match at one moment, as the house shows it to the client."""

    match: str  # its id
    number: int  # of the last event
    view: View  # everything there is to know; docs/protocol.md describes it
    tried: frozenset[str] = frozenset()  # actions that the house has refused in this position

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.view["game"])

    @property
    def seat(self) -> str | None:
        """The letter of the own seat; None for a spectator."""
        seat: str | None = self.view["seat"]
        return seat

    @property
    def is_mine(self) -> bool:
        """Whether it is the client's turn to play an action."""
        return bool(self.view["yours"]) and bool(self.actions)

    @property
    def must_throw(self) -> bool:
        """Whether the house waits for the client to throw the dice."""
        thrower = self.view["thrower"]
        return thrower is not None and any(one["yours"] and one["letter"] == thrower for one in self.view["seats"])

    @cached_property
    def actions(self) -> list[str]:
        """The texts of all actions that the client can play now; none if it is not its turn.

        In a game with secrets the house may refuse one because of something that the client can't see.
        """
        texts = dict.fromkeys(read_paths(self.view["scene"]["paths"]).values())
        return [text for text in texts if text not in self.tried]

    def without(self, action: str) -> "Position":
        """Return this position after the house has refused an action."""
        return replace(self, tried=self.tried | {action})

    @property
    def moves(self) -> list[tuple[str, str | None]]:
        """What was played and thrown: the letter of a seat or "chance", and the text, or None for what the client may not know."""
        return [(entry[0], entry[1]) for entry in self.view["moves"]["list"]]

    @property
    def result(self) -> dict[str, int] | None:
        """The result of each seat, {} for a match that was called off, or None while the match goes on."""
        result: dict[str, int] | None = self.view["result"]
        return result

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.result is not None

    @property
    def seconds_left(self) -> float | None:
        """The time on the client's clock when the house sent this; None without a clock."""
        clock = self.view["clock"]
        return clock["left"].get(self.seat) if clock else None


@dataclass(frozen=True)
class Happening:
    """Something that has happened to the client's account."""

    kind: str  # "begun" or "over" (a match), "challenge", or "answer" (to a challenge)
    content: dict[str, Any]  # an entry of a list of matches or challenges, or an answer; docs/api.md describes them

    @property
    def id(self) -> str:
        """The id of the match or the challenge."""
        return str(self.content["id"])


class MatchFollower:
    """Puts together a match from the lines of its stream, over as many connections as it takes."""

    def __init__(self, match: str) -> None:
        self._match = match
        self._number = 0
        self._told = -1  # the number of the last position
        self._view: View = {}

    @property
    def path(self) -> str:
        """The address of the stream, from where the last one broke off."""
        where = f"/api/matches/{self._match}/stream"
        return f"{where}?number={self._number}&room={self._view['room']}" if self._view else where

    def take(self, line: dict[str, Any]) -> Position | None:
        """Return the position after a line; None if it reports no new event, but a person who comes or goes."""
        if line["t"] not in ("view", "event"):
            return None
        self._view = line["d"] if line["t"] == "view" else fold(self._view, line.get("d") or {})
        self._number = line["n"]
        if self._number <= self._told:
            return None
        self._told = self._number
        return Position(self._match, self._number, self._view)
