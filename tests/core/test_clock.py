"""Clocks: whatever is played, in whatever order, no time is gained or lost."""

from functools import reduce

from hypothesis import given
from hypothesis import strategies as st
from naive.clock import TICKS, ticked

from ludoteka.core.clock import (
    DAY,
    LAG_CAP,
    Clock,
    TimeControl,
    charge,
    charge_for,
    delay_left,
    start_clock,
    time_left,
    time_to_flag,
)

LETTERS = "abc"
letters = st.sampled_from(LETTERS)
ticks = st.integers(0, 40 * TICKS)
spans = st.integers(0, 400 * TICKS).map(lambda one: one / TICKS)  # exact as floats, so that their sums are exact, too
acts = st.lists(st.tuples(letters, ticks), max_size=30)
lags = st.floats(-1, 5)


@st.composite
def lives(draw, kinds=("increment", "delay"), least=10):
    return TimeControl(draw(st.sampled_from(kinds)), draw(st.integers(least, 10_800)), draw(st.integers(0, 180)))


days = st.integers(1, 30).map(lambda count: TimeControl("days", count * DAY))
controls = st.one_of(lives(), days)
PLENTY = 10_000  # seconds: enough for any match in these tests


def after(control, played, clock=None):
    def charge_act(now, act):
        return charge(control, now, act[0], act[1] / TICKS)

    return reduce(charge_act, played, clock or start_clock(control, LETTERS))


def turns(played):
    """The letters in the order of their turns; consecutive acts of one letter are one turn."""
    return [letter for place, (letter, _) in enumerate(played) if not place or played[place - 1][0] != letter]


def naive(control, played):
    base, extra = round(control.base * TICKS), round(control.extra * TICKS)
    return ticked(control.kind, base, extra, LETTERS, played)


# Examples


def test_an_increment_is_added_when_the_turn_is_over():
    control = TimeControl.parse("5+3")
    clock = charge(control, start_clock(control, "ab"), "a", 10)
    assert clock.left == {"a": 290, "b": 300}
    assert charge(control, clock, "b", 4).left == {"a": 293, "b": 296}


def test_a_delay_runs_before_the_clock_and_is_lost_at_the_end_of_the_turn():
    control = TimeControl.parse("5d3")
    clock = charge(control, start_clock(control, "ab"), "a", 2)
    assert clock.left == {"a": 300, "b": 300}
    clock = charge(control, clock, "b", 5)
    assert clock.left == {"a": 300, "b": 298}
    assert charge(control, clock, "a", 4).left == {"a": 299, "b": 298}


def test_with_days_per_turn_every_turn_begins_with_the_full_number_of_days():
    control = TimeControl.parse("3/day")
    clock = charge(control, start_clock(control, "ab"), "a", 2 * DAY)
    assert clock.left["a"] == DAY
    assert charge(control, clock, "b", 0).left == {"a": 3 * DAY, "b": 3 * DAY}


def test_a_turn_of_a_seat_without_a_clock_ends_the_previous_turn():
    control = TimeControl.parse("5+3")
    clock = charge(control, charge(control, start_clock(control, "a"), "a", 10), "computer", 7)
    assert clock.left == {"a": 293}
    assert charge(control, clock, "a", 1).left == {"a": 292}


def test_a_turn_can_end_before_the_next_seat_is_known():
    control = TimeControl.parse("5+3")
    clock = charge(control, charge(control, start_clock(control, "a"), "a", 10), "", 0)
    assert clock == Clock({"a": 293})
    assert charge(control, clock, "a", 1).left == {"a": 292}


def test_without_a_time_control_no_seat_has_a_clock():
    control = TimeControl.parse("")
    clock = charge(control, start_clock(control, LETTERS), "a", 10)
    assert not clock.left
    assert time_to_flag(control, clock, "a") is None
    assert time_left(control, clock, "a", 5) == {}


# Properties of all sequences of turns


@given(controls, acts)
def test_the_time_after_any_sequence_of_turns_agrees_with_a_clock_that_ticks(control, played):
    assert {letter: round(left * TICKS) for letter, left in after(control, played).left.items()} == (
        naive(control, played).left
    )


@given(controls, acts, letters, ticks)
def test_the_time_left_agrees_with_a_clock_that_ticks(control, played, awaited, elapsed):
    is_shown = time_left(control, after(control, played), awaited, elapsed / TICKS)
    assert is_shown == {
        letter: left / TICKS for letter, left in naive(control, [*played, (awaited, elapsed)]).left.items()
    }


@given(lives(), acts, letters)
def test_a_clock_runs_out_exactly_when_its_time_to_flag_has_passed(control, played, awaited):
    clock = after(control, played)
    lasts = time_to_flag(control, clock, awaited)
    assert time_left(control, clock, awaited, lasts)[awaited] == 0
    if lasts > 0:
        assert time_left(control, clock, awaited, lasts - 1 / TICKS)[awaited] > 0


@given(controls, acts, letters, ticks)
def test_the_delay_left_agrees_with_a_clock_that_ticks(control, played, awaited, elapsed):
    clock = after(control, played)
    ticking = naive(control, [*played, (awaited, elapsed)])
    expected = ticking.delay / TICKS if ticking.left[awaited] else 0
    assert delay_left(control, clock, awaited, elapsed / TICKS) == expected


@given(lives(least=PLENTY), acts)
def test_time_is_conserved(control, played):
    """The initial time plus all increments equals the time left plus the time charged.

    With a delay, the clocks lose no more than the time charged.
    """
    clock = after(control, played)
    ended = turns(played)[:-1]
    spent = dict.fromkeys(LETTERS, 0.0)
    if control.kind == "increment":
        for letter, time in played:
            spent[letter] += time / TICKS
        brought = {letter: ended.count(letter) * control.extra for letter in LETTERS}
        assert {letter: clock.left[letter] + spent[letter] for letter in LETTERS} == {
            letter: control.base + brought[letter] for letter in LETTERS
        }
    else:
        assert sum(clock.left.values()) >= len(LETTERS) * control.base - sum(time / TICKS for _, time in played)


@given(controls, acts, letters, st.permutations([1, 8, 30, 64, 100]))
def test_the_order_of_charges_within_a_turn_does_not_matter(control, played, seat, costs):
    before = after(control, played)
    one = after(control, [(seat, cost) for cost in costs], before)
    assert one == after(control, [(seat, cost) for cost in sorted(costs)], before)


@given(controls, acts, letters, ticks, ticks)
def test_time_charged_in_two_parts_counts_the_same_as_time_charged_at_once(control, played, seat, first, second):
    before = after(control, played)
    assert after(control, [(seat, first), (seat, second)], before) == after(control, [(seat, first + second)], before)


@given(lives(kinds=["increment"], least=PLENTY), acts)
def test_an_increment_is_added_exactly_once_a_turn(control, played):
    free = after(control, [(letter, 0) for letter, _ in played])
    ended = turns(played)[:-1]
    assert free.left == {letter: control.base + ended.count(letter) * control.extra for letter in LETTERS}


@given(lives(kinds=["delay"]), acts)
def test_a_delay_is_never_banked(control, played):
    """No seat ever has more time than at the start, and a seat that acts within the delay loses none."""
    clock = after(control, played)
    assert all(left <= control.base for left in clock.left.values())
    quick = [(letter, 0) for letter in turns(played)]
    assert after(control, quick, clock).left == clock.left


@given(controls, acts, letters, spans)
def test_the_time_of_other_seats_does_not_change(control, played, seat, spent):
    before = charge(control, after(control, played), seat, 0)
    now = charge(control, before, seat, spent)
    assert all(now.left[letter] == before.left[letter] for letter in LETTERS if letter != seat)
    assert now.left[seat] <= before.left[seat]


@given(controls, acts)
def test_the_time_left_is_never_negative(control, played):
    clock = start_clock(control, LETTERS)
    for act in played:
        clock = after(control, [act], clock)
        assert min(clock.left.values()) >= 0


@given(controls, acts, letters, spans, spans)
def test_the_time_left_never_grows_while_a_seat_is_to_move(control, played, awaited, one, other):
    clock = after(control, played)
    assert one == other or (
        time_left(control, clock, awaited, min(one, other))[awaited]
        >= time_left(control, clock, awaited, max(one, other))[awaited]
    )


@given(controls, acts)
def test_no_clock_runs_if_no_seat_is_to_move(control, played):
    clock = after(control, played)
    assert time_left(control, clock, "", 100) == clock.left
    assert time_to_flag(control, clock, "") is None


@given(controls, acts, letters, ticks)
def test_charging_a_clock_does_not_change_the_original_clock(control, played, seat, spent):
    clock = after(control, played)
    before = Clock(dict(clock.left), clock.turn, clock.used)
    after(control, [(seat, spent)], clock)
    time_left(control, clock, seat, spent)["a"] = -1
    assert clock == before


# The charge for an act


@given(spans, spans, lags, lags)
def test_more_lag_never_costs_more_time(since, thought, one, other):
    at = since + thought
    assert charge_for(at, since, 0, max(one, other)) <= charge_for(at, since, 0, min(one, other))


@given(spans, spans, spans, lags)
def test_lag_is_given_back_only_up_to_the_cap(since, thought, idle, lag):
    at = since + thought + idle
    assert thought - LAG_CAP - 1e-9 <= charge_for(at, since, idle, lag) <= thought + 1e-9


@given(spans, spans, spans)
def test_time_without_a_running_server_is_not_charged(since, thought, idle):
    assert charge_for(since + thought + idle, since, idle, 0) == thought


@given(spans, spans, lags)
def test_a_charge_is_never_negative(at, since, lag):
    assert charge_for(at, since, 0, lag) >= 0
