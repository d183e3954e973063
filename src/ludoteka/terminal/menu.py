"""The menu of games in a terminal: what to play and how, the rules, puzzles and records, chosen by keys and numbers."""

import datetime
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.games import folders, games_to_offer
from ludoteka.players.levels import highest_level, usual_level
from ludoteka.puzzles.puzzle import daily_puzzle, find_puzzle, puzzles_of
from ludoteka.surfaces.texts import LANGUAGES, Texts, texts_in
from ludoteka.terminal.article import article, wrapped
from ludoteka.terminal.plain.puzzle_session import PuzzleSession
from ludoteka.terminal.plain.screen import read_line

QUIT = "q"
WIDEST = 100  # columns of a page of rules


class Wish(NamedTuple):
    """The match that was chosen: a new one of a game, or the continuation of a record."""

    game: str = ""
    options: tuple[str, ...] = ()  # NAME=VALUE, as on the command line
    level: int = 0  # of the computer; 0 if people share this screen
    record: Path | None = None


class MenuEntry(NamedTuple):
    """A line of the menu, in the reader's language."""

    key: str
    title: str
    about: str
    choose: Callable[[], Any]  # returns what was chosen, or None to show the menu again


class MenuLines:
    """How the menu meets a person: here in lines, for screen readers and pipes, with keys and numbers that are typed."""

    @property
    def columns(self) -> int:
        """The columns of a page of text."""
        return shutil.get_terminal_size().columns

    def pick(self, heading: str, entries: Sequence[MenuEntry], texts: Texts) -> str:
        """Return the key of the entry that the person picks; QUIT if they want to leave."""
        click.echo(f"\n{heading}\n")
        width = max((len(entry.title) for entry in entries if entry.about), default=0)
        for entry in entries:
            head = f"  {entry.key}  {entry.title.ljust(width if entry.about else 0)}"
            about = wrapped(entry.about, self.columns, f"{head}  ", " " * (len(head) + 2))
            click.echo(about if entry.about else head)
        click.echo()
        keys = [entry.key for entry in entries]
        question = f"{texts.say(Message('Your choice'))}: "
        while (typed := read_line(question, QUIT).lower()) not in keys:
            click.echo(texts.say(Message("Type one of these: {keys}", keys=" ".join(keys))))
        return typed

    def ask(self, question: str) -> str:
        """Return the line that is typed; "" if there is none."""
        return read_line(f"{question}: ", "")

    def show(self, text: str, texts: Texts) -> None:
        """Show a text until it has been read."""
        click.echo(text)


class Menu:
    """The menu."""

    def __init__(self, texts: Texts, face: MenuLines, open_house: Callable[[], None] | None) -> None:
        self.texts = texts
        self._face = face
        self._open_house = open_house

    def choose(self) -> Wish | None:
        """Show the menu until a match is chosen; None to leave."""
        while True:
            chosen = self._pick(Message("Ludoteka"), self._entries())
            if chosen is QUIT:
                return None
            if isinstance(chosen, Wish):
                return chosen

    def _entry(self, key: str, title: Message, choose: Callable[[], Any], about: Message | None = None) -> MenuEntry:
        say = self.texts.say
        return MenuEntry(key, say(title), say(about) if about else "", choose)

    def _entries(self) -> Iterator[MenuEntry]:
        for number, game in enumerate(games_to_offer(), 1):
            yield self._entry(str(number), game.title, partial(self._choose_way, game), game.summary)
        yield from self._short_games()
        rules, puzzles = Message("Rules"), Message("Puzzles")
        yield self._entry("r", rules, lambda: self._choose_game(rules, self._read_rules))
        yield self._entry("p", puzzles, lambda: self._choose_game(puzzles, self._solve, puzzles_of))
        yield self._entry("c", Message("Continue from a record"), self._choose_record)
        language = Message("Language: {name}", name=LANGUAGES[self.texts.language])
        yield self._entry("l", language, self._change_language)
        if self._open_house:
            yield self._entry("b", Message("Open the house for browsers"), self._open_house)
        yield self._entry(QUIT, Message("Quit"), lambda: QUIT)

    def _short_games(self) -> Iterator[MenuEntry]:
        """Yield the shorter choices that a game offers beside its usual one."""
        for game in games_to_offer():
            for option in game.options:
                for value, title in option.choices[1 : option.usual]:
                    named = Message("Short game: {game}, {choice}", game=game.title, choice=title)
                    yield self._entry("s", named, partial(self._choose_way, game, (f"{option.name}={value}",)))

    def _choose_way(self, game: Game, options: tuple[str, ...] = ()) -> Wish | None:
        entries = (
            self._entry("1", Message("Against the computer"), lambda: self._ask_level(game, options)),
            self._entry("2", Message("Together at one screen"), lambda: Wish(game.name, options)),
            self._entry("r", Message("Rules"), lambda: self._read_rules(game)),
            self._entry(QUIT, Message("Back"), lambda: QUIT),
        )
        chosen = None
        while chosen is None:
            chosen = self._pick(game.title, entries)
        return chosen if isinstance(chosen, Wish) else None

    def _ask_level(self, game: Game, options: tuple[str, ...]) -> Wish | None:
        most, usual = highest_level(game), usual_level(game)
        line = self._ask(Message("Level of the computer, 1 to {most} (Enter: {usual})", most=most, usual=usual))
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
        known = [game for game in games_to_offer() if has(game)]
        entries = [self._entry(str(number), game.title, partial(use, game)) for number, game in enumerate(known, 1)]
        entries.append(self._entry(QUIT, Message("Back"), lambda: QUIT))
        while self._pick(title, entries) is not QUIT:
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

    def _pick(self, heading: Message, entries: Iterable[MenuEntry]) -> Any:
        """Show a page of the menu, and do what is chosen; return what that returns."""
        shown = list(entries)
        key = self._face.pick(self.texts.say(heading), shown, self.texts)
        try:
            return next(entry for entry in shown if entry.key == key).choose()
        except Refused as refused:
            self._say(refused.message)
            return None

    def _ask(self, question: Message) -> str:
        return self._face.ask(self.texts.say(question))

    def _say(self, message: Message) -> None:
        self._face.show(self.texts.say(message), self.texts)
