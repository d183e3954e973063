"""What programs that learn see of Labyrinth and choose in it follows from the log, and says what the chart says."""

from functools import partial
from random import Random

import pytest
from boards.labyrinth import Play

from ludoteka.core.game import LogEntry, RefusedAttempt
from ludoteka.core.message import Refused
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.games.labyrinth import choosing, encoding, notation, rules
from ludoteka.games.labyrinth.chart import WALL, Chart, chart
from ludoteka.games.labyrinth.listener import listen
from ludoteka.games.labyrinth.public_memory import LEVELS, RADIUS
from ludoteka.research.choices import Choices
from ludoteka.research.observations import observe
from ludoteka.research.position import Position, usual_options
from ludoteka.research.vector import VectorEnv
from ludoteka.research.zoo import LudotekaEnv
from ludoteka.testing.leaks import LeakCoverage, find_leaks

GAME = games()["labyrinth"]
CHOICES = Choices(GAME)


def begin(seed, **options):
    """Return a position after the players were placed in a maze."""
    made = GAME.complete_options(usual_options(GAME, options), [], str(seed).encode())
    position = Position(GAME, made)
    position.settle(Random(seed).randrange)
    return position


def decisions(seed, plies, **options):
    """Play at random, things and money more often than walks, and yield the position at every decision."""
    position, chance = begin(seed, **options), Random(seed)
    while position.seat != NOBODY and position.plies < plies:
        yield position
        legal = [action for action in position.offers() if not position.refusal(action)]
        deeds = [action for action in legal if action > rules.END]
        position.apply(chance.choice(deeds if deeds and chance.random() < 0.3 else legal))
        position.settle(chance.randrange)


def facts(seen, seat):
    """Return what a seat is told, by name, leaving out what is zero."""
    tensor = [0] * len(encoding.NAMES)
    encoding.encode(seen, seat, tensor)
    return {name: value for name, value in zip(encoding.NAMES, tensor, strict=True) if value}


def of_match(match, seat=0):
    return facts(match.seen(), seat)


@pytest.mark.parametrize("seed", range(6))
def test_each_action_that_a_seat_may_try_is_one_choice_and_the_choices_follow_from_what_was_heard(seed):
    options = {"players": list("ABCDEFGH")[: 1 + seed], "things": ("surprises", "announced")[seed % 2]}
    for position in decisions(seed, 150, rejoin=seed == 2, **options):
        seen, seat, offers = position.seen(position.seat), position.seat, position.offers()
        choices, buffer = CHOICES.offered(seen, seat, offers), [0] * choosing.CHOICES
        assert sorted(choices.values()) == sorted(offers)
        heard, stage = listen(seen), seen.public.stage
        count = choosing.offered_choices(heard, seat, stage, buffer)
        assert sorted(buffer[:count]) == sorted(choices)
        assert all(choosing.meant_action(heard, seat, stage, one) == action for one, action in choices.items())


def test_all_money_is_one_choice_however_much_it_is():
    play = Play("P B1", items="a1 key, B2 purse 3")
    play("east")
    everything = CHOICES.choice(0, rules.DEPOSIT + rules.TOO_MUCH)
    seen, offers = play.match.seen(), play.match.offers()
    assert CHOICES.offered(seen, 0, offers)[everything] == rules.DEPOSIT + 1300
    play("deposit:3")
    choices = CHOICES.offered(play.match.seen(), 0, play.match.offers())
    assert choices[everything] == rules.DEPOSIT + 1000
    assert rules.DEPOSIT + 1000 not in [action for choice, action in choices.items() if choice != everything]


@pytest.mark.parametrize("seed", range(3))
def test_the_map_shows_what_the_chart_shows_of_the_sheet_of_each_player(seed):
    checked = 0
    for position in decisions(seed, 120, players=["A", "B"], maze=("small", "standard", "small")[seed]):
        seen = position.seen(position.seat)
        drawn = chart((), seen.log, Chart)
        for seat, name in enumerate("AB"):
            if name in drawn.at:
                assert planes_of(facts(seen, seat)) == expected_planes(drawn, name)
                checked += 1
    assert checked > 50


@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_of_the_players_is_what_the_chart_and_the_moderator_say(seed):
    names, checked = "ABC", 0
    for position in decisions(seed, 150, players=list(names), maze="small", rejoin=True):
        seen, seat, state = position.seen(position.seat), position.seat, position.state
        drawn, told = chart((), seen.log, Chart), facts(seen, seat)
        for number, name in enumerate(names):
            row = f"seat +{(number - seat) % len(names)}: "
            mine = {fact.removeprefix(row): value for fact, value in told.items() if fact.startswith(row)}
            assert mine == (expected_facts(seen, drawn, state, number, name) if name in drawn.at else {})
            checked += len(mine)
    assert checked > 1000


def expected_facts(seen, drawn, state, number, name):
    """Return what is said of a player, from the chart; and from the state, what everybody can infer."""
    hand, here = notation.hand_of(seen, drawn, name), drawn.at[name]
    kind = "plain" if drawn.kinds[here] == "start" else drawn.kinds[here]
    found = {f"is on a {kind} cell": 1, "is in the labyrinth": 1}
    found |= {f"{item}: number carried": count for item, count in hand.items.items()}
    found |= {"yuan in cash": min(hand.cash // 100, 100), "yuan that can be withdrawn": hand.withdrawable // 100}
    found |= {f"{item}: may lie on the cell": 1 for item in (*drawn.lying.get(here, ()), *drawn.near[name])}
    found |= {"arrived where somebody was": drawn.arrivals[name][1], "is to act": seen.public.turn == number}
    found |= {"loses the next turn": state.skip[number], "has to choose": state.pending[number]}
    return {fact: int(value) for fact, value in found.items() if value}


def planes_of(told):
    """Return the kinds and sides on a map, by their places."""
    planes, _, _, _ = encoding.MAP_SHAPE
    names = encoding.NAMES[encoding.MAP_FIRST :]
    assert len(names) == planes * LEVELS * (2 * RADIUS + 1) ** 2
    shown = {name for name in names if name in told}
    return {name for name in shown if "tried" not in name and "floor:" not in name}


def expected_planes(drawn, name):
    """Return the same from the chart."""
    found, here = set(), drawn.at[name]
    for spot, kind in drawn.kinds.items():
        if spot.sheet == here.sheet:
            found.add(f"{title_of(kind)}: {place_of(spot, here)}")
    for (spot, way), side in drawn.sides.items():
        if spot.sheet == here.sheet:
            found.add(f"{'a wall' if side == WALL else 'open'} to the {way}: {place_of(spot, here)}")
    return found


def title_of(kind):
    return "a plain cell" if kind in ("plain", "start") else f"a {kind}"


def place_of(spot, here):
    floor = encoding.FLOORS[spot.floor - here.floor + LEVELS // 2]
    return f"{spot.y - here.y} to the south, {spot.x - here.x} to the east, {floor}"


def test_a_player_is_told_the_shop_the_purse_and_the_walls():
    play = Play("P A1, Q B3")
    play("east", "stay", "south", "buy:vest")
    told = of_match(play.match)
    assert told["seat +0: vest: number carried"] == 1
    assert told["seat +0: yuan in cash"] == 4
    assert told["seat +0: is on a shop cell"] == 1
    assert told["cartridge: price in yuan, rounded up"] == 2
    assert told["the seat to act is after the move"] == told["seat +0: is to act"] == 1
    assert told["a wall to the east: -1 to the south, 0 to the east, on the seat's floor"] == 1
    assert told["open to the south: -1 to the south, 0 to the east, on the seat's floor"] == 1
    other = of_match(play.match, 1)
    assert other["seat +1: vest: number carried"] == 1
    assert "cartridge: price in yuan, rounded up" not in other


def test_a_wall_that_was_tried_with_a_key_is_marked_until_there_is_another_key():
    play = Play("P B2", items="B2 key, B1 key")
    here = "on the seat's floor"
    play("take:key", "south")
    assert f"a wall tried with the latest key to the south: 0 to the south, 0 to the east, {here}" in of_match(
        play.match
    )
    play("end", "drop:key", "take:key")
    told = of_match(play.match)
    assert f"a wall tried with the latest key to the south: 0 to the south, 0 to the east, {here}" not in told
    assert f"a wall to the south: 0 to the south, 0 to the east, {here}" in told


def test_what_lies_on_a_cell_is_remembered_on_the_map():
    play = Play("P B2", items="B2 vest, a1 key")
    play("take:vest", "drop:vest", "west")
    told = of_match(play.match)
    assert "something else on the floor: 0 to the south, 1 to the east, on the seat's floor" in told
    assert "seat +0: vest: may lie on the cell" not in told


def entry(text, *answers, attempt=None, seat="P"):
    return LogEntry(seat, text, answers, attempt)


def knowledge(*entries, stage=rules.BEFORE):
    """Return what everybody knows of a match of one player from its log alone."""
    public = Play("P A1").match.seen().public.copy()
    public.stage = stage
    return notation.deduce(public, entries)


def test_a_contradicted_map_begins_anew_but_the_shop_and_what_lies_there_are_still_offered():
    log = (entry("east", "passed", "shop", "price:vest:6"), entry("drop:vest", "dropped:vest"), entry("end"))
    log += (entry("use:lantern", "north:passage", "south:wall", "west:wall", "east:wall"), entry("north", "wall"))
    seen = knowledge(*log, stage=rules.AFTER)
    assert {"buy:vest", "take:vest"} <= {
        notation.text(seen, notation.path(seen, one)) for one in GAME.attempts.offers(seen)
    }
    told = facts(seen, 0)
    assert told["seat +0: is on a shop cell"] == told["seat +0: vest: may lie on the cell"] == 1
    assert "a wall to the east: 0 to the south, 0 to the east, on the seat's floor" not in told


def test_what_was_refused_aloud_is_heard():
    drop = entry("drop:vest", "dropped:vest")
    gone = entry("stay", attempt=RefusedAttempt("P", "take:vest", "not-here"))
    assert "seat +0: vest: may lie on the cell" in facts(knowledge(drop), 0)
    assert "seat +0: vest: may lie on the cell" not in facts(knowledge(drop, gone), 0)
    hit = entry("stay", attempt=RefusedAttempt("P", "drop:vest", "not-carried"))
    found = entry("east", "passed", "found:vest")
    assert "seat +0: vest: number carried" in facts(knowledge(found), 0)
    assert "seat +0: vest: number carried" not in facts(knowledge(found, hit), 0)


def test_more_than_eight_players_are_refused():
    position = begin(1, players=list("ABCDEFGHI"), maze="medium")
    with pytest.raises(Refused) as caught:
        observe(position, 0)
    assert caught.value.code == "too-many-players"
    for environment in (LudotekaEnv, partial(VectorEnv, num_envs=2)):
        with pytest.raises(Refused, match="at most 8 players"):
            environment("labyrinth", options={"players": list("ABCDEFGHI"), "maze": "medium"})


def received(history, seat):
    """Return what a seat receives as a program that learns."""
    if seat == NOBODY:
        return {}
    seen = history.seen(seat)
    offers = GAME.attempts.offers(seen) if seat == history.seat else []
    return {"observation": facts(seen, seat), "choices": CHOICES.offered(seen, seat, offers)}


def test_no_seat_learns_a_secret():
    options = GAME.complete_options(usual_options(GAME, {"players": ["A", "B"], "maze": "small"}), [], b"leaks")
    looked = LeakCoverage()
    assert list(find_leaks(GAME, options, 100, lines=2, looked=looked, view=received)) == []
    assert looked.pairs > 100


def test_a_planted_leak_is_found():
    def leaking(history, seat):
        return received(history, seat) | {"cell": history.state.at[0]}

    options = GAME.complete_options(usual_options(GAME, {"players": ["A", "B"], "maze": "small"}), [], b"leaks")
    assert any("by its cell" in leak for leak in find_leaks(GAME, options, 100, lines=0, view=leaking))
