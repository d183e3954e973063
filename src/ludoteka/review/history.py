"""The positions of a match, with all that is needed to judge what was done in each of them."""

from typing import Any, NamedTuple

from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.players.computer import past_digests
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.replay import begin_match, replay_plies

NOT_REVIEWABLE = Refusal("not-reviewable", status=409)


class Moment(NamedTuple):
    """A position, and the action that was played in it."""

    state: Any
    seat: int  # to act; CHANCE at a throw
    legal: tuple[int, ...]
    past: tuple[int, ...]  # this and the next as in `search.search.Root`
    quiet_left: int | None
    action: int
    text: str


class PlayedMatch(NamedTuple):
    """A match that was played, finished or not."""

    game: Game
    seats: tuple[int, ...]
    letters: tuple[str, ...]  # of the seats
    titles: tuple[Message, ...]
    moments: tuple[Moment, ...]
    last: Any  # the state after all of them
    returns: tuple[int, ...] | None  # of the seats; None if the match is not over
    result: str  # as in the record

    def last_moment(self) -> Moment:
        """Return the moment after all of them, in which nothing was played."""
        seat, legal = self.game.rules.current_seat(self.last), tuple(self.game.legal(self.last))
        return Moment(self.last, seat, legal, (), None, -1, "")


def history_of(record: MatchRecord, game: Game) -> PlayedMatch:
    """Return the history of a recorded match.  Raises Refused: "not-reviewable"; and as `records.replay.replay`."""
    if game.evaluation is None:
        raise not_reviewable(game)
    match = begin_match(record, game)
    moments: list[Moment] = []
    for _ in replay_plies(record, match, lambda _, ply: moments.append(_play(match, ply.text))):
        pass
    seats = game.seats(match.options)
    numbers = tuple(one.number for one in seats)
    returns = None if match.seat != NOBODY else tuple(game.rules.returns(match.state, seat) for seat in numbers)
    return PlayedMatch(
        game,
        numbers,
        tuple(one.letter for one in seats),
        tuple(one.title for one in seats),
        tuple(moments),
        match.state,
        returns,
        record.result,
    )


def not_reviewable(game: Game) -> Refused:
    """Return the refusal of reviews of a game."""
    reason = Message("There is no review of {game}: its positions can't be judged by a search.", game=game.title)
    return NOT_REVIEWABLE(reason)


def _play(match: Match, text: str) -> Moment:
    seat, legal = match.seat, tuple(match.legal())
    past = tuple(past_digests(match.game, match.past, match.options))
    quiet_left, state = match.quiet_actions_left, match.state.copy()
    return Moment(state, seat, legal, past, quiet_left, match.play(text), text)


def is_throw(moment: Moment) -> bool:
    """Tell whether chance acts."""
    return moment.seat == CHANCE


def is_reviewable(game: Game) -> bool:
    """Tell whether matches of a game can be reviewed: by the search, or by what was hidden."""
    return game.evaluation is not None or game.hindsight is not None
