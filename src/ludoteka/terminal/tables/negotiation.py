"""What people at a table elsewhere ask of each other, in words that are typed."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.terminal.plain.screen import Screen
from ludoteka.terminal.tables.payloads import View, message


class Elsewhere(Protocol):
    """A table in a house elsewhere."""

    screen: Screen

    @property
    def view(self) -> View: ...

    def ask(self, kind: str, content: Any = None) -> None: ...

    def facts(self) -> list[str]: ...

    def phrases(self) -> list[View]: ...


class Negotiation:
    """Draws, take backs, claims, chat: asked for and answered."""

    def __init__(self, table: Elsewhere) -> None:
        self._table = table
        self.words: dict[str, Callable[[str], None]] = {
            "draw": self._draw,
            "accept": self._accept,
            "decline": self._decline,
            "abort": self._abort,
            "claim": self._claim,
            "chat": self._chat,
            "clock": self._clock,
        }

    def help(self) -> Sequence[Message]:
        """Say what can be typed beside the words of every table."""
        return (
            Message("draw  offer a draw, or accept one"),
            Message("accept, decline  answer an offer"),
            Message("abort  call the match off, before everybody has acted"),
            Message("claim  claim the win when who is to act has left for long; claim draw: a draw"),
            Message("chat WORDS  say something to the others; chat alone: what can be said among strangers"),
            Message("clock  see the clocks, and the link for others to come"),
            Message("quit  leave; the match waits in the house"),
        )

    @property
    def _can(self) -> View:
        can: View = self._table.view["can"]
        return can

    def back(self) -> None:
        """Take back, or ask the others for it."""
        asks = self._can.get("offer_back") and not self._can["back"]
        self._table.ask("offer", "back") if asks else self._table.ask("back")
        if asks:
            self._table.screen.say(Message("The others are asked."))

    def _draw(self, rest: str) -> None:
        accepts = "draw" in self._can["accept"]
        self._table.ask("accept" if accepts else "offer", "draw")
        if not accepts:
            self._table.screen.say(Message("The others are asked."))

    def _accept(self, rest: str) -> None:
        self._table.ask("accept", self._meant(rest))

    def _decline(self, rest: str) -> None:
        self._table.ask("decline", self._meant(rest))

    def _meant(self, rest: str) -> str:
        """Return which offer is meant; the house knows what to say when there is none."""
        own = [what for letter, what in self._table.view["offers"].items() if self._is_own(letter)]
        return rest or next(iter([*self._can["accept"], *own]), "draw")

    def _is_own(self, letter: str) -> bool:
        return any(one["letter"] == letter and one["yours"] for one in self._table.view["seats"])

    def _abort(self, rest: str) -> None:
        self._table.ask("abort")

    def _claim(self, rest: str) -> None:
        self._table.ask("claim", rest or "win")

    def _chat(self, rest: str) -> None:
        """Say something: words where they may be said, else the preset phrase of a number."""
        phrases = [] if self._can["chat"] == "words" else self._table.phrases()
        if not phrases or not self._can["chat"]:
            if not rest:
                raise Refused("bad-words", Message("Type the words too: chat WORDS"))
            self._table.ask("chat", {"text": rest})
        elif rest.isdecimal() and 0 < int(rest) <= len(phrases):
            self._table.ask("chat", {"phrase": phrases[int(rest) - 1]["id"]})
        else:
            self._table.screen.say(Message("Here one speaks by these phrases: chat NUMBER"))
            for number, phrase in enumerate(phrases, 1):
                self._table.screen.say(Message("{number}  {words}", number=number, words=message(phrase["text"])))

    def _clock(self, rest: str) -> None:
        for fact in self._table.facts() or [self._table.screen.texts.say(Message("There is no clock here."))]:
            self._table.screen.echo(fact)


def heard(said: View, phrases: Sequence[View]) -> Message:
    """Return who says what: an entry of the chat."""
    name = said["name"] or Message("Guest {number}", number=said["guest"])
    named = {one["id"]: message(one["text"]) for one in phrases}
    words: Message | str = named.get(said["phrase"], Message("…")) if "phrase" in said else said["text"]
    return Message("{name}: {words}", name=name, words=words)


def meant(game: Game, view: View, line: str) -> str:
    """Return what a line means in the words of a game, or the line as it is."""
    if not game.interpret or game.rules.Observation is not game.rules.State:
        return line
    match = Match(game, view["options"])
    try:
        for _, text, *_remarks in view["moves"]["list"]:
            match.play(text)
    except Refused:  # it began elsewhere, or is played by other rules
        return line
    return game.interpret(match.seen(), line) or line
