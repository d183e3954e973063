"""Pairs of games between two players: the sides are swapped, and every seat gets the same dice in both games."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ludoteka.arena.players import ArenaPlayer, RandomPlayer, create_player
from ludoteka.core.dice import Dice, make_dice
from ludoteka.core.game import Game, Seat
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games

OPENING = 4  # random plies; with throws or secrets none, since games differ anyway
MOST_PLIES = 10_000  # nearly all matches between computers are over by then
_players: dict[str, ArenaPlayer] = {}  # of this process, by their terms and name: an engine plays all its games


class Terms(NamedTuple):
    """What all games of an arena have in common."""

    game: str
    options: dict[str, Any]  # checked
    seed: int  # of openings, dice, mazes, and the players' random choices
    opening: int  # random plies at the start
    plies: int  # after which a game ends as a draw
    go: str  # the `go` command for engines


def create_terms(
    game: Game, options: dict[str, Any], seed: int, opening: int | None, plies: int | None, go: str = ""
) -> Terms:
    """Return terms with checked options, and the usual opening and limit of plies in place of None.

    Raises:
        Refused: "bad-option"; "bad-seats", if fewer than two seats play.
    """
    checked = game.check_options(options)
    if len(game.seats(checked)) < 2:
        raise Refused("bad-seats", Message("An arena needs at least two seats."))
    usual_opening = 0 if game.throw or game.has_secrets else OPENING
    return Terms(game.name, checked, seed, usual_opening if opening is None else opening, plies or MOST_PLIES, go)


class PlayedGame(NamedTuple):
    """The result of one game."""

    seats: str  # the letters of the first player's seats, separated by blanks
    score: float  # of the first player: 1 for a win, 0.5 for a draw, 0 for a loss
    end: str  # "win", "draw", or "limit" of plies
    plies: int
    returns: dict[str, int]  # by the letters of the seats


class Duel(NamedTuple):
    """A pair of games."""

    players: tuple[str, str]
    number: int  # of the pair: with the seed, it decides the opening and the dice
    games: list[PlayedGame]
    seconds: list[list[float]]  # thinking times of each player: the number of decisions, their sum, the longest


class SeatDice:
    """Dice for each seat, so that what one seat throws does not depend on how often others throw."""

    def __init__(self, kind: str, seed: str) -> None:
        self._kind, self._seed = kind, seed
        self._by_seat: dict[int, Dice] = {}

    def throw(self, seat: int, faces: int) -> int:
        """Throw a die with `faces` faces for a seat."""
        if seat not in self._by_seat:
            self._by_seat[seat] = make_dice(self._kind, _bytes(f"{self._seed}/dice/{seat}"))
        return self._by_seat[seat].throw(seat, faces)


def _bytes(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def play_duel(terms: Terms, names: tuple[str, str], number: int) -> Duel:
    """Play both games of a pair.  With more than two seats, the players take them alternately.

    Raises:
        Refused: "bad-player", "engine-failed" and others, if a player can't play.
    """
    seconds: list[list[float]] = [[0, 0.0, 0.0], [0, 0.0, 0.0]]
    players = [_player(terms, name) for name in names]
    results = [_play_game(terms, players, number, swapped, seconds) for swapped in (0, 1)]
    return Duel(names, number, results, seconds)


def _player(terms: Terms, name: str) -> ArenaPlayer:
    key = f"{terms} {name}"
    if key not in _players:
        _players[key] = create_player(name, games()[terms.game], terms.options, terms.go)
    return _players[key]


def _play_game(
    terms: Terms, players: Sequence[ArenaPlayer], number: int, swapped: int, seconds: list[list[float]]
) -> PlayedGame:
    """Play one game of a pair; `swapped` is the index of the player who takes the first seat."""
    game, seed = games()[terms.game], f"{terms.seed}/{number}"
    match = Match(game, _generated(game, terms.options, _bytes(f"{seed}/setup")))
    seats = game.seats(match.options)
    by_seat = {seat.number: (index + swapped) % 2 for index, seat in enumerate(seats)}
    dice = SeatDice(str(match.options.get("dice", "fair")), seed)
    chance = Random(f"{seed}/opening")  # noqa: S311 - these numbers are not secret
    play_on(match, dict.fromkeys(by_seat, RandomPlayer()), dice, chance, terms.opening)
    chance = Random(f"{seed}/{swapped}")  # noqa: S311 - as above
    thinking = {seat: Clocked(players[index], seconds[index]) for seat, index in by_seat.items()}
    play_on(match, thinking, dice, chance, terms.plies)
    return _result(match, seats, by_seat)


def _generated(game: Game, options: dict[str, Any], seed: bytes) -> dict[str, Any]:
    """Return the options of a game with what chance creates, without the seats that join later."""
    guests = [one.letter for one in game.seats(options) if one.is_guest]
    if game.late and guests:
        options = dict(game.late.defer(options, guests))
    return dict(game.generate(options, seed)) if game.generate else options


class Clocked:
    """A player whose thinking times are added up."""

    def __init__(self, player: ArenaPlayer, seconds: list[float]) -> None:
        self._player, self._seconds = player, seconds

    def choose(self, match: Match, seed: int) -> int:
        """Return the player's action."""
        started = time.perf_counter()
        action = self._player.choose(match, seed)
        taken = time.perf_counter() - started
        self._seconds[:] = [self._seconds[0] + 1, self._seconds[1] + taken, max(self._seconds[2], taken)]
        return action


def play_on(match: Match, players: Mapping[int, ArenaPlayer], dice: SeatDice, chance: Random, plies: int) -> None:
    """Play until the match is over or has this many plies; `players` are by seat, `chance` is for their choices."""
    while match.seat != NOBODY and len(match.actions) < plies:
        if match.seat == CHANCE:
            assert match.game.throw  # noqa: S101 - only games with throws have chance
            action = match.game.throw(match.state, dice.throw)
        else:
            action = players[match.seat].choose(match, chance.getrandbits(32))
        match.play(match.text_of(action))


def _result(match: Match, seats: Sequence[Seat], by_seat: Mapping[int, int]) -> PlayedGame:
    """Return the result of a match: the player with the best seat wins, and an unfinished match is a draw."""
    returns = {seat.letter: match.game.rules.returns(match.state, seat.number) for seat in seats}
    best = [max((returns[one.letter] for one in seats if by_seat[one.number] == index), default=0) for index in (0, 1)]
    if match.seat != NOBODY:
        best = [0, 0]
    end = "limit" if match.seat != NOBODY else "draw" if best[0] == best[1] else "win"
    first = " ".join(one.letter for one in seats if by_seat[one.number] == 0)
    return PlayedGame(first, (1 + (best[0] > best[1]) - (best[0] < best[1])) / 2, end, len(match.actions), returns)
