"""Replay the record of a match, and report where it can't be played."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludoteka.core.game import WIN_OR_LOSS, Game, Options
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.records.match_record import OPTION, UNFINISHED, MatchRecord, Ply, bad_record, result_text

SHOWN = 40  # characters of faulty text that a message repeats


def replay(record: MatchRecord, game: Game) -> Match:
    """Return the match of a record, played to its end.

    Raises:
        Refused: "bad-record", with the line; or the game's own refusal of an action, with its number, text and line.
    """
    match = begin_match(record, game)
    for _ in replay_plies(record, match):
        pass
    return match


def replay_plies(
    record: MatchRecord, match: Match, play: Callable[[str, Ply], object] | None = None
) -> Iterator[tuple[str, Ply]]:
    """Play the plies of a record in `match`; yield the letter of the actor and each ply.  Raises the same as `replay`.

    `play`, if given, plays each action in `match` for its actor, and may do more with it.
    """
    game = match.game
    play = play or (lambda _, ply: match.play(ply.text))
    seats = [seat.letter for seat in game.seats(match.options)]
    resigned: list[str] = []
    for ply in record.plies:
        actor = str(match.letter(match.seat))
        if resigned and _ends_by_resignation(game, seats):
            raise bad_record(ply.line, Message("The match was already over: a seat had resigned."))
        if not ply.resigns:
            _play(match, actor, ply, play)
        elif ply.text in seats and ply.text not in resigned and match.seat != NOBODY:
            resigned.append(ply.text)
        else:
            raise bad_record(ply.line, Message("There is no seat {seat} that could resign.", seat=ply.text[:SHOWN]))
        yield (ply.text if ply.resigns else actor), ply
    _check_result(record, match, resigned)


def begin_match(record: MatchRecord, game: Game) -> Match:
    """Return the match before its first action.  Raises Refused: "bad-record", with the line."""
    with _located(record, "Game"):
        if record.game != game.name:
            raise Refused("no-such-game", Message("This is not a match of {game}.", game=game.title))
    with _located(record, "RulesVersion"):
        if record.rules_version not in (0, game.rules_version):
            text = Message("Version {version} of the rules is unknown here.", version=record.rules_version)
            raise Refused("bad-option", text)
    for name, value in record.options.items():
        with _located(record, OPTION + name):
            game.check_options({name: value})
    with _located(record, "Game" if record.position is None else "Position"):
        options: Options = game.check_options(record.options)
        if game.late:  # with the seats that join later
            options = game.late.admit(options, [ply.text for ply in record.plies if not ply.resigns])
        return Match(game, options, record.position)


@contextmanager
def _located(record: MatchRecord, tag: str) -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        raise bad_record(record.lines.get(tag, 1), refused.message) from refused


def _play(match: Match, actor: str, ply: Ply, play: Callable[[str, Ply], object]) -> None:
    try:
        play(actor, ply)
    except Refused as refused:
        text = Message(
            "Action {number}, {action}, on line {line} of the record: {reason}",
            number=len(match.actions) + 1,
            action=ply.text[:SHOWN],
            line=ply.line,
            reason=refused.message,
        )
        raise Refused(refused.code, text, refused.places) from refused


def _ends_by_resignation(game: Game, seats: list[str]) -> bool:
    return len(seats) <= 2 and game.late is None


def _check_result(record: MatchRecord, match: Match, resigned: list[str]) -> None:
    returns = match.returns()
    seats = [seat.letter for seat in match.game.seats(match.options)]
    scores = match.game.scores or WIN_OR_LOSS
    lost = dict.fromkeys([] if match.game.late else resigned, scores.resigned)
    if returns is None and lost and _ends_by_resignation(match.game, seats):
        returns = dict.fromkeys(seats, scores.others)
    has_scores = match.game.scores is not None
    played = result_text(None if returns is None else returns | lost, has_scores=has_scores)
    if record.result == UNFINISHED:
        return
    values = record.result.split("," if has_scores else "-")  # one for each seat, as scores if the game has scores
    fits = ("," in record.result) == has_scores and len(values) == max(len(seats), 2)
    if played not in (UNFINISHED, record.result) or not fits:
        reason = Message("The result is {played}, not {result}.", played=played, result=record.result[:SHOWN])
        raise bad_record(record.lines.get("Result", 1), reason)


def is_complete(record: MatchRecord, match: Match) -> bool:
    """Tell whether a record, replayed into `match`, ends where the match ended, and not in the middle of it.

    It does if the rules ended the match, if everybody drew, or if seats gave up and all others won.
    """
    seats = [seat.letter for seat in match.game.seats(match.options)]
    scores = match.game.scores or WIN_OR_LOSS
    resigned = [ply.text for ply in record.plies if ply.resigns]
    agreed = [dict.fromkeys(seats, 0)]
    given_up = [dict.fromkeys(seats, scores.others) | dict.fromkeys(resigned, scores.resigned)] if resigned else []
    endings = [result_text(one, has_scores=match.game.scores is not None) for one in agreed + given_up]
    return match.seat == NOBODY or record.result in endings
