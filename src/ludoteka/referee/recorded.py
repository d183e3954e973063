"""A match as a record, and a record as the log of a match."""

import time
from collections.abc import Iterator, Mapping
from typing import Any

from ludoteka.core.dice import commitment
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.records.chance import SaltTag
from ludoteka.records.match_record import MatchRecord, Ply, result_text, turn_numbers
from ludoteka.records.replay import begin_match, replay_plies
from ludoteka.referee.course import Course
from ludoteka.referee.events import Event
from ludoteka.referee.seating import claimed

LONGEST_SPENT = 9999 * 3600.0  # seconds: as many hours as a record can write
NOTHING: Mapping[str, str] = {}


def recorded(course: Course, names: Mapping[str, str] = NOTHING) -> MatchRecord:
    """Return the record of what stands in a match; `names` are by seat, where they are not those of the guests.

    Raises:
        Refused: "not-over", where the record would tell secrets.
    """
    game, setup, result = course.game, course.setup, course.result
    if result is None and game.has_secrets:
        raise Refused("not-over", Message("This game has secrets: its record is there when the match is over."))
    players = {letter: names.get(letter, one.name) for letter, one in setup.seats.items()}
    players |= {letter: f"Computer {one.level}" for letter, one in setup.seats.items() if one.kind == "computer"}
    return MatchRecord(
        game.name,
        setup.rules_version,
        setup.options,
        players={letter: name for letter, name in players.items() if name},
        date=time.strftime("%Y.%m.%d", time.gmtime(setup.made_at)),
        result=result_text(result, has_scores=game.scores is not None),
        seed_commitment=course.commitment or commitment(setup.seed),
        seed="" if result is None else setup.seed.hex(),
        match=setup.id if course.commitment else "",
        foreign=next((_throws(course, event.number) for event in course.events if event.kind == "commit"), 0),
        salts=tuple(_salts(course)),
        position=setup.position,
        tags={name: value for name, value in _tags(course) if value},
        plies=_plies(course),
    )


def _tags(course: Course) -> Iterator[tuple[str, str]]:
    """Yield what is told beside what the house itself reads again."""
    yield "TimeControl", course.setup.clock
    yield "Termination", course.ended or course.match.draw_reason


def _salts(course: Course) -> Iterator[SaltTag]:
    for event in course.events:
        if event.kind == "salt":
            yield SaltTag(event.seat, event.text, _throws(course, event.number))


def _throws(course: Course, before: int) -> int:
    """Return how many throws had fallen before the event of a number."""
    return sum(move.seat == "chance" and move.number < before for move in course.moves)


def _plies(course: Course) -> tuple[Ply, ...]:
    events = list(_standing(course))
    actors = [one.seat if one.kind == "act" else "" for one in events]
    numbers = turn_numbers(actors, list(course.setup.seats))
    before = [course.setup.made_at, *(one.at for one in events)]
    answers = {
        move.number: " ".join(told.answers) for move, told in zip(course.moves, course.match.log_entries, strict=False)
    }
    return tuple(
        _ply(event, number, event.at - past, answers.get(event.number, ""))
        for event, number, past in zip(events, numbers, before, strict=False)
    )


def _standing(course: Course) -> Iterator[Event]:
    """Yield the actions that have not been taken back, and how seats gave up, in order."""
    stands = {event.number for event in course.moves}
    return (event for event in course.events if event.number in stands or _gives_up(event))


def _gives_up(event: Event) -> bool:
    """Tell whether a seat lost by this: it resigned, ran out of time, or was gone for too long."""
    return event.kind in ("resign", "flag") or (event.kind == "claim" and claimed(event) == "win")


def _ply(event: Event, number: int, spent: float, answers: str) -> Ply:
    """Return an event as a ply; what was said in answer is a comment on it."""
    text, resigns = (event.text, False) if event.kind == "act" else (event.seat, True)
    tenths = round(min(spent, LONGEST_SPENT) * 10)
    return Ply(text, resigns, number, tenths * 100 if tenths > 0 else None, answers)


def log_of(record: MatchRecord, game: Game, at: float) -> tuple[dict[str, Any], list[Event]]:
    """Return the options and the log of the match that a record tells, every event of it `at` that moment.

    Raises:
        Refused: as `records.replay.replay`.
    """
    match = begin_match(record, game)
    events = [
        Event(number, "resign" if ply.resigns else "act", actor, "" if ply.resigns else ply.text, "", at)
        for number, (actor, ply) in enumerate(replay_plies(record, match), 1)
    ]
    return match.options, events
