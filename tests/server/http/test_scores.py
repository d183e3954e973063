"""A game with scores in a house: listed, played, exported and imported."""

from pathlib import Path

import coins
import pytest
from houses import PERSON, make, seated
from houses.inner import InnerHouse

import ludoteka.games
from ludoteka.games import game_in, games

BOTH = {"n": PERSON, "s": PERSON}
ALL = ("0", "1", "2", "3", "4", "5")  # takes the first coin every time


@pytest.fixture(scope="module")
def purse(tmp_path_factory):
    shelf = Path(coins.__file__).parents[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTEKA_GAMES", str(shelf))  # for the processes of the house
        patch.setattr(ludoteka.games, "_instead", {})
        for name in ("coins", "race"):
            patch.setitem(games(), name, game_in(shelf / name))
        with InnerHouse(tmp_path_factory.mktemp("house"), moment=0) as running:
            yield running
    assert not running.complaints, running.complaints


def test_the_house_lists_which_games_have_scores(purse):
    with purse.guest() as guest:
        offered = {one["name"]: one["scores"] for one in guest.get("/api/house").json()["games"]}

    assert (offered["coins"], offered["race"], offered["tavlei"]) == (True, False, False)


def test_a_finished_match_is_shown_and_listed_with_its_scores(purse):
    with purse.guest() as guest:
        match = make(guest, "coins", BOTH)
        with seated(guest, match) as player:
            assert (player.view["scores"], player.view["result"]) == (True, None)
            for text in ALL:
                assert player.command("act", text)["t"] == "done"
            view = player.until(lambda view: view["result"])
        listed = guest.get("/api/matches").json()

    assert view["result"] == {"n": -4, "s": 4}
    assert [one["result"] for one in listed if one["id"] == match] == [{"n": -4, "s": 4}]


def test_an_imported_record_keeps_its_scores(purse):
    with purse.guest() as guest:
        match = make(guest, "coins", BOTH)
        with seated(guest, match) as player:
            player.command("act", "0")
            player.command("resign", "n")
            player.until(lambda view: view["result"])
        record = guest.get(f"/match/{match}/record").text
        brought = guest.post("/api/records", content=record).json()["id"]
        with seated(guest, brought) as player:
            again = player.view["result"]
        wrong = guest.post("/api/records", content=record.replace("-20,+20", "-1,+1"))

    assert '[Result "-20,+20"]' in record
    assert record.split()[-1] == "-20,+20"
    assert again == {"n": -20, "s": 20}
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad-record")


def test_scores_survive_a_restart(purse):
    with purse.guest() as guest:
        match = make(guest, "coins", BOTH)
        with seated(guest, match) as player:
            player.command("resign", "s")
            player.until(lambda view: view["result"])
        purse.close()
        purse.open()
        assert [one["result"] for one in guest.get("/api/matches").json() if one["id"] == match] == [
            {"n": 20, "s": -20}
        ]
        with seated(guest, match) as player:
            assert player.view["result"] == {"n": 20, "s": -20}
