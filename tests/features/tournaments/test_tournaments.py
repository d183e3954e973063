"""Tournaments in a running house: creating and joining them, rounds, results and refusals."""

import csv
import io

from houses import seated, until

from ludoteka.features.tournaments.model import StoredEntry, StoredTournament, TournamentRecord
from ludoteka.features.tournaments.standings import results_csv, standings_of

SWISS = {"name": "Evening of the club", "kind": "swiss", "game": "tavlei", "clock": "5+3"}
ARENA = SWISS | {"kind": "arena", "minutes": 5}


def create(client, terms=SWISS, **more):
    answer = client.post("/api/tournaments", json=terms | more)
    assert answer.status_code == 201, answer.text
    return f"/api/tournaments/{answer.json()['id']}"


def post(client, address):
    return client.post(address, json={}).json()


def state_of(client, address, is_so):
    """The state of a tournament as soon as a predicate holds; the house looks after its tournaments every second."""
    return until(lambda: client.get(address).json(), is_so)


def own_match(client, address):
    return state_of(client, address, lambda state: state["match"])["match"]


def lose(client, match):
    with seated(client, match) as player:
        assert player.command("resign")["t"] == "done"


def check_terms(client, match, address):
    """Check that a match is of the tournament, that its clock runs from the start, and that nobody gets out of it."""
    with seated(client, match) as player:
        assert (player.view["rated"], player.view["tournament"]) == (True, address.rpartition("/")[2])
        assert player.view["clock"]["running"] is not None
        assert player.command("abort")["d"]["code"] == "cannot-abort"
        assert player.command("leave")["d"]["code"] == "drawn-seat"


NO_TOURNAMENTS = [
    ({"name": "ab"}, "bad-tournament"),
    ({"name": "see example.com"}, "bad-tournament"),
    ({"game": "chess"}, "no-such-game"),
    ({"table_size": 3}, "bad-tournament"),
    ({"table_size": 33}, "bad-message"),
    ({"game": "quagmire", "table_size": 5}, "bad-tournament"),
    ({"game": "quagmire", "table_size": 4, "kind": "knockout"}, "bad-tournament"),
    ({"game": "labyrinth", "table_size": 3, "rated": True}, "not-rated"),
    ({"game": "labyrinth", "table_size": 3, "kind": "arena", "computers": [1]}, "bad-tournament"),
    ({"clock": ""}, "bad-tournament"),
    ({"clock": "fast"}, "bad-clock"),
    ({"kind": "arena", "clock": "3/day"}, "bad-tournament"),
    ({"computers": [1]}, "bad-tournament"),
    ({"kind": "arena", "computers": [11]}, "bad-tournament"),
    ({"kind": "league"}, "bad-message"),
    ({"rounds": 31}, "bad-message"),
]


def test_what_cannot_be_a_tournament_is_refused(resident):
    host = resident("Club of no terms")
    for terms, code in NO_TOURNAMENTS:
        assert host.post("/api/tournaments", json=SWISS | terms).json()["code"] == code, terms


def test_guests_look_on_and_only_the_host_starts(resident, guest):
    host, other = resident("Alois"), resident("Bedřich")
    address = create(host, visibility="private")
    assert guest.post("/api/tournaments", json=SWISS).json()["code"] == "not-signed-in"
    assert post(guest, f"{address}/join")["code"] == "not-signed-in"
    assert post(other, f"{address}/ready")["code"] == "not-in-tournament"
    assert post(other, f"{address}/start")["code"] == "not-host"
    assert post(host, f"{address}/start")["code"] == "too-few-players"
    assert post(host, f"{address}x/join")["code"] == "no-such-tournament"
    assert guest.get(address).json()["status"] == "open"
    assert address.rpartition("/")[2] not in [one["id"] for one in guest.get("/api/tournaments").json()]
    post(host, f"{address}/join")
    post(other, f"{address}/join")
    post(host, f"{address}/start")
    match = own_match(host, address)
    assert match not in [one["id"] for one in guest.get("/api/lobby").json()["playing"]]


def test_the_host_calls_a_tournament_off_before_it_starts(resident):
    host, other = resident("Rostislav"), resident("Slavomír")
    address = create(host)
    for person in (host, other):
        post(person, f"{address}/join")
    assert post(other, f"{address}/call-off")["code"] == "not-host"
    called_off = post(host, f"{address}/call-off")
    assert (called_off["status"], called_off["started_at"]) == ("over", None)
    assert post(host, f"{address}/call-off")["code"] == post(host, f"{address}/start")["code"] == "has-started"
    assert post(other, f"{address}/join")["code"] == "tournament-over"


def test_a_swiss_tournament_is_played_to_its_end_in_rated_matches(resident, guest):
    people = [resident(name) for name in ("Cecílie", "David", "Eva")]
    address = create(people[0], rated=True)
    for person in people:
        assert post(person, f"{address}/join")["is_in"]
    assert post(people[0], f"{address}/start")["status"] == "running"
    assert post(people[0], f"{address}/start")["code"] == "has-started"

    first = state_of(guest, address, lambda state: state["round"] == 1)
    assert [one["players"] and one["scores"] for one in first["pairings"]] == [None, [1.0]]  # a match and a bye
    playing = [person for person in people if person.get(address).json()["match"]]
    match = own_match(playing[0], address)
    check_terms(playing[0], match, address)
    lose(playing[0], match)
    second = state_of(guest, address, lambda state: state["round"] == 2)
    playing = [person for person in people if person.get(address).json()["match"]]
    lose(playing[0], own_match(playing[0], address))

    over = state_of(guest, address, lambda state: state["status"] == "over")
    assert second["rounds"] == over["rounds"] == over["round"] == 2
    assert sum(one["points"] for one in over["standings"]) == 4.0
    assert over["tie_breaks"][0] == "buchholz-cut-1"
    scores = [cell["score"] for row in over["crosstable"] for cell in row if cell]
    assert sorted(scores) == [0.0, 0.0, 1.0, 1.0]  # two matches; byes are in no column
    assert post(people[0], f"{address}/join")["code"] == "tournament-over"
    table = list(csv.DictReader(guest.get(f"{address}/results.csv").text.splitlines()))
    assert [(one["name"], float(one["points"])) for one in table] == [
        (one["name"], one["points"]) for one in over["standings"]
    ]
    listed = [one for one in guest.get("/api/tournaments").json() if address.endswith(one["id"])]
    assert [one["status"] for one in listed] == ["over"]


def test_in_an_arena_those_who_are_ready_play_again_and_again_also_against_computers(resident, guest):
    host = resident("František")
    address = create(host, ARENA, computers=[1, 1], starts_in=0)
    post(host, f"{address}/join")
    first = own_match(host, address)
    lose(host, first)
    post(host, f"{address}/ready")
    second = state_of(host, address, lambda state: state["match"] not in (None, first))["match"]
    lose(host, second)
    state = state_of(guest, address, lambda state: sum(one["won"] for one in state["standings"]) == 2)
    assert state["status"] == "running"
    assert {(one["name"], one["level"], one["points"]) for one in state["standings"]} == {
        ("František", 0, 0),
        ("", 1, 2),
    }
    assert not post(host, f"{address}/withdraw")["is_in"]


def test_a_round_robin_goes_on_when_somebody_withdraws_and_nobody_joins_late(resident):
    people = [resident(name) for name in ("Gustav", "Hana", "Ivan", "Jiřina")]
    address = create(people[0], kind="round-robin")
    for person in people[:3]:
        post(person, f"{address}/join")
    post(people[0], f"{address}/start")
    state_of(people[0], address, lambda state: state["round"] == 1)
    assert post(people[3], f"{address}/join")["code"] == "entries-closed"
    playing = [person for person in people[:3] if person.get(address).json()["match"]]
    lose(playing[0], own_match(playing[0], address))
    post(playing[0], f"{address}/withdraw")
    left = [person for person in people[:3] if person is not playing[0]]
    match = own_match(left[0], address)  # the two meet in one of the other rounds, and have a bye in the last one
    lose(left[0], match)
    state = state_of(people[0], address, lambda state: state["status"] == "over")
    assert state["round"] == state["rounds"] == 3
    assert sorted(one["points"] for one in state["standings"]) == [0.0, 1.0, 2.0]
    crossed = [[one and one["score"] for one in row] for row in state["crosstable"]]
    assert sorted(len([one for one in row if one is not None]) for row in crossed) == [1, 1, 2]
    assert all(crossed[a][b] is None or crossed[a][b] + crossed[b][a] == 1 for a in range(3) for b in range(3))
    assert {one["match"] for row in state["crosstable"] for one in row if one} >= {match}


def test_no_name_in_the_table_of_results_is_a_formula_and_all_can_be_read():
    names = ["Anna", "=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", "\uff1d1", 'a "b", c', "1=1"]
    evening = StoredTournament("t", "Evening", "h", "swiss", "tavlei", {}, "5+3", False, "public", 0, 0, 0.0)
    entries = [StoredEntry(f"{place}", 0, 1500.0, 0.0, 0.0, True, name) for place, name in enumerate(names)]
    table = csv.DictReader(
        io.StringIO(
            results_csv(
                "swiss",
                {entry.holder: entry for entry in entries},
                standings_of(TournamentRecord(evening, entries, [])),
            ),
            newline="",
        )
    )
    assert {one["name"] for one in table} == {
        *("Anna", "'=HYPERLINK(1)", "'+1", "'-1", "'@SUM(1)", "'\t=1", "'\uff1d1", 'a "b", c', "1=1")
    }


def test_nobody_is_led_back_to_a_match_that_is_over(resident):
    people = [resident(name) for name in ("Leads Back", "Is Led Back")]
    address = create(people[0], ARENA)
    for person in people:
        post(person, f"{address}/join")
    post(people[0], f"{address}/start")
    match = own_match(people[0], address)
    assert own_match(people[1], address) == match
    lose(people[0], match)
    assert people[1].get(address).json()["match"] != match, "although the house has just shown it"
