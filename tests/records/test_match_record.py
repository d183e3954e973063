"""The record of a match as a text: it survives a round trip, people may edit it, and hostile input is harmless."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.dice import commitment
from ludoteka.core.message import Refused
from ludoteka.records.match_record import MatchRecord, Ply, SaltTag, result_text, turn_numbers

SIGNS = st.characters(exclude_categories=["Cs"])
TEXT = st.text(SIGNS, max_size=20)
TOKEN = (
    st.text(SIGNS, min_size=1, max_size=12).filter(lambda text: not any(sign.isspace() for sign in text))
    | st.text("\\{};()[]*1/2-0.:resign", min_size=1, max_size=8)
    | st.text("+-,012", min_size=1, max_size=8)
    | st.sampled_from(
        ["1", "12/17", "1-0", "1/2-1/2", "*", "7.", "7.e4", "resign:a", "[x", "e2-f2", "\\", "{", "}", ";", "(", ")"]
    )
    | st.sampled_from(["+2", "+2,-2", "2,-2", "+0,-0", "+1,+2,-3", "+01,-1", "7.+2,-2"])
)
WORDS = st.lists(TOKEN | st.just("[%emt 0:00:01]"), max_size=8).map(" ".join)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def plies(variations):
    return st.builds(
        Ply,
        text=TOKEN,
        resigns=st.booleans(),
        number=st.integers(0, 999_999_999),
        spent=st.none() | st.integers(0, 9999 * 3600 * 1000),
        comment=WORDS,
        variations=variations,
    )


PLY = st.recursive(
    plies(st.just(())),
    lambda inner: plies(st.lists(st.lists(inner, min_size=1, max_size=3).map(tuple), max_size=2).map(tuple)),
    max_leaves=6,
)
LOOKS_SCORED = re.compile(r"[+-][0-9]+(?:,[+-][0-9]+)+")
SEED = st.binary(min_size=1, max_size=32)
SCORES = st.integers(-(2**31), 2**31 - 1)
NAME = st.from_regex(r"[0-9A-Za-z_-]{1,40}", fullmatch=True)


@st.composite
def records(draw):
    seed = draw(st.none() | SEED)
    before = sorted(draw(st.lists(st.integers(0, 99), max_size=3)))
    salts = tuple(SaltTag(letter, draw(NAME), throws) for letter, throws in zip("ябc", before, strict=False))
    outcomes = st.lists(st.sampled_from(["1", "0", "1/2"]), min_size=2, max_size=6).map("-".join)
    scores = st.lists(SCORES.map("{:+}".format), min_size=2, max_size=6).map(",".join)
    return MatchRecord(
        game=draw(TEXT),
        rules_version=draw(st.integers(0, 99)),
        options=draw(st.dictionaries(TOKEN, VALUE, max_size=3)),
        position=draw(st.none() | TEXT),
        players=draw(st.dictionaries(TOKEN, TEXT, max_size=3)),
        date=draw(TEXT),
        result=draw(outcomes | scores | st.just("*")),
        seed_commitment=commitment(seed) if seed else draw(TEXT),
        seed=seed.hex() if seed else "",
        match=(match := draw(NAME | st.just(""))),
        foreign=draw(st.integers(0, 99)) if match else 0,
        salts=salts,
        tags=draw(st.dictionaries(st.sampled_from(["Event", "Round", "Ёлка", "game"]), TEXT, max_size=3)),
        comment=draw(WORDS),
        plies=tuple(draw(st.lists(PLY, max_size=8))),
    )


@given(records())
@settings(max_examples=scaled(500, 25))
def test_a_record_parses_back_from_its_text(record):
    text = record.text()
    again = MatchRecord.parse(text)

    assert again == record
    assert again.text() == text


@given(records())
@settings(max_examples=scaled(200, 20))
def test_a_record_with_the_line_endings_of_windows_is_parsed(record):
    assert MatchRecord.parse("\ufeff" + record.text().replace("\n", "\r\n")) == record


@given(st.lists(TOKEN | TEXT | st.sampled_from(['[Game "tavlei"]', "\n", "[", '"', "1-0"]), max_size=30))
@settings(max_examples=scaled(500, 25))
def test_any_text_is_parsed_or_refused_with_the_number_of_a_line(parts):
    text = '[Game "g"]\n' + " ".join(parts)
    try:
        MatchRecord.parse(text)
    except Refused as refused:
        line = refused.message.values["line"]
    else:
        line = 1
    assert 1 <= line <= text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


def test_a_record_may_be_written_informally():
    text = """
    ; what we played on Sunday

    [Game "g"] ; by heart
      [ Event   "A Sunday" ]

    {before all}
    1.e2-f2 {good} ; very good
    f5-f8   {[%emt
    1:02:03.5] slow} 17... g1 {two
      words}{more}
    resign:d 4. 1-0
    {that was that}
    """
    record = MatchRecord.parse(text)

    assert (record.game, record.tags, record.comment) == ("g", {"Event": "A Sunday"}, "before all")
    assert record.plies == (
        Ply("e2-f2", number=1, comment="good very good"),
        Ply("f5-f8", spent=3_723_500, comment="slow"),
        Ply("g1", number=17, comment="two words more"),
        Ply("d", resigns=True, comment="that was that"),
    )
    assert [ply.line for ply in record.plies] == [8, 9, 10, 12]
    assert record.result == "1-0"


def test_only_the_game_is_required():
    record = MatchRecord.parse('[Game "g"]')

    assert record == MatchRecord("g")
    assert record.result == "*"


def test_the_values_of_options_keep_their_types():
    options = {"text": "draw", "number": 15, "digits": "15", "flag": True, "word": "true", "list": ["b", {"t": None}]}
    text = MatchRecord("g", options=options).text()

    assert '[Option.text "draw"]\n[Option.number "15"]\n[Option.digits "\\"15\\""]\n[Option.flag "true"]\n' in text
    assert MatchRecord.parse(text).options == options


def test_the_lines_of_a_record_have_at_most_80_characters():
    plies = tuple(Ply("e2-f2", number=number, spent=1000, comment="well done") for number in range(1, 200))
    text = MatchRecord("g", comment="what a match " * 20, plies=plies).text()

    assert max(map(len, text.splitlines())) <= 80


def test_actions_that_look_like_other_parts_of_a_record_are_escaped():
    plies = tuple(map(Ply, ["1-0", "7.", "*", "resign:a", "[x]", "a;b", "{a}", "a\\b", "1", "12/17", "+2,-2", "+2"]))
    text = MatchRecord("g", plies=plies).text()

    assert text.splitlines()[-1] == r"\1-0 \7. \* \resign:a \[x] a\;b \{a\} a\\b 1 12/17 \+2,-2 +2 *"


@given(TOKEN.filter(lambda word: not LOOKS_SCORED.fullmatch(word)))
@settings(max_examples=scaled(500, 25))
def test_actions_other_than_scores_are_escaped_only_if_they_look_like_other_parts_of_a_record(word):
    guarded = "".join(f"\\{sign}" if sign in "{};()\\" else sign for sign in word)
    meant = re.fullmatch(r"\*|(?:1/2|[01])(?:-(?:1/2|[01]))+|[0-9]{1,9}\.+.*|resign:.*|\[.*", guarded, re.DOTALL)
    written = f"\\{guarded}" if meant else guarded

    assert MatchRecord("g", plies=(Ply(word),)).text() == f'[Game "g"]\n[Result "*"]\n\n{written} *\n'


def test_variations_stand_after_the_action_that_they_replace():
    record = MatchRecord.parse(
        '[Game "tavlei"]\n1. e2-f2 (1. e2-c2 {quiet} f5-f8 (f5-f7)\n({first} d9-b9)) (1. e3-d3) {well} f5-f8 *'
    )
    inner = (Ply("f5-f7"),), (Ply("d9-b9", comment="first"),)
    quiet = (Ply("e2-c2", number=1, comment="quiet"), Ply("f5-f8", variations=inner))
    other = (Ply("e3-d3", number=1),)

    assert record.plies == (Ply("e2-f2", number=1, comment="well", variations=(quiet, other)), Ply("f5-f8"))
    assert record.text().endswith(
        "1. e2-f2 {well} (1. e2-c2 {quiet} f5-f8 (f5-f7) (d9-b9 {first})) (1. e3-d3)\nf5-f8 *\n"
    )


def test_many_comments_of_one_action_become_one_comment():
    text = '[Game "g"]\na ' + "{b}" * 300_000
    assert len(MatchRecord.parse(text).plies[0].comment) == 599_999


def test_a_result_lists_every_seat():
    assert result_text(None) == "*"
    assert result_text({"a": 1, "d": -1}) == "1-0"
    assert result_text({"a": 0, "d": 0}) == "1/2-1/2"
    assert result_text({"b": -1, "l": 1, "t": -1}) == "0-1-0"
    assert result_text({"P": -1}) == "0-1", "the second number is the result of the game against a lone seat"
    assert result_text(None, has_scores=True) == result_text({}, has_scores=True) == "*"
    assert result_text({"n": 2, "s": -2}, has_scores=True) == "+2,-2"
    assert result_text({"n": 0, "s": 0, "e": 7}, has_scores=True) == "+0,+0,+7"
    assert result_text({"P": 12}, has_scores=True) == "+12,-12"


@pytest.mark.parametrize(
    ("actors", "order", "numbers"),
    [
        (["a", "d", "a", "d", "a"], "ad", [1, 0, 2, 0, 3]),
        (["d", "a", "d"], "ad", [1, 2, 0]),
        (["chance", "y", "y", "chance", "g", "chance", "y"], "yg", [1, 0, 0, 0, 0, 2, 0]),
        (["b", "b", "t", "r", "b", "t"], "btr", [1, 0, 0, 0, 2, 0]),
        (["P", "P", "chance", "P"], "P", [1, 2, 3, 0]),
        (["chance", "chance"], "yg", [0, 0]),
        ([], "ad", []),
    ],
)
def test_a_turn_number_is_given_once_in_each_round_of_the_table(actors, order, numbers):
    assert turn_numbers(actors, list(order)) == numbers
