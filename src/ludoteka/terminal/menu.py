"""The menu of games in a terminal: what to play and how, the rules, puzzles and records, chosen by keys and numbers."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.games import folders, games
from ludoteka.players.levels import highest_level, usual_level
from ludoteka.puzzles.puzzle import daily_puzzle, find_puzzle, puzzles_of
from ludoteka.surfaces.texts import LANGUAGES, Texts, texts_in
from ludoteka.terminal.article import article
from ludoteka.terminal.plain.puzzle_session import PuzzleSession

QUIT = "q"
WIDEST = 100  # columns of a page of rules


class Wish(NamedTuple):
    """The match that was chosen: a new one of a game, or the continuation of a record."""

    game: str = ""
    options: tuple[str, ...] = ()  # NAME=VALUE, as on the command line
    level: int = 0  # of the computer; 0 if people share this screen
    record: Path | None = None


class MenuEntry(NamedTuple):
    """A line of the menu; `choose` returns what was chosen, or None to show the menu again."""

    key: str
    title: Message
    about: Message | None
    choose: Callable[[], Any]


class MenuLine(NamedTuple):
    """An entry in the reader's language."""

    key: str
    title: str
    about: str


class Face(Protocol):
    """How the menu meets a person: in lines, or on the full screen."""

    columns: int  # of a page of text

    def pick(self, heading: str, lines: Sequence[MenuLine], texts: Texts) -> str:
        """Return the key of the line that the person picks; QUIT if they want to leave."""
        ...

    def ask(self, question: str) -> str:
        """Return the line that is typed; "" if there is none."""
        ...

    def show(self, text: str, texts: Texts) -> None:
        """Show a text until it has been read."""
        ...


class Menu:
    """The menu."""

    def __init__(self, texts: Texts, face: Face, open_house: Callable[[], None] | None = None) -> None:
        self.texts = texts
        self._face = face
        self._open_house = open_house

    def choose(self) -> Wish | None:
        """Show the menu until a match is chosen; None to leave."""
        while True:
            chosen = self._pick(Message("Ludoteka"), self._entries)
            if chosen is QUIT:
                return None
            if isinstance(chosen, Wish):
                return chosen

    def _entries(self) -> Iterator[MenuEntry]:
        for number, game in enumerate(games().values(), 1):
            yield MenuEntry(str(number), game.title, game.summary, partial(self._choose_way, game))
        yield from self._short_games()
        yield MenuEntry("r", Message("Rules"), None, lambda: self._choose_game(Message("Rules"), self._read_rules))
        yield MenuEntry(
            "p", Message("Puzzles"), None, lambda: self._choose_game(Message("Puzzles"), self._solve, puzzles_of)
        )
        yield MenuEntry("c", Message("Continue from a record"), None, self._choose_record)
        yield MenuEntry(
            "l", Message("Language: {name}", name=LANGUAGES[self.texts.language]), None, self._change_language
        )
        if self._open_house:
            yield MenuEntry("b", Message("Open the house for browsers"), None, self._open_house)
        yield MenuEntry(QUIT, Message("Quit"), None, lambda: QUIT)

    def _short_games(self) -> Iterator[MenuEntry]:
        """Yield the shorter choices that a game offers beside its usual one."""
        for game in games().values():
            for option in game.options:
                for value, title in option.choices[1 : option.usual]:
                    named = Message("Short game: {game}, {choice}", game=game.title, choice=title)
                    wish = (f"{option.name}={value}",)
                    yield MenuEntry("s", named, None, partial(self._choose_way, game, wish))

    def _choose_way(self, game: Game, options: tuple[str, ...] = ()) -> Wish | None:
        """Ask how to play a game."""
        against = MenuEntry("1", Message("Against the computer"), None, lambda: self._ask_level(game, options))
        together = MenuEntry("2", Message("Together at one screen"), None, lambda: Wish(game.name, options))
        rules = MenuEntry("r", Message("Rules"), None, lambda: self._read_rules(game))
        back = MenuEntry(QUIT, Message("Back"), None, lambda: QUIT)
        chosen = None
        while chosen is None:
            chosen = self._pick(game.title, lambda: (against, together, rules, back))
        return chosen if isinstance(chosen, Wish) else None

    def _ask_level(self, game: Game, options: tuple[str, ...]) -> Wish | None:
        most, usual = highest_level(game), usual_level(game)
        question = Message("Level of the computer, 1 to {most} (Enter: {usual})", most=most, usual=usual)
        line = self._ask(question)
        if line == "":
            return Wish(game.name, options, usual)
        if line.isdecimal() and 1 <= int(line) <= most:
            return Wish(game.name, options, int(line))
        self._say(Message("There is no such level."))
        return None

    def _choose_game(
        self, title: Message, use: Callable[[Game], Any], has: Callable[[Game], object] = lambda game: True
    ) -> None:
        """Let a game be chosen from those that have something, and use it, until the person goes back."""
        known = [game for game in games().values() if has(game)]
        back = MenuEntry(QUIT, Message("Back"), None, lambda: QUIT)
        entries = [
            *(MenuEntry(str(number), game.title, None, partial(use, game)) for number, game in enumerate(known, 1)),
            back,
        ]
        while self._pick(title, lambda: entries) is not QUIT:
            pass

    def _read_rules(self, game: Game) -> None:
        self._face.show(article(game, self.texts, min(WIDEST, self._face.columns)), self.texts)

    def _solve(self, game: Game) -> None:
        known = puzzles_of(game)
        line = self._ask(Message("Number of the puzzle, 1 to {most} (Enter: the puzzle of the day)", most=len(known)))
        if line.isdecimal():
            puzzle = find_puzzle(game, int(line))
        else:
            puzzle = daily_puzzle(list(known), datetime.datetime.now(datetime.UTC).date())
        PuzzleSession(game, puzzle, self.texts).run()

    def _choose_record(self) -> Wish | None:
        line = self._ask(Message("File of the record (Enter: back)"))
        return Wish(record=Path(line).expanduser()) if line else None

    def _change_language(self) -> None:
        codes = list(LANGUAGES)
        self.texts = texts_in(codes[(codes.index(self.texts.language) + 1) % len(codes)], folders())

    def _pick(self, heading: Message, list_entries: Callable[[], Iterable[MenuEntry]]) -> Any:
        """Show a page of the menu, and do what is chosen; return what that returns."""
        entries = {entry.key: entry for entry in reversed(list(list_entries()))}
        shown = [MenuLine(entry.key, self._told(entry.title), self._told(entry.about)) for entry in list_entries()]
        key = self._face.pick(self.texts.say(heading), shown, self.texts)
        try:
            return entries[key].choose()
        except Refused as refused:
            self._say(refused.message)
            return None

    def _told(self, message: Message | None) -> str:
        return self.texts.say(message) if message else ""

    def _ask(self, question: Message) -> str:
        return self._face.ask(self.texts.say(question))

    def _say(self, message: Message) -> None:
        self._face.show(self.texts.say(message), self.texts)
