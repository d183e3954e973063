"""Texts that the house derives from the paths of a game and the fields of its state."""

from types import SimpleNamespace
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import GameTexts, fields_text, read_fields
from ludoteka.core.record import Record
from ludoteka.games import games

NUMBERS = st.integers(-(2**31), 2**31 - 1)
MORRIS, DICE, TAVLEI = (games()[name] for name in ("morris", "liars_dice", "tavlei"))


class Shelf(Record):
    """A record with a field of each kind: a list of integers and an integer."""

    books: Annotated[list[int], 3]
    height: int


def shelf(books, height):
    record = Shelf()
    record.books, record.height = books, height
    return record


@given(books=st.lists(NUMBERS, min_size=3, max_size=3), height=NUMBERS)
def test_a_record_is_read_back_from_its_fields(books, height):
    record = shelf(books, height)
    assert read_fields(Shelf, fields_text(record)) == record


def test_every_field_of_a_record_is_written_with_its_name():
    assert fields_text(shelf([1, 0, -2], 7)) == "books=1,0,-2 height=7"


@pytest.mark.parametrize(
    "text",
    [
        *("", "books=1,0,2", "height=7 books=1,0,2", "books=1,0 height=7", "books=1,0,2,3 height=7"),
        *("books=1,0,x height=7", "books=1,0,2  height=7", "books=1,0,2 height=07", "books=1,0,2 height=-0"),
        *(
            "books=1,0,2 height=2147483648",
            "books=1,0,٢ height=7",
            "books=1,0,2 height=",
            f"books={'1,' * 9000} height=7",
        ),
    ],
)
def test_a_text_whose_fields_are_missing_misplaced_or_malformed_is_refused_as_a_position(text):
    with pytest.raises(Refused) as refused:
        read_fields(Shelf, text)
    assert refused.value.code == "bad-position"


def test_a_position_from_which_the_rules_cannot_continue_is_refused():
    texts = GameTexts(SimpleNamespace(path=None, refusal=None), TAVLEI.rules, lambda options: (0, 1))
    state = TAVLEI.begin({})
    assert texts.parse_position(fields_text(state), {}) == state
    state.turn = 7
    with pytest.raises(Refused) as refused:
        texts.parse_position(fields_text(state), {})
    assert refused.value.code == "bad-position"


def test_a_game_that_writes_but_does_not_parse_positions_refuses_every_position_text():
    texts = GameTexts(SimpleNamespace(path=None, refusal=None, position_text=str), TAVLEI.rules, lambda options: (0, 1))
    assert not texts.reads_positions
    with pytest.raises(Refused) as refused:
        texts.parse_position("anything", {})
    assert refused.value.code == "bad-position"


def test_the_names_of_a_path_make_the_text_of_an_action():
    match = Match(TAVLEI)
    assert match.ways()["e2", "f2"] == match.check("e2-f2")


def test_an_incomplete_action_text_is_refused_with_a_legal_action_as_an_example():
    with pytest.raises(Refused) as refused:
        Match(TAVLEI).check("e2")
    assert refused.value.code == "bad-text"
    assert refused.value.message.values["example"] in Match(TAVLEI).legal_texts()


def test_an_action_text_that_matches_no_path_is_refused():
    for text in ("zz", "e2-zz", "e2-f2-g2", ""):
        with pytest.raises(Refused) as refused:
            Match(TAVLEI).check(text)
        assert refused.value.code == "bad-text"


def test_a_path_is_refused_for_the_same_reason_as_its_text():
    match = Match(TAVLEI)
    assert match.find(("e2", "f2")) == match.check("e2-f2")
    for picks in (("e1",), ("e2", "e5"), ("d3",)):
        with pytest.raises(Refused) as picked:
            match.find(picks)
        with pytest.raises(Refused) as typed:
            match.check("-".join(picks))
        assert picked.value.code == typed.value.code


def test_a_scene_has_the_prompts_that_its_game_gives_for_the_beginnings_of_paths():
    prompts = Match(MORRIS).scene().prompts
    assert set(prompts) == {()}
    assert prompts[()] == Message("Place a man")
    assert {len(path) for path in Match(games()["cups"]).scene().prompts} == {0, 1}
    assert not Match(TAVLEI).scene().prompts


def test_only_the_seat_to_act_gets_paths():
    match = Match(DICE)
    assert match.letter(match.seat) == "chance"
    assert not match.scene().paths
    match = Match(TAVLEI)
    assert not match.scene(1 - match.seat).paths
