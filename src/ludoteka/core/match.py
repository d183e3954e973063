"""A match as the rules see it: game, options, actions.  It replays to the same position anywhere."""

from collections import Counter
from typing import Any

from ludoteka.core.game import Game, Told
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY

REPETITIONS = 3  # the third occurrence of a position is a draw, where the option says so


class Match:
    """The state of one match and the actions that led to it.

    Raises:
        Refused: "bad-option", "bad-position".
    """

    def __init__(self, game: Game, options: Any = None, position: str | None = None) -> None:
        self.game = game
        self.options = game.checked({} if options is None else options)
        self.position = position
        self.state: Any = game.begin(self.options, position)
        self._letters: dict[int, str | None] = {one.number: one.letter for one in game.seats(self.options)}
        self._letters |= {CHANCE: "chance", NOBODY: None}
        self.actions: list[str] = []
        self.told: list[Told] = []  # what everybody has heard, in a moderated game
        self._counts: Counter[str] | None = Counter() if self.options.get("repetition") == "draw" else None
        self._drawn = False
        self._legal: list[int] | None = None  # of the state as it is, once asked for
        self._seen: dict[int, Any] = {}  # by seat, likewise
        self._count()

    @property
    def seat(self) -> int:
        """The seat to act, CHANCE at a throw, NOBODY when the match is over."""
        return NOBODY if self._drawn else self.game.rules.current_seat(self.state)

    @property
    def position_text(self) -> str:
        """The position as its fixed text."""
        return self.game.notation.position_text(self.state)

    @property
    def past(self) -> list[str]:
        """The positions that have come so far and may count again; empty where repetition is no matter."""
        return list(self._counts or ())

    @property
    def is_drawn_by_repetition(self) -> bool:
        """Tell whether the match ended by repetition."""
        return self._drawn

    def letter(self, seat: int) -> str | None:
        """Return the name of a seat in texts: its letter, "chance", or None for nobody."""
        return self._letters[seat]

    def legal(self) -> list[int]:
        """Return the legal actions; none when the match is over."""
        if self._legal is None:
            self._legal = [] if self._drawn else self.game.legal(self.state)
        return self._legal

    def legal_texts(self) -> list[str]:
        """Return the legal actions as texts, sorted by code points; the moderator's list names some by one word."""
        seen, moderator = self.seen(), self.game.moderator
        texts = [self.game.notation.action_text(seen, action) for action in self.legal()]
        return sorted(map(moderator.listed, texts) if moderator else texts)

    def seen(self, seat: int | None = None, before: Any = None) -> Any:
        """Return what a seat sees, or saw in the state `before` the last action.

        Without a seat: the one to act, on which alone legality and texts depend.
        """
        seat = self.seat if seat is None else seat
        if before is not None:
            return self._heard(before, seat, self.told[:-1])
        if seat not in self._seen:
            self._seen[seat] = self._heard(self.state, seat, self.told)
        return self._seen[seat]

    def _heard(self, state: Any, seat: int, told: list[Told]) -> Any:
        observation = self.game.rules.observe(state, seat)
        return self.game.moderator.hearing(observation, tuple(told)) if self.game.moderator else observation

    def offers(self) -> list[int]:
        """Return what the seat to act may try, as far as it knows."""
        moderator = self.game.moderator
        if moderator is None or self.seat in (CHANCE, NOBODY):
            return self.legal()
        return moderator.offers(self.seen())

    def accepts(self, action: int) -> bool:
        """Tell whether an action may be played now."""
        moderator = self.game.moderator
        return moderator.accepts(self.state, action) if moderator else action in self.legal()

    def returns(self) -> dict[str, int] | None:
        """Return the result, from each seat's letter to 1, 0 or -1; None while the match goes on."""
        if self.seat != NOBODY:
            return None
        return {one.letter: self.game.rules.returns(self.state, one.number) for one in self.game.seats(self.options)}

    def check(self, text: str) -> int:
        """Return the legal action that `text` names.

        Raises:
            Refused: "game-over", "bad-text", or the game's own reason.
        """
        if self.seat == NOBODY:
            raise Refused("game-over", Message("The match is over."))
        seen, moderator = self.seen(), self.game.moderator
        action = self.game.notation.parse_action(seen, text)
        if not self.accepts(action):
            raise moderator.refusal(self.state, action) if moderator else self.game.notation.refusal(seen, action)
        return action

    def play(self, text: str) -> int:
        """Play the action that `text` names and return it; on refusal nothing is changed.  Raises as `check` does."""
        action = self.check(text)
        letter, moderator = str(self.letter(self.seat)), self.game.moderator
        self.game.rules.apply(self.state, action)
        self._legal, self._seen = None, {}
        self.actions.append(text)
        if moderator:
            self.told.append(Told(letter, moderator.public(text), tuple(moderator.answers(self.state))))
        self._count()
        return action

    def _count(self) -> None:
        if self._counts is not None:
            text = self.position_text
            self._counts[text] += 1
            self._drawn = self._counts[text] >= REPETITIONS and not self.game.rules.is_terminal(self.state)
