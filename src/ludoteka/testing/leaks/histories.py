"""Histories: the actions that led to a position, and what every seat heard of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ludoteka.core.game import Game, LogEntry, Options
from ludoteka.core.match import entries_by_seat, heard_text
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Path

Log = tuple[LogEntry, ...]
WIDTH = 24  # actions tried in one position


class Viewpoints(NamedTuple):
    """A game with options, and those who watch it."""

    game: Game
    options: Options
    letters: Mapping[int, str]  # of the seats, and of chance
    watchers: tuple[int, ...]  # every seat, and NOBODY for spectators

    @property
    def listeners(self) -> tuple[int, ...]:
        """Those who may hear different things; with common knowledge, spectators stand for all seats."""
        return (NOBODY,) if self.game.common_knowledge else self.watchers


@dataclass(eq=False)
class MatchHistory:
    """A position and the actions that led to it."""

    table: Viewpoints
    state: Any
    actions: tuple[int, ...]
    texts: tuple[str, ...]  # of the actions, as the acting seats know them
    turns: tuple[int, ...]  # the seats to act before every action and now, which everybody knows
    logs: Mapping[int, Log]  # of each watcher, and of chance, which hears everything
    sights: dict[int, Any] = field(default_factory=dict)  # a cache of what each seat sees

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self.turns[-1]

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions of the seat to act."""
        return self.table.game.legal(self.state)

    def known(self, seat: int) -> tuple[Any, ...]:
        """Return what a seat may know: whose turn it was, what it heard, and the answers."""
        return self.turns, self.logs[seat]

    def is_accepted(self, action: int) -> bool:
        """Tell whether an action is legal."""
        attempts = self.table.game.attempts
        return attempts.accepts(self.state, action) if attempts else action in self.legal

    def seen(self, seat: int) -> Any:
        """Return what a seat sees."""
        if seat not in self.sights:
            game = self.table.game
            observation = game.rules.observe(self.state, seat)
            self.sights[seat] = game.deduce(observation, self.logs[seat]) if game.deduce else observation
        return self.sights[seat]

    def text(self, action: int) -> str:
        """Return the text of an action of the seat to act."""
        return self.table.game.texts.action_text(self.seen(self.seat), action)

    def ways(self) -> dict[Path, int]:
        """Return the paths of the actions that the seat to act may try."""
        attempts, seen = self.table.game.attempts, self.seen(self.seat)
        actions = attempts.offers(seen) if attempts and self.seat not in (CHANCE, NOBODY) else self.legal
        return {self.table.game.texts.path(seen, action): action for action in actions}

    def heard_text(self, action: int, seat: int) -> str | None:
        """Return what a seat hears of an action; None for nothing."""
        return heard_text(self.text(action), self.table.game.visible_action(self.state, action, seat))

    def after(self, action: int) -> "MatchHistory":
        """Return the history after one more action."""
        table, game, state = self.table, self.table.game, self.state.copy()
        heard: dict[int, bool | str] = {seat: game.visible_action(self.state, action, seat) for seat in table.listeners}
        game.rules.apply(state, action)
        said = game.answers(self.state, action, state) if game.answers else ()
        text = self.text(action)
        told = entries_by_seat(table.letters[self.seat], text, heard, said)
        logs = {seat: (*self.logs[seat], one) for seat, one in told.items()}
        if game.common_knowledge:
            logs |= dict.fromkeys(table.watchers, logs[NOBODY])
        logs[CHANCE] = (*self.logs[CHANCE], told[NOBODY]._replace(text=text))
        turns = (*self.turns, game.rules.current_seat(state))
        return MatchHistory(table, state, (*self.actions, action), (*self.texts, text), turns, logs)


def initial_history(game: Game, options: Options) -> MatchHistory:
    """Return the history before the first action.

    Raises:
        Refused: "bad-option".
    """
    letters = {seat.number: seat.letter for seat in game.seats(options)}
    table, state = Viewpoints(game, options, letters | {CHANCE: "chance"}, (*letters, NOBODY)), game.begin(options)
    return MatchHistory(
        table, state, (), (), (game.rules.current_seat(state),), dict.fromkeys([CHANCE, *table.watchers], ())
    )


def sample(actions: list[int]) -> list[int]:
    """Return some of the actions, at regular intervals."""
    return actions[:: len(actions) // WIDTH + 1]
