"""Dice over HTTP: verification of a finished match, and statistics of the house."""

import hashlib
import hmac
from collections import Counter

import pytest
from houses import PERSON, make, seated
from houses.inner import InnerHouse

from ludoteka.core.paths import read_paths
from ludoteka.features.dice.throw_counts import Run, ThrowCount, chi_square_probability, summarize_throws
from ludoteka.games import games

BOTH = {"b": PERSON, "t": PERSON}
SALT = "k3Zt9w-_"


def code(answer):
    return answer.status_code, answer.json()["code"]


@pytest.fixture
def thrown(guest):
    """A match of one person at both seats, in which dice were thrown before and after a player gave a salt."""
    match = of_two(guest)
    with seated(guest, match) as player:
        for _ in range(3):
            play(player)
        assert player.command("salt", {"seat": "t", "salt": SALT})["t"] == "done"
        for _ in range(3):
            play(player)
    return match


def of_two(client):
    wish = {"game": "quagmire", "seats": BOTH, "options": {"seats": "bt"}}
    return client.post("/api/matches", json=wish).json()["id"]


def play(player):
    """Throw, and pass or move."""
    assert player.command("throw")["t"] == "done"
    while not player.view["can"]["throw"]:
        paths = player.view["scene"]["paths"]
        if player.view["yours"] and paths:
            text = next(iter(read_paths(paths).values()))
            player.command("act", text)
        else:
            player.next("view")


def test_the_seed_stays_secret_until_the_end(guest, thrown):
    assert code(guest.get(f"/match/{thrown}/dice")) == (409, "not-over")


def test_an_unknown_match_has_no_dice(guest):
    assert code(guest.get("/match/nothing/dice")) == (404, "no-such-match")


def test_a_match_without_chance_has_no_dice(guest):
    match = make(guest)
    with seated(guest, match) as player:
        player.command("resign", "a")
    assert guest.get(f"/match/{match}/dice").json()["code"] == "nothing-to-verify"


def test_a_player_who_knows_the_commitment_can_verify_every_throw(guest, thrown):
    with seated(guest, thrown) as player:
        promised = player.view["dice"]
        shown = [text for letter, text, *_ in player.view["moves"]["list"] if letter == "chance"]
        player.command("resign", "b")
        revealed = player.view["dice"]
    told = guest.get(f"/match/{thrown}/dice").json()
    seed = bytes.fromhex(told["seed"])

    assert promised["seed"] is None
    assert revealed["seed"] == told["seed"]
    assert hashlib.sha256(seed).hexdigest() == told["commitment"] == promised["commitment"]
    assert (told["match"], told["game"], told["kind"], told["die"]) == (thrown, "quagmire", "fair", 6)
    assert [(one["seat"], one["salt"]) for one in told["salts"]] == [("t", SALT)]
    assert [throw["text"] for throw in told["throws"]] == shown
    since = told["salts"][0]["draw"]
    for number, throw in enumerate(told["throws"]):
        message = f"{thrown}/{f't:{SALT}' if number >= since else ''}/{number}"
        face = int(hmac.new(seed, message.encode(), hashlib.sha256).hexdigest()[:16], 16) % 6 + 1
        assert [face] == [die[2] for die in throw["draws"]] == [int(throw["text"][1:])]
    assert 3 <= since < len(told["throws"])


def test_the_dice_statistics_of_the_house_have_a_count_for_every_face(house, guest, thrown):
    answer = guest.get("/api/dice")
    assert answer.status_code == 200
    for one in answer.json()["dice"]:
        assert set(one) == {"game", "title", "kind", "faces", "throws", "counts", "chi_square", "degrees", "p", "run"}
        assert len(one["counts"]) == one["faces"] == games()[one["game"]].die


def test_every_die_of_a_throw_is_counted():
    tallies = [
        ThrowCount("scripta", "fair", "r135", 10, 2),
        ThrowCount("scripta", "fair", "r336", 5, 3),
        ThrowCount("quagmire", "bag", "r4", 7, 1),
    ]
    quagmire, scripta = summarize_throws(tallies)

    assert (quagmire.kind, quagmire.counts, quagmire.p) == ("bag", [0, 0, 0, 7, 0, 0], None)
    assert (scripta.throws, scripta.counts) == (15, [10, 0, 20, 0, 10, 5])
    assert scripta.run == Run("r336", 3)
    assert scripta.p is None, "too few throws for a test"


def test_the_fairness_of_many_throws_is_tested():
    (told,) = summarize_throws(ThrowCount("quagmire", "fair", f"r{face}", 100 + face, 3) for face in range(1, 7))

    assert told.p == chi_square_probability(told.chi_square, 5)
    assert 0.99 < told.p < 1


def test_the_statistics_of_a_house_match_its_throws(tmp_path):
    """The test uses a separate house, which has no other throws."""
    with InnerHouse(tmp_path) as house, house.guest() as guest:
        assert guest.get("/").status_code == 200
        match = of_two(guest)
        with seated(guest, match) as player:
            for _ in range(5):
                play(player)
            shown = [text for letter, text, *_ in player.view["moves"]["list"] if letter == "chance"]
        (told,) = guest.get("/api/dice").json()["dice"]
        faces = Counter(int(text[1:]) for text in shown)

        assert told["counts"] == [faces[face] for face in range(1, 7)], "running matches count, too"
        assert told["throws"] == len(shown)
        play_on = guest.get("/api/dice").json()["dice"]
        assert play_on == [told], "the statistics are cached for a minute"


def test_only_throws_made_after_the_import_of_a_record_are_verified(guest):
    """Throws of an imported record prove nothing about this house."""
    record = '[Game "quagmire"]\n[Option.seats "bt"]\n\nr1 pass r1 pass *\n'
    match = guest.post("/api/records", content=record).json()["id"]
    with seated(guest, match) as player:
        play(player)
        player.command("resign", "b")
    told = guest.get(f"/match/{match}/dice").json()

    assert [(throw["text"], throw["due"]) for throw in told["throws"][:2]] == [("r1", ""), ("r1", "")]
    assert all(throw["due"] == throw["text"] for throw in told["throws"][2:])
    assert len(told["throws"]) > 2


def test_the_page_with_the_dice_statistics_is_served(guest):
    answer = guest.get("/dice")
    assert answer.status_code == 200
    assert "/dice/statistics.js" in answer.text
