"""The suite: all checks, and who runs them.  Everything here raises AssertionError with the first complaint."""

from collections.abc import Callable, Iterator
from typing import Any

from ludoteka.core.game import Game, Options
from ludoteka.core.match import Match
from ludoteka.core.message import Message
from ludoteka.testing import contract, play, refusals, texts
from ludoteka.testing.diagrams import diagrams
from ludoteka.testing.lockstep import lockstep
from ludoteka.testing.looked import Looked
from ludoteka.testing.scenes import scenes
from ludoteka.testing.secrets import HISTORIES, LINES, LeakCheck
from ludoteka.testing.walks import Choose, chooser, variants, walk

MATCHES = 5  # with each variant of the options
PLIES = 200  # of one match
GAMES_IN_STEP = 50  # with each variant
LESS = 6  # times less is searched for leaks in the variants that are not the usual one

Report = Callable[[Message], None]

GAME_CHECKS = (contract.signatures, contract.numbers, contract.names, diagrams)
MATCH_CHECKS = (
    play.carriers,
    play.legal_actions,
    play.turns,
    play.results,
    play.one_mutator,
    play.observations,
    play.steps,
    play.throws,
    texts.position_texts,
    texts.action_texts,
    texts.bad_positions,
    refusals.refused_texts,
    refusals.refused_paths,
    scenes,
)


def unheard(message: Message) -> None:
    """Let nobody know."""


def check_game(game: Game, matches: int = MATCHES, plies: int = PLIES, report: Report = unheard) -> None:
    """Hold a game against everything that the house relies on.

    `report` is told how much was looked at.

    Raises:
        AssertionError: with a sentence that says what is wrong, and after which actions.
    """
    looked = Looked()
    for check in GAME_CHECKS:
        _insist(game.name, check(game))
    for options in variants(game):
        for number in range(matches):
            check_match(game, options, chooser(number), plies)
        for number in range(GAMES_IN_STEP):
            check_lockstep(game, options, chooser(number), plies)
        check_secrets(game, options, looked)
    report(looked.message)


def check_match(game: Game, options: Options, choose: Choose, plies: int = PLIES) -> None:
    """Play one random match and hold every position of it against every check.  Raises as `check_game`."""
    for match in walk(Match(game, options), choose, plies):
        for check in MATCH_CHECKS:
            where = f"{game.name} {options} after {' '.join(match.actions) or 'no action'}"
            _insist(where, check(match))


def check_lockstep(game: Game, options: Options, choose: Choose, plies: int = PLIES) -> None:
    """Play one random game interpreted and compiled.  Raises as `check_game`."""
    _insist(f"{game.name} {options}", lockstep(game, options, choose, plies))


def check_secrets(game: Game, options: Options, looked: Looked | None = None) -> None:
    """Search for leaks, under other options than the usual ones less long; `looked` counts it.  Raises as `check_game`."""
    share = 1 if options == game.checked({}) else LESS
    check = LeakCheck(game, options, HISTORIES // share, LINES // share, looked)
    _insist(f"{game.name} {options}", check.complaints())


def _insist(where: str, complaints: Iterator[Any]) -> None:
    try:
        complaint = next(complaints, None)
    except Exception as error:
        error.add_note(f"{where}, while it was checked")
        raise
    if complaint is not None:
        raise AssertionError(f"{where}: {complaint}")
