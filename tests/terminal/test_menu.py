"""The menu of `ludoteka play`: games, the short game, rules, puzzles and records, by keys and numbers."""

import pytest
from programs.full_screens import FullScreen
from programs.terminals import program

from ludoteka.games import games, games_to_offer

TALL = 60  # rows, so that every page of the menu stays on the screen
NUMBERS = {game.name: str(number) for number, game in enumerate(games_to_offer(), 1)}


@pytest.fixture
def screen(tmp_path):
    """Open the menu in a real terminal; what is still open ends with the test."""
    opened = []

    def at(*arguments, **surroundings):
        opened.append(FullScreen(tmp_path, *arguments, rows=TALL, **surroundings))
        return opened[-1]

    yield at
    for one in opened:
        one.__exit__()


def test_a_key_chooses_a_game_and_a_level_and_after_the_match_the_menu_comes_back(screen):
    shown = screen()
    menu = shown.until("Esc back")
    for game in games().values():
        assert str(game.title) in menu
        assert str(game.summary)[:20] in menu
    for entry in ("Short game: XII Scripta, 3 men", "Rules", "Puzzles", "Continue from a record", "Language: English"):
        assert entry in menu
    shown.press(NUMBERS["tavlei"], "enter")
    shown.until("Together at one screen")
    shown.press("enter")
    shown.until("Level of the computer, 1 to 10")
    shown.press("1", "enter")
    shown.until("Attackers to move")
    shown.press("q")
    shown.until("Continue from a record")
    shown.press("q")
    assert shown.ended() == 0


def test_the_short_game_begins_with_three_men(screen):
    shown = screen(columns=120)
    shown.until("Esc back")
    shown.press("s")
    shown.until("Together at one screen")
    shown.press("down", "enter")
    shown.until("3 waiting")


def test_rules_are_read_and_the_language_is_changed_on_the_full_screen(screen):
    shown = screen()
    shown.until("Esc back")
    shown.press("l")
    shown.until("Язык: Русский")
    shown.press("r")
    shown.until("Назад")
    shown.press(*NUMBERS["moksha"])
    shown.until("В «Мокше» не берут")
    shown.press("escape")
    shown.until("Назад")
    shown.press("escape")
    shown.until("Язык: Русский")
    shown.press("escape")
    assert shown.ended() == 0


@pytest.mark.parametrize(
    ("changes", "words"), [(0, "In Moksha you don't capture"), (1, "В «Мокше» не берут"), (2, "V Mokše se nebere")]
)
def test_the_rules_are_read_from_the_menu_in_three_languages(changes, words):
    said = listed(*["l"] * changes, "r", NUMBERS["moksha"], "q", "q")
    assert words in said
    assert said.count("Moksha") + said.count("Мокша") + said.count("Mokša") > 2


def listed(*lines, **surroundings):
    """Return what the menu prints when these lines are typed into a pipe."""
    with program("--plain", **surroundings) as process:
        said, complaints = process.communicate("\n".join(lines) + "\n", timeout=120)
    assert (process.returncode, complaints) == (0, "")
    return said


def test_a_puzzle_and_a_record_are_chosen_from_the_menu(tmp_path):
    record = tmp_path / "match.txt"
    record.write_text('[Game "tavlei"]\n[RulesVersion "1"]\n\n1. d9-b9 *\n')
    said = listed("p", "1", "1", "quit", "q", "c", str(record), "quit", "c", str(tmp_path / "missing.txt"), "q")
    assert "Puzzle 1: " in said
    assert "Defenders to move" in said
    assert "missing.txt cannot be used" in said


def test_the_game_to_start_with_stands_first_in_the_menu_as_on_the_start_page():
    assert "1  Tavlei" in listed("q")


def test_a_key_that_means_nothing_lists_those_that_do_and_the_end_of_input_leaves():
    assert "Type one of these: 1 2 3" in listed("x")
    assert "There is no such level." in listed(NUMBERS["tavlei"], "1", "99")


def test_without_a_terminal_and_without_plain_a_game_must_be_named():
    with program() as process:
        _, complaint = process.communicate("", timeout=120)
    assert process.returncode == 2
    assert "Name either a game, or a record" in complaint


def test_ludoteka_alone_shows_the_menu_where_no_browser_would_open(screen):
    shown = screen(command=(), DISPLAY="", WAYLAND_DISPLAY="")
    assert "Open the house for browsers" in shown.until("Esc back")
    shown.press("escape")
    assert shown.ended() == 0
