"""The record of a match as a text: it survives a round trip, people may edit it, and hostile input is harmless."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.dice import commitment
from ludoteka.core.message import Refused
from ludoteka.records.chance import SaltTag
from ludoteka.records.match_record import MatchRecord, result_text, turn_numbers
from ludoteka.records.movetext import LONGEST_ACTION, MOST_ACTIONS, Ply
from ludoteka.records.syntax import LONGEST, MOST_TAGS
from ludoteka.surfaces.texts import texts_in

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


def said(refused):
    return texts_in("en").say(refused.message)


def refusal(text):
    with pytest.raises(Refused) as caught:
        MatchRecord.parse(text)
    assert caught.value.code == "bad-record"
    return said(caught.value)


@given(records())
@settings(max_examples=scaled(500), deadline=None)
def test_a_record_parses_back_from_its_text(record):
    text = record.text()
    again = MatchRecord.parse(text)

    assert again == record
    assert again.text() == text


@given(records())
@settings(max_examples=scaled(200), deadline=None)
def test_a_record_with_the_line_endings_of_windows_is_parsed(record):
    assert MatchRecord.parse("\ufeff" + record.text().replace("\n", "\r\n")) == record


@given(st.lists(TOKEN | TEXT | st.sampled_from(['[Game "tavlei"]', "\n", "[", '"', "1-0"]), max_size=30))
@settings(max_examples=scaled(500), deadline=None)
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
@settings(max_examples=scaled(500), deadline=None)
def test_actions_other_than_scores_are_escaped_only_if_they_look_like_other_parts_of_a_record(word):
    guarded = "".join(f"\\{sign}" if sign in "{};()\\" else sign for sign in word)
    meant = re.fullmatch(r"\*|(?:1/2|[01])(?:-(?:1/2|[01]))+|[0-9]{1,9}\.+.*|resign:.*|\[.*", guarded, re.DOTALL)
    written = f"\\{guarded}" if meant else guarded

    assert MatchRecord("g", plies=(Ply(word),)).text() == f'[Game "g"]\n[Result "*"]\n\n{written} *\n'


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "name a game"),
        ('[Event "x"]', 1, "name a game"),
        ('[Game "g"]\n[Game "g"]', 2, "The tag Game occurs twice"),
        ("[Game g]", 1, "A tag is written"),
        ('[Game "g]', 1, "A tag is written"),
        ('[Game "g"] x', 1, "A tag is written"),
        ('\n\n[Game "g"\n]', 3, "A tag is written"),
        ('[Game "g"]\n[RulesVersion "new"]', 2, "version of the rules"),
        ('[Game "g"]\n[Result "won"]', 2, "A result is the score"),
        ('[Game "g"]\n[Result "2,-2"]', 2, "A result is the score"),
        ('[Game "g"]\n[Result "+2"]', 2, "A result is the score"),
        ('[Game "g"]\n[Result "+2,-0"]', 2, "A result is the score"),
        ('[Game "g"]\n[Result "+2,-2"]\n\ne2-f2\n+2,-3', 5, "the tag Result, which says +2,-2"),
        ('[Game "g"]\n[Result "1-0"]\n\ne2-f2\n0-1', 5, "the tag Result, which says 1-0"),
        ('[Game "g"]\n[Seed "xyz"]', 2, "hexadecimal"),
        ('[Game "g"]\n[Seed "00"]\n[SeedCommitment "00"]', 3, "match the commitment"),
        ('[Game "g"]\n\ne2-f2 {well', 3, "doesn't end"),
        ('[Game "g"]\n\ne2-f2\n{well\n\n', 4, "doesn't end"),
        ('[Game "g"]\ne2-f2 }', 2, "without a beginning"),
        ('[Game "g"]\n{a\nb} \\ e2', 3, "backslash"),
        ('[Game "g"]\ne2-f2\n[Event "x"]', 3, "before the first action"),
        ('[Game "g"]\ne2-f2 1-0\n\ne2-f2', 4, "after the result"),
        ('[Game "g"]\n* *', 2, "after the result"),
        ('[Game "g"]\n\n(e2-f2) *', 3, "stands after the action"),
        ('[Game "g"]\n\ne2-f2\n(e2-c2', 4, "The variation that begins here doesn't end"),
        ('[Game "g"]\n\ne2-f2)', 3, "A variation ends here without a beginning"),
        ('[Game "g"]\n\ne2-f2 ({empty})', 3, "has no action"),
        ('[Game "g"]\n\ne2-f2 (e2-c2 1-0)', 3, "not in a variation"),
    ],
)
def test_a_syntax_error_is_reported_with_its_line(text, line, reason):
    told = refusal(text)

    assert told.startswith(f"Line {line} of the record: ")
    assert reason in told


HOSTILE = {
    "too long": "x" * (LONGEST + 1),
    "a long line of spaces": " " * LONGEST,
    "many empty lines": "\n" * LONGEST,
    "many line comments": ";\n" * (LONGEST // 2),
    "too many tags": "\n".join(f'[T{number} "x"]' for number in range(MOST_TAGS + 1)),
    "an endless tag": "[" + "G" * (LONGEST - 1),
    "an endless blank in a tag": "[G" + " " * (LONGEST - 2),
    "an endless value": '[Game "' + "\\\\" * (LONGEST // 2 - 8),
    "too many actions": '[Game "g"]\n' + "a " * (MOST_ACTIONS + 1),
    "too many actions in variations": '[Game "g"]\n' + "a (b) " * (MOST_ACTIONS // 2 + 1),
    "variations within variations": '[Game "g"]\n' + "a (" * MOST_ACTIONS,
    "a long action": '[Game "g"]\n' + "a" * (LONGEST_ACTION + 1),
    "an endless comment": '[Game "g"]\n{' + "a " * (LONGEST // 2 - 10),
    "many comments without an action": "{a}" * (LONGEST // 3),
    "brackets": '[Game "g"]\n' + "{" * (LONGEST - 20),
    "results without end": '[Game "g"]\n' + "1-" * (LONGEST // 2 - 10),
    "scores without end": '[Game "g"]\n' + "+1," * (LONGEST // 3 - 10),
    "a score without end": '[Game "g"]\n+1,-' + "1" * (LONGEST - 20),
    "a number without end": '[Game "g"]\n' + "1" * (LONGEST - 20),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_record_is_refused(text):
    assert refusal(text).startswith("Line ")


@pytest.mark.parametrize("value", ["[" * 100_000, "9" * 100_000, '"\\ud800"', "NaN", "1e999"])
def test_a_hostile_option_is_parsed_as_a_plain_value(value):
    text = f'[Game "g"]\n[Option.x "{value.replace(chr(92), chr(92) * 2).replace(chr(34), chr(92) + chr(34))}"]\n'
    assert "x" in MatchRecord.parse(text).options


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
