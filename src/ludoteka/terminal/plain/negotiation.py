"""The typed commands with which people at a table in a house ask and answer each other."""

from collections.abc import Callable, Sequence

from ludoteka.client.views import View, decode_message
from ludoteka.core.message import Message, Refused
from ludoteka.terminal.plain.screen import Screen
from ludoteka.terminal.tables.table import Table


class Negotiation:
    """The commands for draws, take-backs, claims and chat."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self._table = table
        self._screen = screen
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
        """Return the help for these commands."""
        return (
            Message("draw  offer a draw, or accept one"),
            Message("accept, decline  answer an offer"),
            Message("abort  call the match off, before everybody has acted and anything was thrown"),
            Message(
                "claim  claim the win if the player to move has been gone too long; claim draw  claim a draw instead"
            ),
            Message("chat WORDS  say something to the others; in public matches, chat lists the phrases"),
            Message("clock  show the clocks, and the link for others"),
        )

    @property
    def _can(self) -> View:
        can: View = self._table.view["can"]
        return can

    def _draw(self, rest: str) -> None:
        accepts = "draw" in self._can["accept"]
        self._table.ask("accept" if accepts else "offer", "draw")
        if not accepts:
            self._screen.say(Message("The others have been asked."))

    def _accept(self, rest: str) -> None:
        self._table.ask("accept", self._matter(rest))

    def _decline(self, rest: str) -> None:
        self._table.ask("decline", self._matter(rest))

    def _matter(self, rest: str) -> str:
        """Return which offer is meant; if there is none, the house explains that."""
        table = self._table
        own = [what for letter, what in table.view["offers"].items() if table.is_mine(letter)]
        return rest or next(iter([*self._can["accept"], *own]), "draw")

    def _abort(self, rest: str) -> None:
        self._table.ask("abort")

    def _claim(self, rest: str) -> None:
        self._table.ask("claim", rest or "win")

    def _chat(self, rest: str) -> None:
        """Send a chat line: free words if allowed, otherwise the preset phrase with the typed number, or list them."""
        phrases = [] if self._can["chat"] == "words" else self._table.phrases()
        if not phrases or not self._can["chat"]:
            if not rest:
                raise Refused("bad-words", Message("Type the words too: chat WORDS"))
            self._table.ask("chat", {"text": rest})
        elif rest.isdecimal() and 0 < int(rest) <= len(phrases):
            self._table.ask("chat", {"phrase": phrases[int(rest) - 1]["id"]})
        else:
            self._screen.say(Message("In public matches you can send only these phrases: chat NUMBER"))
            for number, phrase in enumerate(phrases, 1):
                self._screen.say(Message("{number}  {words}", number=number, words=decode_message(phrase["text"])))

    def _clock(self, rest: str) -> None:
        facts = self._table.facts()
        self._screen.show_facts(facts)
        if "clocks" not in facts:
            self._screen.say(Message("There is no clock here."))
