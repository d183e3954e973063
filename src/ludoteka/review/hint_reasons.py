"""Why a hint is good, in sentences: what the action does, what it prepares, and how much better it is than the next one."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludoteka.core.game import Sentences
from ludoteka.core.match import Match
from ludoteka.core.message import Message
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.review.judges import action_chance
from ludoteka.review.reports import percent

COMPARED = 2  # lines: the best action, and the one with which it is compared
FURTHEST = 5  # actions of the best line, in which a purpose is looked for

Line = tuple[Sequence[str], int]  # the texts of actions, and their value for the seat to act, in hundredths of a piece


class HintReasons(NamedTuple):
    """What a hint says besides its action."""

    says: Sentences  # what the action does, in the words of the game; none if that is no more than its text
    reasons: Sentences  # why it is good


def describe_action(match: Match, action: int) -> Sentences:
    """Return what an action does, in the words of the game; nothing in a game with secrets, which has no such words."""
    game = match.game
    return game.remarks(match.state, action, game.state_after(match.state, [action])) if game.remarks else ()


def explain_hint(match: Match, lines: Sequence[Line], won: int, moves: int | None) -> HintReasons:
    """Return the reasons for the first of the best lines in a match without secrets.

    Values of `won` are forced wins; `moves` is how many moves such a win takes, if that is known.
    """
    replica = Match(match.game, match.options, match.position_text)
    seat = match.seat
    says = describe_action(match, match.check(lines[0][0][0]))
    prepared: Sentences = ()
    for index, text in enumerate(lines[0][0][:FURTHEST]):
        if replica.seat in (CHANCE, NOBODY):
            break
        is_own = replica.seat == seat
        replica.play(text)
        remarks = replica.remarks[-1] if replica.remarks else ()
        if index > 0 and is_own and remarks:
            prepared = (Message("It prepares one of the next moves. {remark}", remark=remarks[0]), *remarks[1:])
            break
    return HintReasons(says, (*prepared, *_compare(match, lines, won, moves)))


def _compare(match: Match, lines: Sequence[Line], won: int, moves: int | None) -> Iterator[Message]:
    """Say what the best action is worth, and the next best one."""
    seats, value = len(match.game.seats(match.options)), lines[0][1]
    if len(match.legal()) == 1:
        yield Message("It is the only move.")
        return
    if value >= won:
        yield _win(moves)
        return
    if value <= -won:
        yield Message("Every move loses by force.")
        return
    chance = percent(action_chance(value, seats, won))
    if len(lines) == 1:
        yield Message("The chance to win is {chance}%.", chance=chance)
        return
    (other, *_), next_value = lines[1]
    following = percent(action_chance(next_value, seats, won))
    if next_value <= -won:
        yield Message("Every other move loses by force.")
    elif following == chance:
        yield Message("The chance to win is {chance}%; {other} is almost as good.", chance=chance, other=other)
    else:
        yield Message(
            "The chance to win is {chance}%; with the next best move, {other}, it is {following}%.",
            chance=chance,
            other=other,
            following=following,
        )


def _win(moves: int | None) -> Message:
    if moves is None:
        return Message("It wins by force.")
    if moves == 1:
        return Message("It wins at once.")
    return Message("It wins by force in {count} move.", plural="It wins by force in {count} moves.", count=moves)
