"""A tournament of computer players: pairs of games with the sides swapped and the same dice, the processes that play them, and the file that keeps the results."""

import hashlib
import json
import time
from collections.abc import Collection, Generator, Mapping, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from ludoteka.arena.players import ArenaPlayer, check_player, choose_at_random, create_player
from ludoteka.arena.ratings import Pairing
from ludoteka.core.dice import Dice, make_dice
from ludoteka.core.game import Game, Seat
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.players.process_pool import process_pool

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
    if sum(not one.is_guest for one in game.seats(checked)) < 2:
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
        if seat not in self._by_seat:
            self._by_seat[seat] = make_dice(self._kind, _bytes(f"{self._seed}/dice/{seat}"))
        return self._by_seat[seat].throw(seat, faces)


def _bytes(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def play_duel(terms: Terms, names: tuple[str, str], number: int) -> Duel:
    """Play both games of a pair, one after the other.

    Raises:
        Refused: "bad-player", "engine-failed" and others, if a player can't play.
    """
    return _duel(names, number, [_play_game(terms, names, number, swapped) for swapped in (0, 1)])


def _duel(names: tuple[str, str], number: int, played: Sequence[tuple[PlayedGame, list[list[float]]]]) -> Duel:
    """Put the two games of a pair and the thinking times in them together."""
    (first, times), (second, others) = played
    seconds = [[one[0] + two[0], one[1] + two[1], max(one[2], two[2])] for one, two in zip(times, others, strict=True)]
    return Duel(names, number, [first, second], seconds)


def _play_game(terms: Terms, names: tuple[str, str], number: int, swapped: int) -> tuple[PlayedGame, list[list[float]]]:
    """Play one game of a pair; return its result, and each player's thinking times as `Duel` has them.

    `swapped` is the index of the player who takes the first seat. With more than two seats, the players take them alternately.
    """
    game, seed = games()[terms.game], f"{terms.seed}/{number}"
    seconds: list[list[float]] = [[0, 0.0, 0.0], [0, 0.0, 0.0]]
    players = [clocked(_player(terms, name), times) for name, times in zip(names, seconds, strict=True)]
    guests = [one.letter for one in game.seats(terms.options) if one.is_guest]
    match = Match(game, game.complete_options(terms.options, guests, _bytes(f"{seed}/setup")))
    seats = [one for one in game.seats(match.options) if not one.is_guest]
    by_seat = {seat.number: (index + swapped) % 2 for index, seat in enumerate(seats)}
    dice = SeatDice(str(match.options.get("dice", "fair")), seed)
    chance = Random(f"{seed}/opening")  # noqa: S311 - these numbers are not secret
    play_on(match, dict.fromkeys(by_seat, choose_at_random), dice, chance, terms.opening)
    chance = Random(f"{seed}/{swapped}")  # noqa: S311 - as above
    play_on(match, {seat: players[index] for seat, index in by_seat.items()}, dice, chance, terms.plies)
    return _result(match, seats, by_seat), seconds


def _player(terms: Terms, name: str) -> ArenaPlayer:
    """Return a player of this process, who is created for their first game."""
    key = f"{terms} {name}"
    if key not in _players:
        _players[key] = create_player(name, games()[terms.game], terms.options, terms.go)
    return _players[key]


def clocked(player: ArenaPlayer, seconds: list[float]) -> ArenaPlayer:
    """Return a player whose thinking times are added up: their number, their sum, the longest."""

    def choose(match: Match, seed: int) -> int:
        started = time.perf_counter()
        action = player(match, seed)
        taken = time.perf_counter() - started
        seconds[:] = [seconds[0] + 1, seconds[1] + taken, max(seconds[2], taken)]
        return action

    return choose


def play_on(match: Match, players: Mapping[int, ArenaPlayer], dice: SeatDice, chance: Random, plies: int) -> None:
    """Play until the match is over or has this many plies; `players` are by seat, `chance` is for their choices."""
    while match.seat != NOBODY and len(match.actions) < plies:
        if match.seat == CHANCE:
            assert match.game.throw  # noqa: S101 - only games with throws have chance
            action = match.game.throw(match.state, dice.throw)
        else:
            action = players[match.seat](match, chance.getrandbits(32))
        match.play_action(action)


def _result(match: Match, seats: Sequence[Seat], by_seat: Mapping[int, int]) -> PlayedGame:
    """Return the result of a match: the player with the best seat wins, and an unfinished match is a draw."""
    returns = {seat.letter: match.game.rules.returns(match.state, seat.number) for seat in seats}
    best = [max((returns[one.letter] for one in seats if by_seat[one.number] == index), default=0) for index in (0, 1)]
    if match.seat != NOBODY:
        best = [0, 0]
    end = "limit" if match.seat != NOBODY else "draw" if best[0] == best[1] else "win"
    first = " ".join(one.letter for one in seats if by_seat[one.number] == 0)
    return PlayedGame(first, (1 + (best[0] > best[1]) - (best[0] < best[1])) / 2, end, len(match.actions), returns)


class Tournament(NamedTuple):
    """The players, each of whom is named once, and how they meet."""

    terms: Terms
    players: tuple[str, ...]
    pairs: int  # of games, in each pairing
    only_neighbours: bool = False  # whether only players beside each other in the list meet

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """The pairs of players who meet."""
        return [*(pairwise(self.players) if self.only_neighbours else combinations(self.players, 2))]

    def duels(self) -> list[tuple[tuple[str, str], int]]:
        """Return the pairs of games to play, each pairing's first one first."""
        return [(pairing, number) for number in range(self.pairs) for pairing in self.pairings]

    def results(self, duels: Collection[Duel]) -> list[Pairing]:
        """Return the scores of each pairing, in the order of the pairs."""
        ordered, index = sorted(duels, key=lambda one: one.number), self.players.index
        return [
            Pairing(
                index(pair[0]),
                index(pair[1]),
                [fmean(game.score for game in one.games) for one in ordered if one.players == pair],
            )
            for pair in self.pairings
        ]


class ResultsFile:
    """A file with one pair of games per line, as JSON.  It may hold results of other tournaments too.

    Raises:
        Refused: "no-file", if it can't be read or written.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self, tournament: Tournament) -> list[Duel]:
        """Return the results that belong to a tournament; a line that was cut off is skipped."""
        wanted, terms, found = set(tournament.duels()), _plain(tournament.terms), {}
        for line in self._lines():
            with suppress(ValueError, KeyError, TypeError):
                entry = json.loads(line)
                duel = Duel(tuple(entry["players"]), entry["pair"], [], entry["seconds"])
                duel.games.extend(PlayedGame(**one) for one in entry["games"])
                if (duel.players, duel.number) in wanted and {name: entry[name] for name in terms} == terms:
                    found[duel.players, duel.number] = duel
        return list(found.values())

    def add(self, terms: Terms, duel: Duel) -> None:
        if self._path is None:
            return
        games = [game._asdict() for game in duel.games]
        entry = {**_plain(terms), "players": duel.players, "pair": duel.number, "games": games, "seconds": duel.seconds}
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(entry, ensure_ascii=False)}\n")
        except OSError as error:
            raise self._refusal(error) from error

    def _lines(self) -> list[str]:
        """Return the lines so far; a last line without an end gets one."""
        if self._path is None or not self._path.exists():
            return []
        try:
            text = self._path.read_text("utf-8", errors="replace")
            if text and not text.endswith("\n"):
                with self._path.open("a", encoding="utf-8") as file:
                    file.write("\n")
        except OSError as error:
            raise self._refusal(error) from error
        return text.splitlines()

    def _refusal(self, error: OSError) -> Refused:
        reason = str(error.strerror)
        return Refused("no-file", Message("{name} cannot be used: {reason}.", name=str(self._path), reason=reason))


def _plain(terms: Terms) -> dict[str, Any]:
    """Return terms as they come back from JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(terms._asdict()))
    return plain


def check_players(game: Game, names: Sequence[str]) -> None:
    """Check that there are at least two different players, who can play this game.

    Raises:
        Refused: "bad-player", "secrets".
    """
    if len(names) < 2 or len(set(names)) < len(names):
        raise Refused("bad-player", Message("Name two or more players, each of them once."))
    for name in names:
        check_player(name, game)


def play_tournament(
    terms: Terms, duels: Sequence[tuple[tuple[str, str], int]], jobs: int
) -> Generator[Duel, None, None]:
    """Play pairs of games in several processes, each game in one, and yield each pair when both its games are over.

    Close the generator to play no more of them; games in progress are finished first.

    Raises:
        Refused: the reasons of `play_duel`; "player-died", if a process ended.
    """
    pool = process_pool(jobs)
    try:
        pairs = {duel: [pool.submit(_play_game, terms, *duel, swapped) for swapped in (0, 1)] for duel in duels}
        duel_of = {game: duel for duel, both in pairs.items() for game in both}
        lacking = dict.fromkeys(duels, 2)  # games
        for game in as_completed(duel_of):
            duel = duel_of[game]
            game.result()  # raises what went wrong, before the other game is over
            lacking[duel] -= 1
            if not lacking[duel]:
                yield _duel(*duel, [one.result() for one in pairs.pop(duel)])
    except BrokenProcessPool as error:
        raise Refused("player-died", Message("A process in which players think has ended unexpectedly.")) from error
    finally:
        pool.shutdown(cancel_futures=True)
