"""Counting throws: totals and longest runs, without throws from imported records."""

import asyncio
from functools import partial
from itertools import groupby

from houses.stores import opened, setup
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteka.features.dice.throw_counts import ThrowCount, count_throws
from ludoteka.referee.events import Event
from ludoteka.store.models import MatchStatus

GAMES = ("tavlei", "moksha")  # any two games
LOGS = st.lists(
    st.tuples(
        st.sampled_from([*GAMES, "other"]),
        st.sampled_from(["fair", "bag", None]),
        st.lists(st.sampled_from(["r1", "r1", "r2", "r135", "e2-f2", "commit"]), max_size=25),
    ),
    max_size=5,
)


def log(texts):
    """Return a log in which "e2-f2" is a move, "commit" a commitment, and every other text a throw."""
    for number, text in enumerate(texts, 1):
        kind, seat = ("commit", "") if text == "commit" else ("act", "a" if text == "e2-f2" else "chance")
        yield Event(number, kind, seat, text)


def counted_by_hand(logs):
    fallen, runs = {}, {}
    for game, kind, texts in logs:
        begin = texts.index("commit") if "commit" in texts else len(texts)
        throws = [text for text in texts[begin:] if text.startswith("r")]
        for text, run in groupby(throws if game in GAMES else []):
            key, length = (game, kind or "fair", text), len(list(run))
            fallen[key] = fallen.get(key, 0) + length
            runs[key] = max(runs.get(key, 0), length)
    return sorted(ThrowCount(*key, times, runs[key]) for key, times in fallen.items())


@given(logs=LOGS)
@settings(max_examples=15, deadline=None)
def test_every_throw_after_the_commitment_counts_once(databases, logs):
    async def work():
        async with opened(databases.empty()) as store:
            for number, (game, kind, texts) in enumerate(logs):
                options = {} if kind is None else {"dice": kind}
                await store.create(setup(f"m{number}")._replace(game=game, options=options), list(log(texts)))
            assert sorted(await store.read_long(partial(count_throws, games=GAMES))) == counted_by_hand(logs)

    asyncio.run(work())


def test_the_throws_of_a_game_with_secrets_count_only_when_the_match_is_over(databases):
    async def work():
        async with opened(databases.empty()) as store:
            for name, status in (("goes-on", MatchStatus()), ("over", MatchStatus(result={"a": 1, "d": -1}))):
                await store.create(setup(name)._replace(game="tavlei"), list(log(["commit", "r1"])), status)
            assert await store.read_long(partial(count_throws, games=[], private=["tavlei"])) == [
                ThrowCount("tavlei", "fair", "r1", 1, 1)
            ]

    asyncio.run(work())
