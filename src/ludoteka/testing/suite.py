"""The suite: the list of all checks, and functions that run them and raise AssertionError with the first complaint."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from ludoteka.core.game import Game, Options
from ludoteka.core.match import Match
from ludoteka.core.message import Message
from ludoteka.testing import contract, play, texts
from ludoteka.testing.dialect import dialect
from ludoteka.testing.encodings import check_encoding, encodings
from ludoteka.testing.leaks import HISTORIES, LINES, LeakCoverage, View, find_leaks, seat_view
from ludoteka.testing.lockstep import lockstep
from ludoteka.testing.scenes import boards, diagrams, foresight, scenes
from ludoteka.testing.tips import check_tips
from ludoteka.testing.walks import Choose, chooser, random_walk, variants

MATCHES = 5  # for each variant of the options
PLIES = 200  # of one match
GAMES_IN_STEP = 50  # for each variant of the options
LESS = 6  # the search for leaks is this many times shorter if options differ from the defaults

Report = Callable[[Message], None]

GAME_CHECKS = (contract.check_signatures, contract.check_numbers, contract.check_names, diagrams)
SOURCE_CHECKS = (*GAME_CHECKS, dialect, check_encoding)  # before anything is played
MATCH_CHECKS = (
    play.carriers,
    play.legal_action_lists,
    play.turns,
    play.results,
    play.evaluations,
    play.one_mutator,
    play.observations,
    play.worlds,
    play.outcomes,
    play.throws,
    texts.position_texts,
    texts.action_texts,
    texts.bad_positions,
    texts.refused_texts,
    texts.refused_paths,
    scenes,
    boards,
    foresight,
    encodings,
)


class Complaint(AssertionError):
    """A problem with a game, in one sentence; not an error that the game itself raised."""


def check_game(game: Game, matches: int = MATCHES, plies: int = PLIES, report: Report = lambda message: None) -> None:
    """Check a game against everything that the house relies on.

    `report` receives messages about how much was checked.

    Raises:
        AssertionError: with one sentence that says what is wrong, and where or after which actions.
    """
    for check in SOURCE_CHECKS:
        _insist(game.name, check(game))
    for step in check_steps(game, matches, plies, report):
        step()


def check_steps(game: Game, matches: int, plies: int, report: Report) -> list[Callable[[], None]]:
    """Return the steps of `check_game` after the checks of the sources, to be called one by one."""
    played, in_step, looked = MatchCounter(), MatchCounter(), LeakCoverage()
    every: list[Callable[[], None]] = []
    for options in variants(game):
        every += [partial(check_match, game, options, played.chooser(number), plies) for number in range(matches)]
        every += [
            partial(check_lockstep, game, options, in_step.chooser(number), plies) for number in range(GAMES_IN_STEP)
        ]
        every.append(partial(check_secrets, game, options, looked))
    every.append(lambda: _insist(game.name, check_tips(game)))
    return [*every, lambda: _sum_up(played, in_step, looked, report)]


@dataclass
class MatchCounter:
    """Creates choosers, and counts their matches and plies."""

    matches: int = 0
    plies: int = 0

    def chooser(self, seed: int) -> Choose:
        choose = chooser(seed)
        self.matches += 1

        def counted(below: int) -> int:
            self.plies += 1
            return choose(below)

        return counted


def _sum_up(played: MatchCounter, in_step: MatchCounter, looked: LeakCoverage, report: Report) -> None:
    report(Message("Random matches checked in full: {matches}; plies: {plies}", **vars(played)))
    report(Message("Random matches interpreted and compiled in step: {matches}; plies: {plies}", **vars(in_step)))
    report(looked.message)


def check_match(game: Game, options: Options, choose: Choose, plies: int = PLIES) -> None:
    """Play one random match and run every check in every position.  Raises the same as `check_game`."""
    for match in random_walk(Match(game, options), choose, plies):
        for check in MATCH_CHECKS:
            where = f"{game.name} {options} after {' '.join(match.actions) or 'no action'}"
            _insist(where, check(match))


def check_lockstep(game: Game, options: Options, choose: Choose, plies: int = PLIES) -> None:
    """Play one random game both interpreted and compiled.  Raises the same as `check_game`."""
    _insist(f"{game.name} {options}", lockstep(game, options, choose, plies))


def check_secrets(game: Game, options: Options, looked: LeakCoverage | None = None, view: View = seat_view) -> None:
    """Search for leaks, for a shorter time if options differ from the defaults; count in `looked` what was compared.

    `view` returns what a seat receives, for the history of a match: by default what it receives in a house.

    Raises the same as `check_game`.
    """
    share = 1 if options == game.check_options({}) else LESS
    _insist(f"{game.name} {options}", find_leaks(game, options, HISTORIES // share, LINES // share, looked, view))


def _insist(where: str, complaints: Iterator[Any]) -> None:
    try:
        complaint = next(complaints, None)
    except Exception as error:
        error.add_note(f"{where}, while it was checked")
        raise
    if complaint is not None:
        raise Complaint(f"{where}: {complaint}")
