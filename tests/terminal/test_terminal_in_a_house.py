"""A match in a house on the network, played in a real terminal."""

import re
import stat
import termios
from random import Random

import pytest
from browsers.visitor import ESCAPE
from houses import PERSON, RunningHouse, make, seated
from plugins.campaign import IS_CAMPAIGN
from programs import forked

PLIES = range(30 if IS_CAMPAIGN else 8, 300)  # at least, and at most: a turn in Labyrinth may take many
LINK = re.compile(r"http://\S+#\S+")
PROMPT = r"> $"
HANDED_OVER = r"Hand the screen to .+, then press Enter\.\n> $"
BOARD = r"to move\n\n> $"


def in_house(house, *arguments):
    return (*arguments, "--server", house.address)


def invitation(terminal):
    """The invitation link, on a line of its own."""
    return LINK.search(terminal.until(r"Invite others with this link:\n\S+\n"))[0]


def answer_to(player, offer):
    """Accept the offer as soon as the terminal shows it."""
    while player.view["offers"].get("a") != offer:
        player.next("view")
    return player.command("accept", offer)


def test_a_match_in_a_house_looks_like_a_local_match(house, sit):
    terminal = sit(*in_house(house, "tavlei", "--level", 1))
    terminal.until(r"9  ×  ·  ·  a  a  a  ·  ·  ×  9")
    terminal.until(BOARD)
    said = terminal.say("d9-b9", BOARD)

    assert re.search(
        r"The computer is thinking …\nDefenders: [a-i][1-9]-[a-i][1-9][^\n]*\n(Captured[^\n]*\n)*\n   a  b  c", said
    )
    assert "d8-" in terminal.say("moves d8", PROMPT) or "Nothing." in terminal.said
    terminal.quit()


@pytest.mark.parametrize("game", ["labyrinth", "moksha", "quagmire", "scripta", "tavlei"])
def test_every_game_is_played_against_a_computer(house, sit, game):
    chance = Random(game)
    # without rejoining, the computer might play on alone
    comes_back = ("--option", "rejoin=true") if game == "labyrinth" else ()
    terminal = sit(*in_house(house, game, "--level", 1, *comes_back))
    for ply in range(PLIES.stop):
        terminal.until(PROMPT)
        answers = terminal.said.count("The computer is thinking")
        if (ply in PLIES and answers > 1) or "The match is over" in terminal.said:
            break
        if terminal.said.endswith("press Enter to throw.\n> "):
            terminal.type("")
            continue
        offered = terminal.say("moves", PROMPT).removesuffix("> ").split()
        terminal.type(chance.choice(offered) if offered[0] != "Nothing." else "back")
    assert answers > 0
    assert answers > 1 or "The match is over" in terminal.said
    terminal.quit()


def test_two_terminals_play_against_each_other_to_the_end(house, sit):
    one = sit(*in_house(house, "tavlei", "--open", "--seat", "a", "--name", "Anna"), guest="one")
    other = sit("--join", invitation(one), "--name", "Boris", guest="other")
    other.until(r"Attackers: Anna   Defenders: you")
    assert "Attackers: you   Defenders: Boris" in one.until(r"Attackers to move\n\n> $")
    other.until(r"Attackers to move\n\n> $")

    for number, text in enumerate(ESCAPE):
        mover, watcher = (one, other) if number % 2 == 0 else (other, one)
        mover.type(text)
        title = "Attackers" if mover is one else "Defenders"
        last = number == len(ESCAPE) - 1
        shown = "the defenders win" if last else r"to move\n\n> $"
        assert f"{title}: {text}" in watcher.until(shown)
        mover.until(shown)

    one.until("Type new for another")
    one.say("new", "Waiting: 1 seat is free")
    assert "asks for a rematch" in other.until("new to accept")
    other.say("new", "Attackers: you   Defenders: Anna")
    one.until("Attackers: Boris   Defenders: you")
    one.quit()
    other.quit()


def test_a_terminal_and_a_browser_chat_and_answer_offers(house, sit):
    terminal = sit(*in_house(house, "tavlei", "--open", "--clock", "5+3"))
    link = invitation(terminal)
    match, secret = link.rpartition("/")[2].split("#")
    with house.guest() as client:
        client.post("/api/guest", json={"name": "Clara"})
        with seated(client, match) as player:
            assert player.command("sit", {"seat": "d", "kind": "person", "secret": secret})["t"] == "done"
            assert "Time left: Attackers 5:00   Defenders 5:00" in terminal.until(BOARD)
            player.command("chat", {"text": "Good luck!"})
            terminal.until("Clara: Good luck!")
            terminal.type("chat The same to you.")
            assert player.next("chat")["d"]["text"] in ("Good luck!", "The same to you.")
            terminal.until(PROMPT)
            terminal.say("d9-b9", "Defenders to move")
            while player.view["to_act"] != "d":
                player.next("view")
            assert player.command("offer", "draw")["t"] == "done"
            terminal.until("Defenders offered a draw")
            terminal.say("decline", PROMPT)
            terminal.say("back", "The others have been asked")
            assert answer_to(player, "back")["t"] == "done"
            terminal.until(r"Taken back\.")
            terminal.say("draw", "The others have been asked")
            assert answer_to(player, "draw")["t"] == "done"
            terminal.until("A draw by agreement")
    terminal.quit()


def test_a_terminal_waits_for_a_killed_house_and_loses_no_move(tmp_path, sit):
    with RunningHouse(tmp_path / "house", moment=0) as house:
        terminal = sit(*in_house(house, "tavlei", "--hot-seat"))
        for text in ESCAPE[:4]:
            terminal.until(BOARD)
            terminal.type(text)
        terminal.until(BOARD)
        house.kill()
        terminal.until("The server cannot be reached")
        terminal.type(ESCAPE[4])  # sent when the house is back
        house.open()
        terminal.until("The server is back")
        for text in ESCAPE[5:]:
            terminal.until(BOARD)
            terminal.type(text)
        terminal.until("the defenders win")
        terminal.until(PROMPT)
        record = tmp_path / "record"
        terminal.say(f"save {record}", "The record is in")
        terminal.quit()

    assert re.findall(r"\b[a-i]\d-[a-i]\d\b", record.read_text()) == list(ESCAPE)


def test_a_guest_returns_to_a_seat_by_a_cookie_that_only_they_can_read(house, sit, tmp_path):
    first = sit(*in_house(house, "tavlei", "--hot-seat"))
    link = re.search(r"^(http://\S+)$", first.until(BOARD), re.MULTILINE)[1]
    first.say("e2-f2", BOARD)
    first.quit()
    again = sit("--join", link)
    assert "Attackers: you   Defenders: you" in again.until("Defenders to move")
    again.until(PROMPT)
    again.quit()

    (cookie,) = (tmp_path / "somebody" / "ludoteka" / "guests").iterdir()
    assert stat.S_IMODE(cookie.stat().st_mode) == 0o600


def test_a_guest_without_an_invitation_watches(house, sit):
    with house.guest() as client:
        match = make(client, seats={"a": PERSON, "d": PERSON})
        with seated(client, match) as player:
            watcher = sit("--join", f"{house.address}/match/{match}")
            watcher.until("You are watching")
            watcher.until(BOARD)
            player.act("e2-f2")
            assert "Attackers: e2-f2" in watcher.until("Defenders to move")
            watcher.until(PROMPT)
            assert "none of the seats is yours" in watcher.say("f5-f8", PROMPT)
            watcher.quit()


def test_a_terminal_salts_the_dice_and_checks_the_seed_at_the_end(house, sit, tmp_path):
    terminal = sit(*in_house(house, "quagmire", "--level", 1))
    match = re.search(r"/match/([\w-]+)$", terminal.until(PROMPT), re.MULTILINE)[1]
    with house.guest() as client, seated(client, match) as player:
        assert len(player.view["dice"]["salts"]) == 1
    terminal.say("", PROMPT)
    assert "The seed is the one that the server committed to" in terminal.say("resign", "Type new for another")
    terminal.until(PROMPT)
    record = tmp_path / "record"
    terminal.say(f"save {record}", PROMPT)
    terminal.quit()

    verified = forked.run("verify", record)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_a_line_being_typed_survives_output_and_the_terminal_is_restored(house, sit):
    one = sit(*in_house(house, "tavlei", "--open"), "--plain", has_keys=True)
    link = re.search(r"http://\S+#\S+", one.until(r"free\r\n\r\n> "))[0]
    keys = termios.ECHO | termios.ICANON
    assert not termios.tcgetattr(one.ours)[3] & keys, (
        "while a line is edited, the program handles the keys instead of the terminal"
    )
    one.type("d9-b", end="")
    one.until("d9-b")
    other = sit("--join", link, guest="other")
    one.until(r"Attackers to move\r\n\r\n> d9-b")
    one.type("9")
    other.until("Attackers: d9-b9")
    one.until(r"Defenders to move\r\n\r\n> ")
    one.quit()

    assert termios.tcgetattr(one.ours)[3] & keys == keys


def test_a_secret_is_not_shown_to_the_next_player_at_the_same_screen(house, sit):
    terminal = sit(*in_house(house, "cups", "--hot-seat"))
    assert "cup1" not in terminal.until(HANDED_OVER)
    terminal.say("", r"Pick a cup\n> $")
    between = terminal.say("hide:2", HANDED_OVER)
    after = terminal.say("lift:1", r"Pick a cup to lift\n> $")

    assert "$ coin" not in between
    assert "\n" * 30 in after
    assert "hide:2" not in after
    terminal.say("lift:1", r"Lifted cups: 1\n")
    terminal.until(PROMPT)
    terminal.quit()


def test_a_terminal_asks_for_the_next_player_after_a_move_at_another_terminal(house, sit):
    """One person plays at two terminals, which ask independently of each other."""
    one = sit(*in_house(house, "cups", "--hot-seat"))
    link = re.search(r"http://\S+", one.until(HANDED_OVER))[0]
    one.say("", r"Pick a cup\n> $")
    other = sit("--join", link)
    other.until(HANDED_OVER)
    other.say("", r"Pick a cup\n> $")
    assert "hide:2" not in other.say("hide:2", HANDED_OVER)
    one.until(HANDED_OVER)
    after = one.say("", r"Pick a cup to lift\n> $") + one.say("moves", PROMPT)
    assert "\n" * 30 in after
    assert "lift:1" in after
    assert "hide:2" not in after
    for terminal in (one, other):
        terminal.type("quit")
    other.type("quit")
    assert [terminal.process.wait(60) for terminal in (one, other)] == [0, 0]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "To come back"), ("ru", "Чтобы вернуться"), ("cs", "Do této partie se vrátíte")],
)
def test_the_output_is_in_the_readers_language(house, sit, language, said):
    terminal = sit(*in_house(house, "tavlei", "--level", 1), language=language)
    terminal.until(said)
    terminal.until(PROMPT)
    shown = terminal.say("help", PROMPT)
    assert ("offer a draw" in shown) == (language == "en")
    terminal.type("quit")
    assert terminal.process.wait(60) == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("tavlei", "--server", "http://127.0.0.1:1"), 1, "cannot be reached: Connection refused."),
        (("tavlei", "--server", "ftp://there"), 1, "is not the address of a server"),
        (("tavlei", "--server", "HOUSE/elsewhere"), 1, "is not the address of a server"),
        (("tavlei", "--server", "HOUSE", "--clock", "soon"), 1, "is not a time control"),
        (("tavlei", "--server", "HOUSE", "--seat", "z"), 1, "There is no seat z"),
        (("chess", "--server", "HOUSE"), 1, "There is no such game"),
        (("--join", "HOUSE/match/nothere"), 1, "no such match"),
        (("--server", "HOUSE"), 2, "Give either a game"),
        (("tavlei", "--join", "HOUSE/match/nothere"), 2, "Give either a game"),
        (("tavlei", "--clock", "5+3"), 2, "need a server"),
    ],
)
def test_an_invalid_command_line_is_refused_with_a_message(house, sit, arguments, code, said):
    terminal = sit(*(argument.replace("HOUSE", house.address) for argument in arguments))
    _, complaint = terminal.process.communicate(timeout=60)

    assert terminal.process.returncode == code
    assert said in " ".join(complaint.split())
    assert "Traceback" not in complaint
