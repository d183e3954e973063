"""The suite that checks games finds every fault that is planted in a correct game, and describes it."""

from dataclasses import replace
from itertools import count

import pytest
from toys.planted import planted

from ludoteka.core.game import Diagram, Option, Seat
from ludoteka.core.message import Message
from ludoteka.core.scene import Mark
from ludoteka.games import games
from ludoteka.testing import check_game, check_match, chooser
from ludoteka.testing.suite import GAME_CHECKS

MATCHES = 20
HIDES = "        state.coin = action - HIDE"
COIN_TEXT = "else str(state.coin + 1)"
PLACES = "enumerate(NAMES))"

FAULTS = {  # file, old text, new text, complaint
    "a function is missing": ("notation.py", "def path(", "def way(", "path is missing"),
    "a function takes too many parameters": (
        "notation.py",
        "seen: Observation, path: Path)",
        "seen: Observation, path: Path, pick: str)",
        r"refusal must take \(seen, path\)",
    ),
    "there is no room for actions": ("rules.py", "MAX_ACTIONS = CUPS", "MAX_ACTIONS = 0", "MAX_ACTIONS must be a positive"),
    "there is too little room for actions": ("rules.py", "MAX_ACTIONS = CUPS", "MAX_ACTIONS = 3", "more than MAX_ACTIONS"),
    "an action is out of range": ("rules.py", "LIFT + CUPS\n", "LIFT + CUPS - 1\n", "is not one of 0 … 8"),
    "an action is legal twice": ("rules.py", "actions[face] = THROW + face", "actions[face] = THROW", "listed twice"),
    "actions are legal after the end": ("rules.py", "if seat != NOBODY:", "if True:", "and is_terminal is True"),
    "it is the turn of an unknown seat": ("rules.py", "else SEEKER", "else 5", "the seat to act is 5, which is not a seat"),
    "both seats win": ("rules.py", "(seat == SEEKER)", "(seat == seat)", "neither a draw nor"),
    "a seat wins before the end": ("rules.py", "        return 0\n", "        return 1\n", "the game goes on and"),
    "writing a position text changes the state": (
        "notation.py",
        "    lifted = ",
        "    state.lifted[3] = 0\n    lifted = ",
        "position_text changes",
    ),
    "drawing the scene changes the observation": ("scene.py", "    return Scene(", "    seen.lifts = 9\n    return Scene(", "scene changes"),
    "an observation shares a list with the state": ("rules.py", "state.lifted[:]", "state.lifted", "shares its lists"),
    "the same action has two outcomes": (
        "rules.py",
        HIDES,
        "        COINS.append(1)\n        state.coin = (action + len(COINS)) % CUPS",
        "has two outcomes",
    ),
    "a state has an undeclared field": ("rules.py", HIDES, f"{HIDES}\n        state.hint = 1", "changes when it is packed and unpacked"),
    "the game has no function throw": ("__init__.py", "    throw=throw,\n", "", "the game has no throw"),
    "a throw is not legal": ("__init__.py", "rules.FACES) - 1", "rules.FACES) + 7", "the throw 1[23] is not legal"),
    "the text of a throw shows the wrong dice": ("__init__.py", "die=rules.FACES", "die=rules.FACES + 1", "of a throw does not match the dice"),
    "an unknown seat throws": ("__init__.py", "draw(rules.SEEKER,", "draw(7,", r"thrown for the seats \[7\]"),
    "a position text does not say where the coin is": ("notation.py", COIN_TEXT, 'else "1"', "leads elsewhere in the position read"),
    "a position text is read wrongly": ("notation.py", "    return state\n", "    state.coin %= 3\n    return state\n", "'- - -' is read as '1 - -'"),
    "a position text is not understood": ("notation.py", '"- - -|[1-4] - -', '"- - -|[1-3] - -', "own position text '4 - -' is"),
    "a position has two texts": (
        "notation.py",
        "    if not POSITION",
        "    text = text.strip()\n    if not POSITION",
        "'- - - ' is read as '- - -', not refused",
    ),
    "a bad position is refused with the wrong code": (
        "notation.py",
        '"bad-position", Message("A',
        '"bad-text", Message("A',
        "refused as bad-text, not bad-position",
    ),
    "two actions have the same text": ("notation.py", "{NAMES.index(path[0]) + 1}", "1", "is the text of two actions"),
    "an action text is two words": ("notation.py", "'lift'}:{", "'lift'} {", "is not one word"),
    "an action text is read wrongly": ("notation.py", '(f"cup{match[2]}", HIDING)', '("cup1", HIDING)', "is read as the picks"),
    "an action text is not understood": ("notation.py", "):([1-4])", "):([1-3])", "'hide:4' of a legal action is refused"),
    "an action has two texts": ("notation.py", "ACTION.fullmatch", "ACTION.match", "is not the text of a legal action"),
    "the code of a refusal is a sentence": ("notation.py", '"already-lifted"', '"Already lifted"', "with the code 'Already lifted'"),
    "the sentence of a refusal lacks a value": ("notation.py", ", cup=cup), (cup,)", "), (cup,)", r"names \['cup'\], which is not given"),
    "a refusal is about an unknown place": ("notation.py", "cup=cup), (cup,)", 'cup=cup), ("table",)', "which are not all places of the scene"),
    "the sentence of a refusal is empty": ("notation.py", '"The die must be thrown first."', '" "', "a Message is empty"),
    "the function refusal returns None for a path": ("notation.py", "    if path[0] in THROWS", "    return None\n    if path[0] in THROWS", "is answered by None"),
    "the function refusal does not know a place": ("notation.py", "CUP[path[0]]", '{"cup1": 0}[path[0]]', "but refusal does not know 'cup"),
    "a path contains an unknown name": ("scene.py", "Choice(HIDING,", 'Choice("lid",', "contains names that the scene does not have"),
    "two actions have the same path": ("notation.py", "(NAMES[action - LIFT],)", "(NAMES[0],)", "is the path of two actions"),
    "a prompt is a string": ("notation.py", 'else Message("Pick a cup")', 'else "Pick a cup"', "'Pick a cup' is not a Message"),
    "a parameter of a function has the wrong name": ("notation.py", "def read(seen: Observation, text: str)", "def read(seen: Observation, word: str)", r"read must take \(seen, text\)"),
    "a piece stands on an unknown place": ("scene.py", '"cup", HIDER, NAMES[cup]', '"cup", HIDER, "x"', "which is not a place"),
    "the symbol of a piece is a word": ("scene.py", '"n", ', '"cup", ', "has the symbol 'cup'"),
    "the order of the places changes during the match": ("scene.py", "        PLACES,", "        PLACES[seen.lifts :] + PLACES[: seen.lifts],", "places differ from those at the beginning"),
    "two places have the same name": ("scene.py", PLACES, f"{PLACES} + (Place('cup1', 9, 0),)", "two places or choices"),
    "a label is a string": ("scene.py", 'Message("Lifted cups")', '"Lifted cups"', "'Lifted cups' is not a Message"),
    "a plural has no count": ("scene.py", "count=left", 'count="two"', "has a plural but no count"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "complaint"), FAULTS.values(), ids=FAULTS.keys())
def test_the_suite_complains_when(monkeypatch, tmp_path, file, old, new, complaint):
    list_of_coins = ("rules.py", "NOWHERE = 99", "COINS = []\nNOWHERE = 99")
    game = planted(monkeypatch, tmp_path, games()["cups"], (file, old, new), list_of_coins)
    with pytest.raises(AssertionError, match=complaint):
        check_everything_interpreted(game)


def check_everything_interpreted(game):
    for check in GAME_CHECKS:
        for sentence in check(game):
            raise AssertionError(sentence)
    for number in range(MATCHES):
        check_match(game, {}, chooser(number))


SEAT = Seat(0, "h", Message("Hider"))
WRONG = {
    "the name of the game is not that of its folder": ({"name": "Cups"}, "the name 'Cups' must be the folder's"),
    "seats share a letter": ({"seats": lambda options: (SEAT, SEAT._replace(number=1))}, "every seat must have a letter of its own"),
    "a seat is called chance": ({"seats": lambda options: (SEAT._replace(letter="chance"),)}, "every seat must have a letter of its own"),
    "seats share a number": ({"seats": lambda options: (SEAT, SEAT._replace(letter="s"))}, "every seat must have a number of its own"),
    "an option has no choices": ({"options": (Option("lids", Message("Lids"), ()),)}, "the option lids must have choices"),
    "the option for the dice has a choice that the house does not know": (
        {"options": (Option("dice", Message("Dice"), ((5, Message("five")),)),)},
        "the option dice, whose value must be 'fair' or 'bag'",
    ),
    "the function scene takes too many parameters": ({"scene": lambda seen, actions, seat: None}, "scene must take 2 parameters"),
    "a diagram cannot be read": ({"diagrams": {"first": Diagram("? - -")}}, "the diagram first is refused, .*bad-position"),
    "a diagram cannot be played": ({"diagrams": {"first": Diagram("2 r1 -", ("lift:7",))}}, "first is refused, .*bad-text"),
    "a diagram promises a refusal of a legal action": ({"diagrams": {"first": Diagram("2 r1 -", refused={"lift:1": "no"})}}, "lets lift:1"),
    "a diagram promises the wrong code": (
        {"diagrams": {"first": Diagram("2 r1 -", refused={"hide:1": "already-lifted"})}},
        "refuses hide:1 as not-now, not already-lifted",
    ),
    "a diagram promises the wrong winner": ({"diagrams": {"first": Diagram("2 r1 -", winner="s")}}, "is won by nobody"),
    "a diagram promises a way that does not exist": ({"diagrams": {"first": Diagram("2 r1 -", reach="cup9")}}, "shows no way from cup9"),
    "a diagram promises a capture that does not happen": (
        {"diagrams": {"first": Diagram("2 r1 -", ("lift:1",), captured=("cup1",), winner="h")}},
        r"captures on \[\], not on \['cup1'\]",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "complaint"), WRONG.values(), ids=WRONG.keys())
def test_the_suite_complains_before_anything_is_played_when(changes, complaint):
    with pytest.raises(AssertionError, match=complaint):
        check_game(replace(games()["cups"], **changes))


def test_an_exception_is_reported_with_the_actions_before_it(monkeypatch, tmp_path):
    game = planted(
        monkeypatch, tmp_path, games()["cups"], ("scene.py", "if seen.turn == SEEKER:", "if 1 // (2 - seen.lifts):")
    )
    with pytest.raises(ZeroDivisionError) as caught:
        check_everything_interpreted(game)
    assert any("after hide:" in note for note in caught.value.__notes__)


def test_a_complaint_names_the_game_the_options_and_the_actions(monkeypatch, tmp_path):
    game = planted(monkeypatch, tmp_path, games()["cups"], ("rules.py", "else SEEKER", "else 5"))
    with pytest.raises(AssertionError, match=rf"{game.name} \{{\}} after hide:\d r\d: the seat to act"):
        check_everything_interpreted(game)


def test_the_suite_complains_if_a_game_without_secrets_hides_something(monkeypatch, tmp_path):
    edit = (
        "rules.py",
        "    return state.copy()",
        "    seen = state.copy()\n    seen.turn = ATTACKERS\n    return seen",
    )
    game = planted(monkeypatch, tmp_path, games()["tavlei"], edit)
    with pytest.raises(AssertionError, match="Observation is State, but what seat 0 observes differs from the state"):
        check_match(game, {"repetition": "off"}, chooser(0))


def test_it_finds_worlds_that_contradict_what_a_seat_knows():
    game = games()["kuhn"]
    forgetful = replace(game, sample_world=lambda seat, seen, log, draw: game.sample_world(seat, seen, log[:2], draw))
    with pytest.raises(AssertionError, match="imagines a world that ends in what it doesn't see"):
        check_game(forgetful, matches=2)


def test_it_finds_captures_that_are_foreseen_wrongly():
    game = games()["tavlei"]

    def foresee(seen, actions):
        scene = game.scene(seen, actions)
        return scene._replace(foreseen=dict.fromkeys(scene.foreseen, (Mark("captured", "e5"),)))

    with pytest.raises(AssertionError, match=r"captures on .*, which is not what the scene foresees"):
        check_match(replace(game, scene=foresee), {}, chooser(1))


def board_complaint(**changes):
    """What the suite says about Tavlei with another board."""
    game = games()["tavlei"]
    with pytest.raises(AssertionError) as raised:
        check_match(replace(game, board=game.board._replace(**changes)), {}, chooser(1))
    return str(raised.value)


def test_it_finds_two_slots_of_a_board_on_one_place():
    stack = games()["tavlei"].board.stack
    told = board_complaint(stack=lambda slot, what: stack(3 if slot == 4 else slot, what))  # attackers on d9 and e9
    assert "'d9' has pieces of the slots 3 and 4" in told


def test_it_finds_a_board_whose_number_of_slots_changes():
    slots = games()["tavlei"].board.slots
    told = board_complaint(slots=lambda state: slots(state)[state.turn :])
    assert "at the beginning" in told


def test_it_finds_pieces_that_depend_on_more_than_their_slot():
    stack, asked = games()["tavlei"].board.stack, count()
    told = board_complaint(stack=lambda slot, what: stack(slot, what) if next(asked) % 500 else ())
    assert "not those of a comparison of all pieces" in told


def test_it_finds_a_scene_that_has_the_pieces_of_the_board_too():
    game = games()["tavlei"]
    crowded = replace(game, scene=lambda seen, actions: game.with_pieces(game.scene(seen, actions), seen))
    with pytest.raises(AssertionError, match="the scene has pieces, although the game has a board"):
        check_match(crowded, {}, chooser(1))
