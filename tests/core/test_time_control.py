"""Time controls as texts: each is written as one canonical text, and a text that is not a time control is refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.clock import DAY, TimeControl
from ludoteka.core.message import Refused

FINE = [
    "",
    "5+3",
    "5d3",
    "5+0",
    "5d0",
    "0.5+0",
    "0.167+1",
    "1.25+10",
    "180+180",
    "180d180",
    "1/day",
    "30/day",
]
BAD = [
    " ",
    "5",
    "5+",
    "+3",
    "5-3",
    "5 + 3",
    "5+3\n",
    "-5+3",
    "5+-3",
    "5.+3",
    ".5+3",
    "5+0.5",
    "0+10",
    "0.166+1",
    "180.001+0",
    "181+0",
    "5+181",
    "1000+0",
    "0/day",
    "31/day",
    "100/day",
    "1.5/day",
    "3/days",
    "day",
    "٣+٣",
    "nan+3",
    "1e1+3",
    "5+3" * 1000,
]


@st.composite
def live_controls(draw):
    kind = draw(st.sampled_from(["increment", "delay"]))
    return TimeControl(kind, draw(st.integers(20, 10_800)), draw(st.integers(0, 180)))


days = st.integers(1, 30).map(lambda count: TimeControl("days", count * DAY))


@pytest.mark.parametrize("text", FINE)
def test_a_time_control_is_written_as_it_was_parsed(text):
    assert TimeControl.parse(text).text == text


@given(st.one_of(live_controls(), days))
def test_every_time_control_can_be_parsed_from_its_own_text(control):
    """Minutes have three decimals, so a base is restored to within three hundredths of a second."""
    read = TimeControl.parse(control.text)
    assert read._replace(base=control.base) == control
    assert abs(read.base - control.base) <= 0.03


@given(st.integers(167, 180_000), st.sampled_from("+d"), st.integers(0, 180))
def test_every_time_control_has_one_canonical_text(thousandths, kind, extra):
    minutes = f"{thousandths // 1000}.{thousandths % 1000:03}"
    control = TimeControl.parse(f"{minutes}{kind}{extra}")
    assert TimeControl.parse(control.text) == control
    assert TimeControl.parse(control.text).text == control.text


@pytest.mark.parametrize("text", BAD)
def test_a_text_that_is_not_a_time_control_is_refused_with_a_code_and_a_short_sentence(text):
    with pytest.raises(Refused) as caught:
        TimeControl.parse(text)
    assert caught.value.code == "bad-clock"
    assert len(str(caught.value.message.plain())) < 200


@given(st.text(max_size=12))
def test_no_text_crashes_the_parser(text):
    with suppress(Refused):
        assert bool(TimeControl.parse(text).text) == bool(text)


@pytest.mark.parametrize(("text", "is_live"), [("5+3", True), ("5d3", True), ("3/day", False), ("", False)])
def test_only_a_time_control_in_minutes_is_live(text, is_live):
    assert TimeControl.parse(text).is_live is is_live
