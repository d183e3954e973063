"""A match as one seat sees it, in this process or in a house: the text of what it sees, and what it has heard since it was last told."""

import re
from collections.abc import Iterator
from typing import Any

from ludoteka.client.views import View, decode_message, decode_scene
from ludoteka.core.game import Game
from ludoteka.core.message import Message
from ludoteka.core.scene import Scene
from ludoteka.surfaces.page import diagram_scene
from ludoteka.surfaces.text import Style, board_lines, scene_lines
from ludoteka.surfaces.texts import LANGUAGES, Texts

DIAGRAM = re.compile(r"!\[([^]]*)\]\(diagram:(\w[\w-]*)\)")
MOST_LISTED = 120  # actions listed beside the board; `actions` lists all


class Table:
    """A match as one seat sees it.  It holds nothing that the seat may not know, except in the referee of a `LocalTable`.

    Whatever other people have typed, their names and the chat, is in none of its texts.

    Attributes:
        view: what a house sends of the match to this seat (docs/protocol.md).
    """

    view: View

    def __init__(self, game: Game, texts: Texts) -> None:
        self.game, self.texts = game, texts
        self.view = {}
        self._news: list[str] = []
        self._style = Style()

    # What a table in this process and one in a house do differently

    def act(self, line: str) -> None:
        """Play an action, given by its text or in free words that the game understands.  A refusal changes nothing.

        Raises:
            Refused: why the action is not possible, with the clause of the rules.
        """
        raise NotImplementedError

    def wait(self, seconds: float | None = None) -> bool:
        """Throw the dice of this seat, and wait until `is_awaited`; return False if that takes too long."""
        raise NotImplementedError

    def resign(self) -> None:
        """Resign.  Raises Refused."""
        raise NotImplementedError

    def answer_offer(self, *, accept: bool) -> None:
        """Accept or decline what another seat offers.  Raises Refused: "nothing-offered"."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave."""

    # What they have in common

    @property
    def seat(self) -> str:
        """The letter of this seat; "" for a spectator, and after the seat has left a match that goes on."""
        return next((str(one["letter"]) for one in self.view["seats"] if one["yours"]), "")

    @property
    def is_awaited(self) -> bool:
        """Whether there is nothing more to wait for: the seat must act, the match is over, or it goes on without the seat."""
        return self.is_over or self.is_mine or not self.seat

    @property
    def scene(self) -> Scene:
        """The board as this seat sees it."""
        return decode_scene(self.view["scene"])

    @property
    def is_mine(self) -> bool:
        """Whether this seat must choose an action now."""
        return not self.is_over and bool(self.view["yours"]) and bool(self.view["scene"]["paths"])

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.view["result"] is not None

    @property
    def result(self) -> dict[str, int] | None:
        """The result of each seat: 1, 0, -1 or its score; {} for a match that was called off, None until the end."""
        result: dict[str, int] | None = self.view["result"]
        return result

    @property
    def played(self) -> int:
        """How many actions and throws the seat knows to have been played."""
        return len(self.view["moves"]["list"])

    def actions(self, start: str = "") -> list[str]:
        """Return the actions that the seat may try now, as texts; `start` leaves only those that begin with it."""
        return [text for text in dict.fromkeys(self.scene.paths.values()) if text.startswith(start)]

    def news(self) -> list[str]:
        """Return what the seat has heard since this was last called, as sentences."""
        news, self._news = self._news, []
        return news

    def transcript(self) -> list[str]:
        """Return everything that the seat has heard, from the start."""
        return self._sentences(self.view["moves"]["list"])

    def look(self, *, with_board: bool = True, with_actions: bool = True) -> str:
        """Return who plays, the board with its legend, dice and panel, whose turn it is, and what the seat can play."""
        scene, say = self.scene, self.texts.say
        turned = next((bool(one.get("turned")) for one in self.view["seats"] if one["yours"]), False)
        lines = [
            " ".join(map(say, self._introduction())),
            "",
            *(
                scene_lines(scene, self.texts, is_turned=turned, style=self._style)
                if with_board
                else (say(scene.status),)
            ),
            *(map(say, self._outcome())),
            *(self._listed() if with_actions and self.is_mine else ()),
        ]
        return "\n".join(lines)

    def _introduction(self) -> Iterator[Message]:
        """Yield the game, the seat, and who plays the others, without names."""
        yield Message("{game}.", game=self.game.title)
        for one in sorted(self.view["seats"], key=lambda one: not one["yours"]):
            seat = decode_message(one["title"])
            if one["yours"]:
                yield Message("You play {seat}.", seat=seat)
            elif one["kind"] == "computer":
                yield Message("{seat}: the computer, level {level}.", seat=seat, level=one["level"])
            elif one["kind"] == "free":
                yield Message("{seat}: free.", seat=seat)
            else:
                yield Message("{seat}: somebody else.", seat=seat)

    def _outcome(self) -> Iterator[Message]:
        """Yield the result, or what the others wait for."""
        if self.is_over:
            results = ", ".join(f"{letter} {result}" for letter, result in (self.result or {}).items())
            yield Message("Result: {results}", results=results or "–")
        elif self.view["waiting"]:
            yield Message("The match begins when all seats are taken.")
        elif not self.seat:
            yield Message("You have no seat in this match, which goes on.")
        for letter, what in self.view["offers"].items():
            if letter != self.seat and what == "draw":
                yield Message("{seat} offered a draw.", seat=self._title(letter))
            elif letter != self.seat:
                yield Message("{seat} asked to take back a move.", seat=self._title(letter))

    def _listed(self) -> Iterator[str]:
        actions = self.actions()
        rest = len(actions) - MOST_LISTED
        shown = "  ".join(actions[:MOST_LISTED])
        yield self.texts.say(Message("You can play: {actions}", actions=shown))
        if rest > 0:
            yield self.texts.say(Message("and {count} more action", plural="and {count} more actions", count=rest))

    def _title(self, letter: str) -> Message:
        titles = {one["letter"]: one["title"] for one in self.view["seats"]}
        return decode_message(titles.get(letter, letter))

    def _take(self, view: View) -> None:
        """Replace the view, and note what has happened."""
        before, self.view = self.view, view
        if not before:
            return
        old, new = before["moves"]["list"], view["moves"]["list"]
        if len(new) < len(old):
            self._news.append(self.texts.say(Message("Taken back.")))
        elif old and len(old[-1]) > 2:  # somebody has tried something since, and was refused aloud
            self._news += [self.texts.say(decode_message(one)) for one in new[len(old) - 1][2][len(old[-1][2]) :]]
        self._news += self._sentences(new[len(old) :])

    def _sentences(self, entries: list[Any]) -> list[str]:
        """Return what is said of entries of the list of moves, in the words of the game if it has any; some go without saying."""
        said = (" ".join(map(self.texts.say, self._said(*entry))) for entry in entries)
        return [sentence for sentence in said if sentence]

    def _said(self, letter: str, text: str | None, words: list[Any] | None = None) -> Iterator[Message]:
        if words is not None:
            yield from map(decode_message, words)
        elif letter == "chance":
            yield Message("The dice fall: {action}", action=text or "…")
        else:
            yield Message("{seat}: {action}", seat=self._title(letter), action=text or "…")


def rules_text(game: Game, language: str) -> str:
    """Return the rules page of a game as Markdown, with diagrams drawn as text; in English if the language is unknown."""
    for name in (language, *LANGUAGES) if language in LANGUAGES else LANGUAGES:
        path = game.folder / f"rules.{name}.md"
        if path.is_file():
            return DIAGRAM.sub(lambda found: _diagram(game, found[2], found[1]), path.read_text("utf-8"))
    return f"# {game.title}\n\n{game.summary}\n"


def _diagram(game: Game, name: str, caption: str) -> str:
    drawn = "\n".join(board_lines(diagram_scene(game, game.diagrams[name])))
    return f"```\n{drawn}\n```\n\n{caption}"
