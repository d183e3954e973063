"""Matches that programs play, and the records they read and write."""

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from ludoteka.core import match as core
from ludoteka.core.dice import commitment, make_dice
from ludoteka.core.game import Game, LogEntry
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Scene, track_pieces
from ludoteka.games import find_game
from ludoteka.records.match_record import MatchRecord, Ply, result_text, turn_numbers
from ludoteka.records.replay import begin_match, replay_plies

if TYPE_CHECKING:
    from ludoteka.library.views import View

SEED_BYTES = 32
SPECTATOR, REFEREE = "spectator", "referee"
CHANCE_TO_ACT = "chance"


class Match:
    """A match of one game.

    Actions are texts such as "e2-f2".  `print(match)` shows the board, and notebooks show a picture: of what the player
    to move may know.

    Args:
        game: the name of a game, as in `ludoteka.games()`.
        position: the text of the position to begin with; by default, the usual start.
        seed: decides all throws, and what chance creates before the start; by default, it is random.
        options: of the game; those left out have their defaults.

    Raises:
        Refused: "no-such-game", "bad-option", "bad-position", "bad-seed".
    """

    def __init__(
        self, game: str, *, position: str | None = None, seed: int | bytes | None = None, **options: Any
    ) -> None:
        known = find_game(game)
        self._seed = _seed_bytes(seed)
        self._is_from_record = False
        complete = known.complete_options(known.check_options(options), [], self._seed)
        self._begin(core.Match(known, complete, position))

    def _begin(self, match: core.Match) -> None:
        self._match = match
        self._actors: list[str] = []  # the seat of each action
        self._thrown: list[bool] = []  # whether each action is a throw that follows from the seed
        self._dice = make_dice(match.options.get("dice", ""), self._seed)

    @classmethod
    def from_record(cls, record: MatchRecord | str) -> Self:
        """Return the match of a record, played to its end.  Resignations are in the record alone.

        Raises:
            Refused: "bad-record", with the line; "no-such-game"; or why an action can't be played.
        """
        record = read_record(record) if isinstance(record, str) else record
        match = cls.__new__(cls)
        match._seed, match._is_from_record = _seed_bytes(None), True
        match._begin(begin_match(record, find_game(record.game)))
        for letter, ply in replay_plies(record, match._match):
            if not ply.resigns:
                match._note(letter)
        return match

    @property
    def game(self) -> Game:
        """The game."""
        return self._match.game

    @property
    def options(self) -> dict[str, Any]:
        """The options; secret ones only when the match is over."""
        return dict(self._match.options) if self.is_over else self.game.public_options(self._match.options)

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of all seats, in their order."""
        return tuple(seat.letter for seat in self.game.seats(self._match.options))

    @property
    def seat(self) -> str | None:
        """The letter of the seat to act; "chance" if a throw is due, None when the match is over."""
        return self._match.letter(self._match.seat)

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self._match.seat == NOBODY

    @property
    def result(self) -> dict[str, int] | None:
        """The result of each seat: 1 for a win, 0 for a draw, -1 for a loss, or its score; None until the match is over."""
        return self._match.returns()

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of all actions and throws so far.  Raises Refused: "secrets", until a match with secrets is over."""
        self._check_revealed()
        return tuple(self._match.actions)

    @property
    def legal_actions(self) -> dict[str, int]:
        """The texts of the legal actions, or of the possible throws, each with its number in the rules.

        In a game in which the player to move can't know what is legal, these are the actions that they may try.  The
        throws of a game with secrets are not listed.
        """
        if self._match.seat == CHANCE and self.game.has_secrets:
            return {}
        return {self._match.text_of(action): action for action in self._match.offers()}

    @property
    def position(self) -> str:
        """The text of the position.  Raises Refused: "secrets", until a match with secrets is over."""
        self._check_revealed()
        return self._match.position_text

    def _check_revealed(self) -> None:
        if self.game.has_secrets and not self.is_over:
            raise Refused("secrets", Message("This game has secrets, and the match is not over yet."))

    def play(self, action: str) -> None:
        """Play a legal action, or a throw that was made elsewhere.  A refusal changes nothing.

        Raises:
            Refused: "game-over", "bad-text", or why the rules don't allow the action.
        """
        actor = str(self.seat)
        self._match.play(action)
        self._note(actor)

    def throw(self) -> str:
        """Make the throw that is due, and return what everybody hears of it.  It follows from the seed.

        Raises:
            Refused: "no-throw".
        """
        if self._match.seat != CHANCE or self.game.throw is None:
            raise Refused("no-throw", Message("No throw is due."))
        self._match.play_action(self.game.throw(self._match.state, self._dice.throw))
        self._note(CHANCE_TO_ACT, is_thrown=True)
        return self._last_heard()

    def _last_heard(self) -> str:
        """Return what everybody heard of the last action: its text, another text, or nothing."""
        return (self._match.log(NOBODY)[-1].text or "") if self.game.keeps_log else self._match.actions[-1]

    def _note(self, actor: str, *, is_thrown: bool = False) -> None:
        self._actors.append(actor)
        self._thrown.append(is_thrown)

    def pop(self) -> str:
        """Take back the last action or throw, and return what everybody heard of it.  The match is replayed up to there.

        A throw that is taken back and made again shows the same faces.

        Raises:
            Refused: "nothing-to-take-back".
        """
        if not self._match.actions:
            raise Refused("nothing-to-take-back", Message("There is nothing to take back."))
        last = self._last_heard()
        vars(self).update(vars(self._replayed(len(self._actors) - 1)))
        return last

    def copy(self) -> Self:
        """Return another match in which the same actions were played."""
        return self._replayed(len(self._actors))

    def _replayed(self, length: int) -> Self:
        twin = type(self).__new__(type(self))
        twin._seed, twin._is_from_record = self._seed, self._is_from_record
        twin._begin(core.Match(self.game, self._match.options, self._match.position))
        for text, is_thrown in zip(self._match.actions[:length], self._thrown, strict=False):
            if is_thrown:
                twin.throw()
            else:
                twin.play(text)
        return twin

    def view(self, seat: str | None = None) -> "View":
        """Return what a seat may know, by its letter, or a "spectator"; by default, the player to move.

        Raises:
            Refused: "no-such-seat".
        """
        match, letter = self._match, seat or (self.seat if self.seat in self.seats else SPECTATOR)
        numbers = {one.letter: one for one in self.game.seats(match.options)}
        if letter != SPECTATOR and letter not in numbers:
            raise Refused(
                "no-such-seat",
                Message("There is no seat {seat}. The seats are: {seats}.", seat=str(letter), seats=", ".join(numbers)),
            )
        number = NOBODY if letter == SPECTATOR else numbers[letter].number
        shown = number if self.game.has_secrets else match.seat  # without secrets, all see the same
        if shown == CHANCE:
            shown = NOBODY
        earlier = match.scene(shown, match.previous_state) if match.actions else None
        scene = track_pieces(track_pieces(None, earlier) if earlier else None, match.scene(shown))
        return self._show(str(letter), scene, match.log(number))

    def reveal(self) -> "View":
        """Return what the referee sees.  Raises Refused: "no-reveal", if the game can't show it."""
        if not self.game.has_secrets:
            view = self.view(SPECTATOR)
            return self._show(REFEREE, view.scene, view.log)
        scene: Scene | None = self._match.reveal()
        if scene is None:
            raise Refused("no-reveal", Message("This game can't show its secrets."))
        return self._show(REFEREE, scene, self._match.log())

    def _show(self, seat: str, scene: Scene, log: tuple[LogEntry, ...]) -> "View":
        from ludoteka.library.views import View  # noqa: PLC0415 - a program that draws nothing starts a fifth faster

        return View(self.game, seat, scene, log)

    def record(
        self,
        *,
        players: Mapping[str, str] | None = None,
        date: str = "",
        tags: Mapping[str, str] | None = None,
        reveal: bool = False,
    ) -> MatchRecord:
        """Return the record of the match; `str(record)` is its text.

        Args:
            players: the names of the players, by the letters of their seats.
            date: as "2026.03.31".
            tags: others, which the house doesn't interpret.
            reveal: whether to write down the secrets of a match that is not over.

        Raises:
            Refused: "not-over", in a game with secrets.
        """
        match, game = self._match, self.game
        if game.has_secrets and not (self.is_over or reveal):
            raise Refused("not-over", Message("The record would tell the secrets of a match that is not over yet."))
        chance = [thrown for thrown, seat in zip(self._thrown, self._actors, strict=True) if seat == CHANCE_TO_ACT]
        # What chance did before a record was read follows from another seed
        has_seed = not self._is_from_record and all(chance) and bool(chance or game.generate)
        answers = [" ".join(entry.answers) for entry in match.log_entries] or [""] * len(match.actions)
        numbers = turn_numbers(self._actors, self.seats)
        return MatchRecord(
            game.name,
            game.rules_version,
            match.options,
            match.position,
            dict(players or {}),
            date,
            result_text(self.result, has_scores=game.scores is not None),
            seed_commitment=commitment(self._seed) if has_seed else "",
            seed=self._seed.hex() if has_seed and (self.is_over or reveal) else "",
            tags=dict(tags or {}),
            plies=tuple(
                Ply(text, number=number, comment=comment)
                for text, number, comment in zip(match.actions, numbers, answers, strict=True)
            ),
        )

    def __str__(self) -> str:
        """The board as the player to move may see it, and whose turn it is."""
        return str(self.view())

    def __repr__(self) -> str:
        return f"<Match of {self.game.name} after {len(self._actors)} actions>"

    def svg(self) -> str:
        """Return the board, as the player to move may see it, as an SVG file."""
        return self.view().svg()

    def _repr_svg_(self) -> str:
        return self.svg()


def read_record(text: str) -> MatchRecord:
    """Read the text of a match record: headers, actions, comments and variations.

    Raises:
        Refused: "bad-record", with the line and the reason.
    """
    return MatchRecord.parse(text)


def _seed_bytes(seed: int | bytes | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes):
        return seed
    if not 0 <= seed < 1 << 8 * SEED_BYTES:
        raise Refused("bad-seed", Message("A seed is bytes, or a whole number from 0 to 2^256-1."))
    return seed.to_bytes(SEED_BYTES, "big")
