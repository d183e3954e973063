"""Malformed and hostile records are refused, with the line and the reason."""

import pytest

from ludoteka.core.message import Refused
from ludoteka.records.match_record import LONGEST, LONGEST_ACTION, MOST_ACTIONS, MOST_TAGS, MatchRecord
from ludoteka.surfaces.texts import texts_in


def said(refused):
    return texts_in("en").say(refused.message)


def refusal(text):
    with pytest.raises(Refused) as caught:
        MatchRecord.parse(text)
    assert caught.value.code == "bad-record"
    return said(caught.value)


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
