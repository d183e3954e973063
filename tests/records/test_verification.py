"""Every throw follows from the seed, the match and the salts; a throw that does not follow from them is found."""

import hashlib
import hmac
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys.thrown_matches import SEED, thrown

from ludoteka.core.dice import commitment, make_dice
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE
from ludoteka.games import games
from ludoteka.records.match_record import MatchRecord, Ply, SaltTag
from ludoteka.records.verification import recompute, verify
from ludoteka.surfaces.texts import texts_in

DICED = {name: game for name, game in games().items() if game.die}
EVERY = pytest.mark.parametrize("name", DICED)


def refused(record):
    with pytest.raises(Refused) as caught:
        verify(record, games()[record.game])
    return caught.value.code


def said(verification):
    return [texts_in("en").say(message) for message in verification.messages()]


@EVERY
@given(seed=st.binary(min_size=1, max_size=32), first=st.integers(0, 20), match=st.sampled_from(["", "m-1_"]))
@settings(max_examples=20, deadline=None)
def test_honest_throws_are_verified(name, seed, first, match):
    game = DICED[name]
    for options in ({}, {"dice": "bag"} if any(option.name == "dice" for option in game.options) else {}):
        salts = [SaltTag("x", "s", first), SaltTag("y", "t", first)] if match else []
        record = thrown(name, options, match, salts, seed=seed)
        verification = verify(MatchRecord.parse(record.text()), game)

        assert verification.first_wrong == 0
        assert [throw.text for throw in verification.throws] == [throw.due for throw in verification.throws]
        told = said(verification)
        assert len(told) == 1
        assert told[0].endswith("from the seed.")


@EVERY
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_a_throw_that_was_replaced_is_found(name, data):
    """Replace one throw by another outcome, and continue the match from there."""
    game, record = DICED[name], thrown(name, plies=30)
    match, places = Match(game, record.options), []
    for index, ply in enumerate(record.plies):
        if match.seat == CHANCE:
            places.append((index, [game.texts.action_text(match.seen(), one) for one in match.legal()]))
        match.play(ply.text)
    number = data.draw(st.integers(1, len(places)))
    index, outcomes = places[number - 1]
    false = data.draw(st.sampled_from([outcome for outcome in outcomes if outcome != record.plies[index].text]))
    verification = recompute(replace(record, plies=(*record.plies[:index], Ply(false))), game)

    assert verification.first_wrong == number
    true = record.plies[index].text
    assert said(verification) == [f"Throw {number} is {false}, but the seed gives {true}."]


@pytest.mark.parametrize("change", ["match", "salt", "order", "place", "seed"])
def test_throws_do_not_verify_with_another_match_salt_or_seed(change):
    salts = [SaltTag("b", "one", 1), SaltTag("t", "two", 1)]
    record = thrown("quagmire", {"seats": "bt"}, "m", salts, plies=100)
    changed = {
        "match": replace(record, match="n"),
        "salt": replace(record, salts=(salts[0], SaltTag("t", "Two", 1))),
        "order": replace(record, salts=(salts[1], salts[0])),
        "place": replace(record, salts=(salts[0], SaltTag("t", "two", 2))),
        "seed": replace(record, seed=b"other".hex(), seed_commitment=commitment(b"other")),
    }[change]

    assert verify(record, DICED["quagmire"]).first_wrong == 0
    assert verify(changed, DICED["quagmire"]).first_wrong > 0


def by_hand(seed, match, salts, bounds):
    """Yield a number below each bound, computed as docs/dice.md says; a salt has the draw from which it applies."""
    number = 0
    for bound in bounds:
        while True:
            mixed = ",".join(f"{letter}:{text}" for letter, text, since in salts if since <= number)
            digest = hmac.new(seed, f"{match}/{mixed}/{number}".encode(), hashlib.sha256).hexdigest()
            number += 1
            if int(digest[:16], 16) < 2**64 // bound * bound:
                yield int(digest[:16], 16) % bound
                break


@pytest.mark.parametrize("kind", ["fair", "bag"])
def test_a_verification_contains_enough_to_repeat_it_by_hand(kind):
    salts = [SaltTag("b", "one", 0), SaltTag("t", "two", 3)]
    plain = verify(thrown("quagmire", {"seats": "bt", "dice": kind}, "m", salts, 400), DICED["quagmire"]).plain()
    mixed = [(one["seat"], one["salt"], one["draw"]) for one in plain["salts"]]
    bags = {}
    draws = [draw for throw in plain["throws"] for draw in throw["draws"]]
    sizes = []  # the numbers of choices
    left = {}
    for seat, faces, _ in draws:
        left[seat] = (left.get(seat) or faces * 10) - 1
        sizes.append(faces if kind == "fair" else left[seat] + 1)
    numbers = by_hand(bytes.fromhex(plain["seed"]), plain["match"], mixed, sizes)

    assert hashlib.sha256(bytes.fromhex(plain["seed"])).hexdigest() == plain["commitment"]
    assert len(draws) > 60
    for (seat, faces, face), number in zip(draws, numbers, strict=True):
        if kind == "fair":
            assert face == number + 1
            continue
        bag = bags.setdefault(seat, [])
        if not bag:
            bag += [one for one in range(1, faces + 1) for _ in range(10)]
        assert face == bag.pop(number)
    assert all(throw["text"] == throw["due"] for throw in plain["throws"])


def test_an_unverifiable_record_is_refused_with_the_reason():
    record = thrown("cups")

    assert refused(replace(record, seed="")) == "not-over"
    assert refused(replace(record, seed_commitment="")) == "no-commitment"
    assert refused(replace(record, seed_commitment=commitment(b"other"))) == "wrong-seed"
    assert refused(replace(record, plies=record.plies[:1])) == "nothing-to-verify"
    assert refused(replace(record, plies=(Ply("hide:9"),))) == "bad-text"
    chanceless = MatchRecord("tavlei", seed="00", seed_commitment=commitment(b"\0"))
    assert refused(chanceless) == "nothing-to-verify"


def test_a_resignation_before_a_throw_is_not_a_throw():
    record = thrown("quagmire", {"seats": "bt"}, plies=8)
    record = replace(record, plies=(*record.plies, Ply("b", resigns=True)))

    assert len(verify(record, DICED["quagmire"]).throws) == 4


def test_a_generated_maze_is_generated_again_from_the_seed():
    game = games()["labyrinth"]
    options = dict(game.generate(game.check_options({"maze": "small"}), SEED))
    record = MatchRecord("labyrinth", options=options, seed_commitment=commitment(SEED), seed=SEED.hex())
    record = MatchRecord.parse(record.text())
    verification = verify(record, game)
    assert verification.is_start_of_seed is True
    assert said(verification) == ["The start that chance created follows from the seed."]

    other = replace(record, options=dict(game.generate(game.check_options({"maze": "small"}), b"other")))
    verification = verify(other, game)
    assert verification.is_start_of_seed is False
    assert said(verification) == ["The start does not follow from the seed: somebody chose it."]


def test_the_places_of_players_in_a_maze_follow_from_the_seed():
    game = games()["labyrinth"]
    options = game.generate(game.check_options({"maze": "small", "players": 3}), SEED)
    match, source, plies = Match(game, options), make_dice("fair", SEED, "m"), []
    while match.seat == CHANCE:
        match.play(game.texts.action_text(match.seen(), game.throw(match.state, source.throw)))
    plies = tuple(map(Ply, match.actions))
    record = MatchRecord("labyrinth", options=dict(options), seed=SEED.hex(), match="m", plies=plies)
    verification = verify(replace(record, seed_commitment=commitment(SEED)), game)

    assert len(verification.throws) == len(plies)
    assert verification.first_wrong == 0
