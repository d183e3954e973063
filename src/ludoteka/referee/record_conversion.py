"""Converting a match into a match record, and a record back into a log."""

import time
from bisect import bisect
from collections.abc import Iterator, Mapping
from typing import Any

from ludoteka.core.dice import commitment
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refusal
from ludoteka.records.match_record import MatchRecord, Ply, SaltTag, result_text, turn_numbers
from ludoteka.records.replay import begin_match, replay_plies
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.projection import Projection
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import claimed_result

LONGEST_SPENT = 9999 * 3600.0  # seconds; a record has four digits for the hours
NOTHING: Mapping[str, str] = {}
NOT_OVER = Refusal("not-over", Message("The match is not over yet."), 409)


def build_record(projection: Projection, names: Mapping[str, str] = NOTHING) -> MatchRecord:
    """Return the record of a match without what was taken back; `names`, by seat letter, replace the guests' own.

    Raises:
        Refused: "not-over", where the record would reveal secrets.
    """
    game, setup, result = projection.game, projection.setup, projection.result
    check_revealed(game, result)
    events = projection.events
    throws = [move.number for move in projection.moves if move.seat == "chance"]
    started = next((event.number for event in events if event.kind == "commit"), 0)
    players = {letter: names.get(letter, one.name) for letter, one in setup.seats.items()}
    players |= {letter: f"Computer {one.level}" for letter, one in setup.seats.items() if one.kind == "computer"}
    return MatchRecord(
        game.name,
        setup.rules_version,
        setup.options,
        players={letter: name for letter, name in players.items() if name},
        date=time.strftime("%Y.%m.%d", time.gmtime(setup.made_at)),
        result=result_text(result, has_scores=game.scores is not None),
        seed_commitment=projection.commitment or commitment(setup.seed),
        seed="" if result is None else setup.seed.hex(),
        match=setup.id if projection.commitment else "",
        foreign=bisect(throws, started),  # those before the commitment
        salts=tuple(
            SaltTag(event.seat, event.text, bisect(throws, event.number)) for event in events if event.kind == "salt"
        ),
        position=setup.position,
        tags={name: value for name, value in _tags(projection) if value},
        plies=tuple(_plies(projection)),
    )


def check_revealed(game: Game, result: Mapping[str, int] | None) -> None:
    """Refuse the record of a match with this result where it would reveal secrets: "not-over"."""
    if result is None and game.has_secrets:
        raise NOT_OVER(Message("This game has secrets: its record is available when the match is over."))


def _tags(projection: Projection) -> Iterator[tuple[str, str]]:
    """Yield tags that inform readers only; the house ignores them when it reads a record."""
    yield "TimeControl", projection.setup.clock
    yield "Secrets", "host" if projection.setup.host_knows_secrets else ""
    yield from ((f"Hints.{letter}", str(count)) for letter, count in projection.hints.items())
    yield "Termination", projection.ending or projection.match.draw_reason


def _plies(projection: Projection) -> Iterator[Ply]:
    """Yield the actions that have not been taken back, with the game's answers as comments, and who gave up when."""
    moves = {event.number: "" for event in projection.moves}
    logged = zip(moves, projection.match.log_entries, strict=False)
    moves |= {number: " ".join(entry.answers) for number, entry in logged}
    events = [event for event in projection.events if event.number in moves or _gives_up(event)]
    actors = [one.seat if one.kind == "act" else "" for one in events]
    before = projection.setup.made_at
    for event, number in zip(events, turn_numbers(actors, list(projection.setup.seats)), strict=True):
        tenths = round(min(event.at - before, LONGEST_SPENT) * 10)
        spent = tenths * 100 if tenths > 0 else None
        if event.kind == "act":
            yield Ply(event.text, number=number, spent=spent, comment=moves[event.number])
        else:
            yield Ply(event.seat, resigns=True, number=number, spent=spent)
        before = event.at


def _gives_up(event: Event) -> bool:
    """Tell whether a seat gave up by this event: it resigned, ran out of time, or was absent for too long."""
    return event.kind in ("resign", "flag") or (event.kind == "claim" and claimed_result(event) == "win")


def build_log(record: MatchRecord, game: Game, at: float) -> tuple[dict[str, Any], list[Event]]:
    """Return the options and the log of the match in a record, all at the time `at`.  Raises the same as `replay`."""
    match = begin_match(record, game)
    events = [_event(number, *step, at) for number, step in enumerate(replay_plies(record, match), 1)]
    return match.options, events


def restore_referee(record: MatchRecord, game: Game, setup: Setup) -> Referee:
    """Return the referee of a new match in which the record was played; the setup has the options of `begin_match`.

    Raises:
        Refused: as `records.replay.replay`.
    """
    referee = Referee(game, setup)

    def accept(actor: str, ply: Ply) -> None:
        referee.accept(_event(referee.number + 1, actor, ply, setup.made_at))

    for actor, ply in replay_plies(record, referee.match, accept):
        if ply.resigns:
            accept(actor, ply)
    return referee


def _event(number: int, actor: str, ply: Ply, at: float) -> Event:
    return Event(number, "resign" if ply.resigns else "act", actor, "" if ply.resigns else ply.text, "", at)
