"""Faults that are planted in the encoding of a game, for programs that learn, are found, each in the sentence meant for it."""

import pytest
from toys.planted import planted

from ludoteka.games import games
from ludoteka.testing import check_game, check_lockstep, check_match, check_secrets, chooser

MARKS = "        tensor[CHIPS + other] = seen.pot[owner]"
LIST = "    return [CHECK, BET, FOLD, CALL]"


def fault(old, new, file="encoding.py"):
    return file, old, new


BEFORE_PLAY = {
    "a name twice": (fault('    "the first seat looks",', "    *NAME,"), "all of them different"),
    "another number of names": (
        fault("SHAPE = (len(NAMES),)", "SHAPE = (2, 5)"),
        "SHAPE of the encoding must be positive integers, the first of them the number of NAMES, 10",
    ),
    "no highest number": (fault("HIGHEST = MOST + 1", "HIGHEST = 0.5"), "HIGHEST of the encoding must be a positive"),
    "other parameters": (fault("def choices(seat: int)", "def choices()"), r"must define choices\(seat\)"),
    "a choice twice": (fault(LIST, LIST.replace("CALL", "FOLD")), "two choices of seat 0 are the same action"),
    "a choice that is no action": (fault(LIST, LIST.replace("CALL", "9")), "the choice 9 of seat 0 is not one of"),
    "seats with different numbers of choices": (
        fault(LIST, f"{LIST}[seat:]"),
        r"the seats have different numbers of choices, \[3, 4\]",
    ),
    "a breach of the dialect": (
        fault(MARKS, "        tensor[CHIPS + other] = sum([seen.pot[owner]])"),
        r"encoding.py:\d+: `sum` is not part of the dialect",
    ),
}
IN_PLAY = {
    "an action without a choice": (
        fault(LIST, LIST.replace("BET, ", "")),
        "seat 0 may play the action 5, which is not among its choices",
    ),
    "a number that is too high": (
        fault("HIGHEST = MOST + 1", "HIGHEST = 1"),
        r"encode writes \d at place \d for seat 0, and HIGHEST is 1",
    ),
    "a negative number": (fault(MARKS, "        tensor[CHIPS + other] = -1"), "encode writes -1 at place 6"),
    "a place after the end": (
        fault("tensor[CHIPS + 3]", "tensor[CHIPS + 4]"),
        "encode uses the place 10 of a tensor with 10 numbers",
    ),
    "a place before the start": (
        fault("tensor[CHIPS + 3]", "tensor[CHIPS - 7]"),
        "encode uses the place -1 of a tensor with 10 numbers",
    ),
    "an observation that changes": (
        fault(MARKS, f"{MARKS}\n        seen.acted += 1"),
        "encode changes what it is given",
    ),
    "a tensor that changes": (
        fault("    tensor[CHIPS + 2] = seen.acted", "    tensor[CHIPS + 2] = len(CALLS) % 2\n    CALLS.append(0)"),
        "encode writes another tensor when seat 0 looks again",
    ),
}
AGAIN = fault("CHIPS = ", 'NAME = ("own chips in the pot",)\nCALLS = []\nKNOWN = [0, 0]\nCHIPS = ')
FIRST = fault("NAMES = (", 'NAME = ("own chips in the pot",)\nNAMES = (')


def faulty(monkeypatch, tmp_path, *edits):
    return planted(monkeypatch, tmp_path, games()["kuhn"], AGAIN, FIRST, *edits)


@pytest.mark.parametrize(("edit", "complaint"), BEFORE_PLAY.values(), ids=BEFORE_PLAY.keys())
def test_before_play_a_check_finds(monkeypatch, tmp_path, edit, complaint):
    with pytest.raises(AssertionError, match=complaint):
        check_game(faulty(monkeypatch, tmp_path, edit))


@pytest.mark.parametrize(("edit", "complaint"), IN_PLAY.values(), ids=IN_PLAY.keys())
def test_in_play_a_check_finds(monkeypatch, tmp_path, edit, complaint):
    with pytest.raises(AssertionError, match=complaint):
        check_match(faulty(monkeypatch, tmp_path, edit), {}, chooser(0), 20)


def test_a_tensor_that_remembers_what_another_seat_saw_is_a_leak(monkeypatch, tmp_path):
    edit = fault(
        "            tensor[other * len(CARDS) + seen.cards[owner] - 1] = 1",
        "            KNOWN[owner] = seen.cards[owner]\n"
        "        if KNOWN[owner] > 0:\n            tensor[other * len(CARDS) + KNOWN[owner] - 1] = 1",
    )
    with pytest.raises(AssertionError, match="by its tensor"):
        check_secrets(faulty(monkeypatch, tmp_path, edit), {})


def test_machine_code_must_write_the_same_tensor(monkeypatch, tmp_path):
    """In machine code, a number that doesn't fit is cut off."""
    edit = fault("tensor[HANDS] = seen.hands[seat]", "tensor[HANDS] = seen.hands[seat] << 62 >> 62")
    game = planted(monkeypatch, tmp_path, games()["morris"], edit)
    with pytest.raises(AssertionError, match=r"encode is .* when interpreted but .* when compiled"):
        check_lockstep(game, game.check_options({}), chooser(0), 3)
