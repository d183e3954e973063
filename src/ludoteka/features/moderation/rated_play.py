"""Statistics of the strongest users' rated play, to help moderators detect computer assistance."""

import json

from sqlalchemy import Connection, select

from ludoteka.features.ratings.store import RatedUser, find_leaders, last_results
from ludoteka.features.reviews.reviews import find_summaries
from ludoteka.server.calls.answers import Answer, Whole
from ludoteka.store.schema import events

LEADERS = 20  # users per game and speed
MATCHES = 30  # the last ones of each of them
MOST_TO_REVIEW = 5  # matches suggested for a review at once
BEST = "best"  # the grade of an action in a review


class RatedPlay(Answer):
    """The recent rated play of one of the strongest users."""

    name: str
    rating: Whole
    matches: Whole  # the latest rated ones examined
    won: Whole
    lost_on_time: Whole
    reviewed: Whole  # of these matches
    choices: Whole  # in the reviewed matches, where more than one action was possible
    best: Whole  # of these, how many match the choice of a search
    not_reviewed: list[str]  # the newest of these matches that have no review


def find_rated_play(connection: Connection, game: str, speed: str, since: float) -> list[RatedPlay]:
    """Return statistics since a time of the strongest users in a game at a speed, strongest first."""
    leaders = find_leaders(connection, game, speed, since, LEADERS)
    return [_of_one(connection, leader, game, speed) for leader in leaders]


def _of_one(connection: Connection, leader: RatedUser, game: str, speed: str) -> RatedPlay:
    found = last_results(connection, (leader.holder, game, speed), MATCHES)
    won = sum(result[seat] > min(result.values()) for seat, result in found.values())
    flags = select(events.c.match, events.c.seat).where(events.c.match.in_(found), events.c.kind == "flag")
    lost = sum(found[match][0] == seat for match, seat in connection.execute(flags))
    reviewed = find_summaries(connection, found)
    played = [_of_seat(summary, found[match][0]) for match, (_, summary) in reviewed.items() if summary]
    rest = [one for one in found if one not in reviewed][:MOST_TO_REVIEW]
    done = sum(is_complete for is_complete, _ in reviewed.values())
    choices, best = (sum(one[place] for one in played) for place in (0, 1))
    return RatedPlay(leader.name, round(leader.rating), len(found), won, lost, done, choices, best, rest)


def _of_seat(summary: str, seat: str) -> tuple[int, int]:
    """Return how many actions of a seat were a choice, and how many of these a search would have chosen too."""
    [own] = [one for one in json.loads(summary) if one["letter"] == seat]
    return own["moves"], own["grades"].get(BEST, 0)
