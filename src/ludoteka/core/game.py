"""A game: one folder, gathered into one value."""

import pathlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple, Protocol

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import Rules
from ludoteka.core.scene import Path, Scene

Options = Mapping[str, Any]
Draw = Callable[[int, int], int]  # the thrower's seat, faces -> the face thrown


class Seat(NamedTuple):
    """A place at the table."""

    number: int  # the number the rules know it by
    letter: str  # the name in position texts and records
    title: Message


class Option(NamedTuple):
    """A choice made when a match is made.  The first of `choices` is the usual one."""

    name: str
    title: Message
    choices: tuple[tuple[Any, Message], ...]  # value, what it is called
    check: Callable[[Any], Any] | None = None  # any other value -> the value kept; raises Refused
    is_secret: bool = False  # nobody is told its value before the end, nor offered it


class Diagram(NamedTuple):
    """A picture for the rules page: a position, what is played from it, and what a test holds it to."""

    position: str
    actions: tuple[str, ...] = ()  # the picture shows the last one about to be played
    captured: tuple[str, ...] = ()  # the places that the last one empties of pieces
    refused: Mapping[str, str] = MappingProxyType({})  # what cannot be played instead of the last one -> the code
    reach: str = ""  # a place: the picture shows where its piece can go
    winner: str = ""  # the letter of the seat that has won in the end


class Notation(Protocol):
    """A game's texts.  Readers raise Refused: "bad-position" or "bad-text"."""

    def position_text(self, state: Any) -> str: ...
    def parse_position(self, text: str, options: Options) -> Any: ...
    def action_text(self, seen: Any, action: int) -> str:
        """Return the text of an action, legal or not, of the seat to act."""
        ...

    def parse_action(self, seen: Any, text: str) -> int: ...
    def refusal(self, seen: Any, action: int) -> Refused:
        """Return why an action that is not legal is refused, as far as the seat to act may know."""
        ...

    def refused_path(self, seen: Any, path: Path) -> Refused:
        """Return why no legal action begins with these picks: an empty cell, a target out of reach."""
        ...


class Told(NamedTuple):
    """An action of a moderated game as everybody hears it."""

    seat: str  # the letter of the seat that acted, or "chance"
    text: str
    answers: tuple[str, ...]  # what the moderator said to it


class Moderator(NamedTuple):
    """What a moderated game adds: actions are answered, and what is said aloud is all that players know."""

    answers: Callable[[Any], list[str]]  # state -> what is said to the last action
    accepts: Callable[[Any, int], bool]  # state, action -> may it be played; legal_actions need not list them all
    refusal: Callable[[Any, int], Refused]  # state, action -> why not: the moderator knows
    listed: Callable[[str], str]  # the text of a legal action -> how a list of them names it
    public: Callable[[str], str]  # the text of an action -> what everybody hears of it
    hearing: Callable[[Any, tuple[Told, ...]], Any]  # observation, all that was told -> what a seat sees
    says: Callable[[Sequence[Told], int], list[tuple[Message, ...]]]  # log, first -> what is said from that entry on
    offers: Callable[[Any], list[int]]  # what a seat sees -> what it may try, by that alone
    decide: Callable[[Any, Callable[[int], int]], int]  # what a seat sees, draw(n) below n -> a computer's action
    join: Callable[[Any, int, Draw], int]  # state, seat, draw -> the action of chance that brings a seat in, or -1
    is_chance: Callable[[int], bool]  # action -> is it chance's, also while a seat is to act
    late: Callable[[Options, Sequence[str]], Options]  # options, letters -> with these seats coming in later
    awaited: Callable[[Options, Sequence[str]], Options]  # options, texts -> with the seats that these bring in
    generated: Callable[[Options, bytes], Options]  # options, seed -> with what chance makes before the start
    leave: str = "leave"  # the action text with which a seat leaves the others to play on


def heard_by_all(seen: Any, action: int, seat: int) -> bool:
    """Tell that every seat may know every action: no secrets."""
    return True


@dataclass(frozen=True, eq=False)
class Game:
    """Everything the house knows of a game.  Errors of its own are raised by its notation."""

    name: str
    title: Message
    summary: Message
    seats: Callable[[Options], tuple[Seat, ...]]
    rules: Rules
    notation: Notation
    scene: Callable[[Any, Sequence[int]], Scene]  # observation, legal actions -> what the seat sees
    folder: pathlib.Path  # rules pages, looks, catalogues
    options: tuple[Option, ...] = ()
    rules_version: int = 1  # raised when an old record would replay differently; kept with every match
    evaluation: ModuleType | None = None  # what alpha-beta asks of a leaf
    throw: Callable[[Any, Draw], int] | None = None  # state, draw -> the action of chance that falls
    die: int = (
        0  # the faces of its dice, if the digits of a throw's text are what they show; 0: throws are none of dice
    )
    thrower: Callable[[Any], int] | None = None  # state at a throw -> the seat whose hand throws; None: nobody's
    heard: Callable[[Any, int, int], bool] = heard_by_all  # mover's observation, action, seat -> may it know
    diagrams: Mapping[str, Diagram] = field(default_factory=dict)  # by name, for the rules pages
    moderator: Moderator | None = None
    spoken: Callable[[Any, str], str] | None = None  # observation, typed -> the action text or house word meant, or ""

    def begin(self, options: Options, position: str | None = None) -> Any:
        """Return the first state under checked options, or the one of a position text."""
        return self.rules.start(options) if position is None else self.notation.parse_position(position, options)

    def legal(self, state: Any) -> list[int]:
        """Return the legal actions of an interpreted state."""
        actions = [0] * self.rules.MAX_ACTIONS
        return actions[: self.rules.legal_actions(state, actions)]

    def checked(self, options: Any) -> dict[str, Any]:
        """Return the options with the usual ones filled in.

        Raises:
            Refused: "bad-option", for anything that is not a mapping of known names to values that they
                take; or what an option's own check says.
        """
        if not isinstance(options, Mapping):
            raise Refused("bad-option", Message("The options must be a mapping."))
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise Refused("bad-option", Message("There is no option {name}.", name=str(name)[:40]))
        return {name: _taken(one, options.get(name, one.choices[0][0])) for name, one in known.items()}


def _taken(option: Option, value: Any) -> Any:
    """Return the value that an option takes.  True is not taken for 1."""
    if any(type(value) is type(choice) and value == choice for choice, _ in option.choices):
        return value
    if option.check is None:
        raise Refused("bad-option", Message("The option {name} does not take that value.", name=option.name))
    return option.check(value)
