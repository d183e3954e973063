"""The rows of a house with 100,000 accounts and a million matches."""

import json
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

ACCOUNTS, MATCHES = 100_000, 1_000_000
GAMES = ("tavlei", "moksha", "scripta", "quagmire")
SPEEDS = ("bullet", "blitz", "rapid", "classical")
DAY = 86_400.0  # seconds
BUSY, POPULAR, CURIOUS = 0, 1, 2  # the numbers of who has played most, is followed most, and follows and blocks most
BUSY_MATCHES, FOLLOWERS, FOLLOWED = 10_000, 5_000, 300
RUNNING = 1_000  # public matches in progress, the last ones
REVIEWED = 50_000  # of the first matches, in which the busy one plays
SPOKEN = 200_000  # the first matches, in whose chats both have spoken
ORDERS = 50_000  # reports, and acts
SHUT_OUTS = 1_000
CHALLENGES = 50_000  # of which fifty wait for the busy one
TOURNAMENTS, ENTRIES, LARGEST, ROUNDS = 2_000, 20, 500, 9
TOKENS = 10_000
CHANGES = 2 * (MATCHES - RUNNING)
COUNTS_REVIEWED = {"moves": 30, "mean_loss": 20_000, "luck": 10_000, "skill": -5_000, "grades": {"best": 20}}


def holder(number: int) -> str:
    """Return the holder of an account."""
    return sha256(b"%d" % number).hexdigest()


def match_id(number: int) -> str:
    """Return the id of a match; ids are random, so matches of one day are anywhere in an index of them."""
    return sha256(b"match %d" % number).hexdigest()[:12]


def account_id(number: int) -> str:
    """Return the id of an account, as random."""
    return sha256(b"account %d" % number).hexdigest()[:24]


def account(number: int, now: float) -> dict[str, Any]:
    """Return an account."""
    row: dict[str, Any] = {
        "id": account_id(number),
        "holder": holder(number),
        "name": f"Resident {number}",
        "skeleton": f"resident{number}",
    }
    return row | {"role": "owner" if number == BUSY else "resident", "password": "", "made_at": now - number}


def players(number: int) -> tuple[int, int]:
    """Return who plays a match; every hundredth one the busy one, who does not play the last ones otherwise."""
    chance = Random(number)
    first = BUSY if number % (MATCHES // BUSY_MATCHES) == 0 else 1 + chance.randrange(ACCOUNTS - 1)
    second = 1 + chance.randrange(ACCOUNTS - 2)
    return first, second + (second >= first)


def is_over(number: int) -> bool:
    """Tell whether a match is over."""
    return number < MATCHES - RUNNING


def pool(number: int) -> tuple[str, str]:
    """Return the game and the speed of a match."""
    return GAMES[number % 4], SPEEDS[number // 4 % 4]


def started(number: int, now: float) -> float:
    """Return when a match was created: within three years, the last ones within a quarter of an hour."""
    return now - (MATCHES - number) * (3 * 365 * DAY / MATCHES) if is_over(number) else now - 600


def match(number: int, now: float) -> dict[str, Any]:
    """Return a public match, rated if it is over."""
    made, over = started(number, now), is_over(number)
    won = json.dumps({"a": 1, "d": -1} if number % 3 else {"a": 0, "d": 0})
    row: dict[str, Any] = {
        "id": match_id(number),
        "game": pool(number)[0],
        "rules_version": 1,
        "options": "{}",
        "seed": bytes(32),
    }
    row |= {"made_at": made, "previous": "", "result": won if over else None, "host": holder(players(number)[0])}
    row |= {"clock": "5+3", "visibility": "public", "attended_at": now + 10 * DAY if not over else made}
    return row | {"rated": over, "ended_at": made if over else None, "rated_at": made if over else None}


def seat(number: int, place: int, now: float) -> dict[str, Any]:
    """Return a seat of a match."""
    who = players(number)[place]
    row: dict[str, Any] = {
        "match": match_id(number),
        "letter": "ad"[place],
        "place": place,
        "kind": "person",
        "level": 0,
        "made_at": started(number, now),
    }
    return row | {"holder": holder(who), "name": f"Resident {who}", "standing": "resident"}


def last_event(number: int, now: float) -> dict[str, Any]:
    """Return the last event of a match."""
    kind = "flag" if number % 10 == 0 and is_over(number) else "act"
    row: dict[str, Any] = {
        "match": match_id(number),
        "number": 1,
        "kind": kind,
        "seat": "d",
        "text": "e2-e3",
        "command": "",
    }
    return row | {"at": started(number, now)}


def rating_change(number: int, place: int, now: float) -> dict[str, Any]:
    """Return what a match was worth for one of its players."""
    game, speed = pool(number)
    row: dict[str, Any] = {"ordinal": number + 1, "place": place, "match": match_id(number), "seat": "ad"[place]}
    row |= {"holder": holder(players(number)[place]), "game": game, "speed": speed, "at": started(number, now)}
    return row | {"before": 1500.0, "rating": 1510.0, "deviation": 60.0, "volatility": 0.06}


def ratings(now: float) -> Iterator[dict[str, Any]]:
    """Yield two ratings for everybody; in the last pool, nobody has played lately."""
    chance = Random(5)
    for number in range(ACCOUNTS):
        for game, speed in chance.sample([(game, speed) for game in GAMES for speed in SPEEDS], 2):
            is_old = (game, speed) == (GAMES[-1], SPEEDS[-1])
            row = {"holder": holder(number), "game": game, "speed": speed, "rating": chance.gauss(1500, 300)}
            row |= {"deviation": chance.choice((60.0, 200.0)), "volatility": 0.06, "number": 20}
            yield row | {"at": now - DAY * (200 if is_old else chance.randrange(120))}


def review(number: int, now: float) -> dict[str, Any]:
    """Return a complete review of a match."""
    row: dict[str, Any] = {
        "match": match_id(number),
        "version": 2,
        "done": 60,
        "total": 60,
        "at": now,
        "content": "{}" + " " * 10_000,
    }
    return row | {"summary": json.dumps([COUNTS_REVIEWED | {"letter": letter} for letter in "ad"])}


def spoken(number: int, place: int, now: float) -> dict[str, Any]:
    """Return a line of the chat of a match."""
    who = players(number)[place]
    row: dict[str, Any] = {"match": match_id(number), "number": place + 1, "holder": holder(who), "seat": "ad"[place]}
    return row | {"name": f"Resident {who}", "kind": "words", "text": "Good luck.", "at": started(number, now)}


def chosen(count: int, seed: int) -> list[int]:
    """Return the numbers of some accounts."""
    return Random(seed).sample(range(10, ACCOUNTS), count)


def follows(now: float) -> Iterator[dict[str, Any]]:
    """Yield who follows whom."""
    for one in chosen(FOLLOWERS, 7):
        yield {"follower": account_id(one), "followed": account_id(POPULAR), "at": now}
    for one in chosen(FOLLOWED, 8):
        yield {"follower": account_id(CURIOUS), "followed": account_id(one), "at": now}


def report(number: int, now: float) -> dict[str, Any]:
    """Return a report; every tenth is open, and every hundredth is about the busy one."""
    about = BUSY if number % 100 == 0 else 1 + number % (ACCOUNTS - 1)
    row: dict[str, Any] = {"id": f"r{number}", "reporter": holder((7 * number + 3) % ACCOUNTS), "about": holder(about)}
    row |= {"match": match_id(number), "kind": "words", "text": "Very rude.", "at": now - number}
    return row | {"closed_at": now if number % 10 else None}


def act(number: int, now: float) -> dict[str, Any]:
    """Return an act of the log, every hundredth about the busy one."""
    about = BUSY if number % 100 == 0 else 1 + number % (ACCOUNTS - 1)
    row: dict[str, Any] = {
        "id": f"o{number}",
        "at": now - number,
        "by": account_id(BUSY),
        "kind": "close-report",
        "about": holder(about),
    }
    return row | {"match": "", "detail": "", "reason": "Because"}


def shut_out(number: int, now: float) -> dict[str, Any]:
    """Return somebody who is shut out."""
    address = f"10.0.{number // 256}.{number % 256}"
    return {"act": f"o{number}", "address": address, "holder": holder(number), "until": now + 365 * DAY}


def challenge(number: int, now: float) -> dict[str, Any]:
    """Return a challenge: the last ones are open, and fifty of them to the busy one."""
    one = MATCHES - CHALLENGES + number
    first, second = players(one)
    is_to_busy = MATCHES - one <= 50
    row: dict[str, Any] = {
        "match": match_id(one),
        "challenger": holder(first),
        "challenged": holder(BUSY if is_to_busy else second),
    }
    return row | {"at": started(one, now), "answer": "" if not is_over(one) else "accepted"}


def session(number: int, now: float) -> dict[str, Any]:
    """Return a session."""
    row: dict[str, Any] = {
        "digest": holder(-number - 1),
        "account": account_id(number),
        "made_at": now - DAY,
        "seen_at": now,
    }
    return row | {"confirmed_at": now, "device": "Firefox · Linux"}


def token(number: int, now: float) -> dict[str, Any]:
    """Return a token of a program."""
    row: dict[str, Any] = {
        "digest": holder(-ACCOUNTS - number - 1),
        "account": account_id(number),
        "label": "bot",
        "scopes": "play",
    }
    return row | {"made_at": now}


def tournament(number: int, now: float) -> dict[str, Any]:
    """Return a tournament that is over, or, for the first fifty, still played; the first one is the largest."""
    begun = now - 3600.0 * number
    row: dict[str, Any] = {
        "id": f"t{number}",
        "name": f"Cup {number}",
        "host": holder(number),
        "kind": "swiss",
        "game": "tavlei",
    }
    row |= {"options": "{}", "clock": "5+3", "rated": True, "visibility": "public", "rounds": ROUNDS, "minutes": 0}
    return row | {"made_at": begun, "started_at": begun, "ended_at": None if number < 50 else begun + 1800}


def entrants(number: int) -> range:
    """Return who takes part in a tournament."""
    return range(LARGEST if number == 0 else ENTRIES)


def entry(number: int, who: int, now: float) -> dict[str, Any]:
    """Return that somebody takes part."""
    row: dict[str, Any] = {
        "tournament": f"t{number}",
        "holder": holder(who if number == 0 else (number * ENTRIES + who) % ACCOUNTS),
    }
    return row | {"level": 0, "rating": 1500.0 + who, "joined_at": now, "seen_at": now, "is_in": True}


def pairings() -> Iterator[dict[str, Any]]:
    """Yield the rounds of the largest tournament: each player meets another one in each."""
    half = LARGEST // 2
    for number in range(1, ROUNDS + 1):
        for board in range(half):
            players = (holder(board), holder(half + (board + number) % half))
            row: dict[str, Any] = {"tournament": "t0", "round": number, "board": board + 1}
            row |= {"match": match_id(number * half + board), "players": json.dumps(players)}
            yield row | {"scores": json.dumps([float(board % 2), float(1 - board % 2)])}
