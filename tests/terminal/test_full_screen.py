"""The full-screen client in a real terminal."""

import json
import re
import shutil
import signal
import termios
from pathlib import Path

import pytest
from boards.labyrinth import house as maze
from browsers.visitor import ESCAPE
from houses import RunningHouse
from programs.full_screens import FullScreen

SIXTH = Path(__file__).parents[1] / "sixth"
GREY = re.compile(r"[34]8;2;(\d+);\1;\1(?=[;m])")
COLOUR = re.compile(r"[34]8;2;\d+;\d+;\d+(?=[;m])")


@pytest.fixture
def look(tmp_path):
    """Open a full screen as a named guest; screens that are still open end with the test."""
    opened = []

    def at(*arguments, guest="somebody", **surroundings):
        opened.append(FullScreen(tmp_path / guest, *arguments, **surroundings))
        return opened[-1]

    yield at
    for screen in opened:
        screen.__exit__()


def typed(screen, text):
    screen.press(":")
    screen.until("Type an action:")
    screen.press(*text, "enter")


def test_a_move_is_picked_with_keys_and_legal_targets_are_shown_after_each_pick(look):
    screen = look("tavlei", "--hot-seat")
    screen.until(r"Attackers to move")
    assert "[ a ]" in screen.until(r"\[ a \]"), "the cursor is on a place that can be picked"
    screen.press("enter")
    picked = screen.until("d9 ")
    assert "•" in picked, "the cells to which the piece can move are marked"
    screen.press("escape")
    screen.until(r"(?s)^(?!.*•)")
    screen.press("enter")
    screen.until("•")
    screen.press("tab", "enter")
    screen.until("Defenders to move")
    screen.until(r"1  Attackers: d9-[bc]9")


def test_hjkl_move_the_cursor_and_an_illegal_pick_is_refused_with_the_reason(look):
    screen = look("tavlei", "--hot-seat")
    screen.until(r"\[ a \]")
    screen.press("l", "j", "enter")
    screen.until(r"e8 ")
    screen.press("j", "enter")
    assert "(clause 1)" in screen.until("clause")


def test_the_mouse_picks_places(look):
    screen = look("tavlei", "--hot-seat")
    screen.until(r"(?m)^ *2 .*\n(.*\n)*.*Attackers to move")
    row, column = screen.find(r"2 +\( a \)")
    origin = column + 2 + 4 * 5 + 2  # the fifth cell of the rank; each is five columns wide
    screen.click(row, origin)
    screen.until("e2 ")
    screen.click(row, origin + 5)
    screen.until("Attackers: e2-f2")


def test_a_whole_match_is_played_and_a_new_match_begins(look):
    screen = look("tavlei", "--hot-seat", columns=140, rows=40)
    for number, text in enumerate(ESCAPE):
        screen.until(("Attackers", "Defenders")[number % 2] + " to move")
        typed(screen, text)
    screen.until("the defenders win")
    screen.until("n another match")
    screen.press("n")
    screen.until("Attackers to move")


def test_the_board_is_shown_before_dice_are_thrown_with_a_key(look):
    screen = look("quagmire", "--hot-seat")
    screen.until("press t or Enter to throw")
    screen.until("b4")
    screen.press("t")
    screen.until(r"1  Red throws: [1-6]")


def test_resigning_needs_a_confirmation(look):
    screen = look("tavlei", "--hot-seat")
    screen.until("Attackers to move")
    screen.press("r")
    screen.until("Give up this match")
    screen.press("n")
    screen.until(r"(?s)^(?!.*Give up)")
    screen.press("r")
    screen.until("Give up this match")
    screen.press("y")
    screen.until("Attackers resigned")


def test_a_move_is_taken_back(look):
    screen = look("tavlei", "--hot-seat")
    screen.until("Attackers to move")
    typed(screen, "D9 b9")
    screen.until("Defenders to move")
    screen.press("u")
    screen.until(r"(?s)^(?!.*d9-b9).*Attackers to move")


def test_a_curtain_hides_the_board_between_the_turns_of_people_who_share_the_screen(look):
    screen = look("cups", "--hot-seat")
    assert "Pick a cup" not in screen.until("Hand the screen to")
    screen.press("enter")
    screen.until("Pick a cup")
    screen.press("enter")
    screen.until("Hide the coin here")
    screen.press("1")
    screen.until(r"(?s)^(?!.*coin)(?!.*hide:).*Hand the screen to")


def test_help_and_rules_can_be_read(look):
    screen = look("tavlei", "--hot-seat")
    screen.until("Attackers to move")
    screen.press("?")
    screen.until("move the cursor")
    screen.press("escape")
    screen.until(r"(?s)^(?!.*move the cursor)")
    screen.press("m")
    screen.until("───")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Attackers to move"), ("ru", "нападающ|Нападающ|Ходят"), ("cs", "Útoč|tahu")]
)
def test_the_screen_is_in_the_readers_language(look, language, said):
    screen = look("tavlei", "--hot-seat", language=language)
    screen.until(said)


def test_the_screen_fits_the_terminal_after_a_resize(look):
    screen = look("tavlei", "--hot-seat")
    screen.until("a    b    c    d")
    screen.resize(140, 40)
    screen.until("a       b       c       d|a      b      c      d")
    screen.resize(60, 20)
    screen.until("a  b  c  d")


def test_the_screen_has_no_colours_if_the_environment_variable_no_color_is_set(look):
    screen = look("tavlei", "--hot-seat", NO_COLOR="1")
    screen.until(r"\[ a \]")
    assert len(GREY.findall(screen.written)) == len(COLOUR.findall(screen.written))
    coloured = look("tavlei", "--hot-seat")
    coloured.until(r"\[ a \]")
    assert len(GREY.findall(coloured.written)) < len(COLOUR.findall(coloured.written))


def test_the_terminal_is_restored_when_the_person_leaves(look):
    screen = look("tavlei", "--hot-seat")
    screen.until("Attackers to move")
    assert termios.tcgetattr(screen.ours) != screen.settings
    screen.press("q")
    assert screen.ended() == 0
    assert termios.tcgetattr(screen.ours) == screen.settings
    assert "\x1b[?1049l" in screen.written, "the alternate screen is left"
    assert "Goodbye." in screen.written


def test_the_terminal_is_restored_when_the_program_is_terminated(look):
    screen = look("tavlei", "--hot-seat")
    screen.until("Attackers to move")
    screen.process.send_signal(signal.SIGTERM)
    screen.ended()
    assert termios.tcgetattr(screen.ours) == screen.settings
    assert "\x1b[?1049l" in screen.written


def test_the_program_ends_with_its_terminal_even_if_much_is_left_to_draw(look):
    screen = look("tavlei", "--hot-seat")
    screen.until("Attackers to move")
    screen.press(*["tab"] * 100)
    screen.close()
    screen.process.send_signal(signal.SIGHUP)
    assert screen.process.wait(60) == -signal.SIGHUP


def test_the_terminal_is_restored_and_the_error_printed_when_a_game_fails(look, tmp_path):
    folder = tmp_path / "games" / "stopping"
    shutil.copytree(SIXTH / "cups", folder)
    scene = (folder / "scene.py").read_text("utf-8")
    (folder / "scene.py").write_text(
        scene.replace("    return Scene(", "    1 // (1 - seen.turn)\n    return Scene(", 1)
    )
    for file in folder.glob("*.py"):
        file.write_text(file.read_text("utf-8").replace("cups", "stopping"))
    screen = look("stopping", "--hot-seat", LUDOTEKA_GAMES=str(folder.parent))
    screen.until("Hand the screen to")
    screen.press("enter")
    screen.until("Pick a cup")
    typed(screen, "hide:2")
    assert screen.ended() == 1
    assert termios.tcgetattr(screen.ours) == screen.settings
    assert "ZeroDivisionError" in screen.written.rpartition("\x1b[?1049l")[2]


@pytest.mark.parametrize(
    ("arguments", "surroundings"), [(("--plain",), {}), ((), {"TERM": "dumb"})], ids=["on request", "dumb terminal"]
)
def test_plain_lines_are_printed_on_request_and_in_a_terminal_without_a_full_screen(look, arguments, surroundings):
    screen = look("tavlei", "--hot-seat", *arguments, **surroundings)
    screen.until(r"(?m)^>")
    assert "\x1b[?1049h" not in screen.written


def test_two_full_screen_clients_play_chat_and_agree_on_a_draw(house, look):
    one = look("tavlei", "--open", "--seat", "a", "--server", house.address, "--name", "Anna", columns=140, rows=40)
    one.until("i: the link for others")
    one.press("i")
    link = re.search(r"http://\S+#\S+", one.until(r"http://\S+#\S{20}"))[0]
    one.press("escape")
    other = look("--join", link, "--name", "Boris", guest="other", columns=140, rows=40)
    other.until("Attackers: Anna")
    one.until("Defenders: Boris")
    one.until("Attackers to move")
    typed(one, "d9-b9")
    other.until("Attackers: d9-b9")
    other.press("c")
    other.until("Say to the others")
    other.press(*"Good luck", "enter")
    one.until("Boris: Good luck")
    other.press("d")
    other.until("Offer a draw")
    other.press("y")
    one.until("Another player offers a draw")
    one.press("y")
    for screen in (one, other):
        screen.until("A draw by agreement")


def test_the_client_says_that_the_house_is_unreachable_and_reconnects(tmp_path, look):
    with RunningHouse(tmp_path / "house", moment=0) as house:
        screen = look("tavlei", "--hot-seat", "--server", house.address)
        screen.until("● connected")
        house.kill()
        screen.until("○ reconnecting")
        house.open()
        screen.until("● connected")
        typed(screen, "d9-b9")
        screen.until("Defenders to move")


def test_a_refusal_disappears_when_the_match_ends(look):
    screen = look("quagmire", "--hot-seat", "--option", "seats=bt")
    screen.until("press t or Enter to throw")
    typed(screen, "zz")
    screen.until("The dice must be thrown first")
    screen.press("r")
    screen.until(r"\(y\)")
    screen.press("y")
    screen.until("n another match")


def test_a_picked_place_has_a_readable_name(look):
    screen = look("scripta", "--hot-seat", language="cs")
    screen.until("Enter")
    screen.press("t")
    screen.until(r"hod \d, \d, \d")
    screen.press("enter")
    assert "y-waiting" not in screen.until("kameny čekající na vstup   Vyberte")


def test_a_letter_gives_up_the_dice_where_the_points_are_called_by_numbers(look):
    screen = look("scripta", "--hot-seat")
    screen.until("Enter")
    screen.press("t")
    screen.until(r"\[x Pass and give up the dice\]")
    screen.press("x")
    screen.until("Yellow passes")


@pytest.mark.parametrize(("keys", "way"), [(["right"], "east"), (["f", "right"], "west")])
def test_arrow_keys_walk_where_the_choices_are_directions_as_the_board_lies(look, keys, way):
    screen = look("labyrinth", "--hot-seat", columns=120, rows=40)
    screen.until("P to move")
    screen.press("enter")
    screen.until("Choose one of the actions below by its key")
    screen.press(*keys)
    screen.until(f"P goes {way}")


def test_an_empty_name_of_a_file_is_answered_with_what_it_means(look):
    screen = look("tavlei", "--hot-seat")
    screen.until("Attackers to move")
    screen.press("s")
    screen.until("Save the record to the file")
    screen.press("enter")
    screen.until("Nothing was saved")


@pytest.mark.parametrize("language", ["en", "ru", "cs"])
def test_long_lines_of_the_help_wrap_within_their_column(look, language):
    screen = look("tavlei", "--hot-seat", language=language)
    screen.until("d9|a    b")
    screen.press("?")
    page = screen.until(r"\bj k l ")

    assert all(re.match(r"[^│]*│ (\S| {17,})", line) for line in page.split("\n") if line.count("│") == 2)


def test_the_panel_says_that_the_host_knows_the_maze(look, tmp_path):
    scenario = tmp_path / "maze.json"
    scenario.write_text(json.dumps(maze("P A1, Q B3", items="a1 key")))
    screen = look("labyrinth", "--hot-seat", "--option", f"scenario=@{scenario}", columns=140, rows=40)
    screen.until(r"(?s)The host chose what is hidden.*knows it\.")


def test_a_player_joins_at_the_full_screen_between_two_turns(look):
    screen = look("labyrinth", "--hot-seat", columns=120, rows=40)
    screen.until("P to move")
    screen.press("p")
    screen.until("Name of the player who joins:")
    screen.press(*"Anna", "enter")
    screen.until("Anna enters the labyrinth")


def test_the_full_screen_turns_the_board_of_xii_scripta_to_the_player_to_move_until_that_is_switched_off(look):
    above, below = r"(?s)\bO\b.*\b24 +23 +22\b", r"(?s)\b22 +23 +24\b.*\bO\b"  # where fifteen green men wait
    screen = look("scripta", "--hot-seat", columns=120, rows=40)
    screen.until("Yellow to throw")
    screen.until(above)
    screen.press("t")
    screen.until("Yellow to move")
    typed(screen, "pass")
    screen.until("Green to throw")
    screen.until(below)
    screen.press("F")
    screen.until("The board no longer turns by itself")
    screen.until(above)
