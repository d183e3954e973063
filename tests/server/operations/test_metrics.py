"""The metrics of a house, and access to them."""

import re

import pytest
from houses import PERSON, RunningHouse, make, seated
from prometheus_client.parser import text_string_to_metric_families


@pytest.fixture
def near(house):
    """A client on the machine of the house."""
    with house.guest() as client:
        yield client


@pytest.fixture(scope="module")
def busy(tmp_path_factory):
    """The metrics of a house in which a match was played, and the secrets that they must not contain."""
    with RunningHouse(tmp_path_factory.mktemp("busy")) as house, house.guest() as guest:
        guest.get("/")
        match = make(guest, seats={"a": PERSON, "d": {"kind": "computer", "level": 1}})
        with seated(guest, match) as player:
            assert player.act("d9-b9")["t"] == "done"
            while player.view["to_act"] != "a":
                player.next("view")
            assert player.act("nonsense")["t"] == "refused"
            guest.get(f"/match/{match}")
            guest.get("/nowhere/at/all")
            during = guest.get("/metrics").text
            assert player.command("resign")["t"] == "done"
        yield during, guest.get("/metrics"), [match, guest.cookies["guest"].split(".")[0]]


def values(text):
    """The measured values by name and labels."""
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_matches_events_and_refusals_are_counted(busy):
    now = values(busy[1].text)

    assert now["ludoteka_matches_begun_total", "tavlei"] == 1
    assert now["ludoteka_matches_ended_total", "tavlei"] == 1
    assert now["ludoteka_events_total", "act", "tavlei"] == 2
    assert now["ludoteka_events_total", "resign", "tavlei"] == 1
    assert [value for (name, *_), value in now.items() if name == "ludoteka_refusals_total"] == [1]


def test_a_match_ends_once(guest, near):
    """A person who plays alone draws by repetition, and tries to take the last move back and to draw again."""

    def ended():
        return values(near.get("/metrics").text).get(("ludoteka_matches_ended_total", "tavlei"), 0)

    record = '[Game "tavlei"]\n\nd9-c9 e7-d7 c9-d9 d7-e7 d9-c9 e7-d7 c9-d9 *\n'
    match, before = guest.post("/api/records", content=record).json()["id"], ended()
    with seated(guest, match) as player:
        assert player.view["can"]["back"]
        assert player.act("d7-e7")["t"] == "done"
        assert player.view["result"] == {"a": 0, "d": 0}
        assert not player.view["can"]["back"]
        assert player.command("back")["d"]["code"] == "game-over"
        assert player.act("d7-e7")["d"]["code"] == "game-over"
    assert ended() == before + 1


def test_the_durations_of_writes_and_of_thinking_are_measured(busy):
    now = values(busy[1].text)

    assert now["ludoteka_append_seconds_count",] == 3
    assert now["ludoteka_thinking_seconds_count", "tavlei"] == 1


def test_sockets_and_rooms_are_counted_while_they_are_open(busy):
    during = values(busy[0])

    assert during["ludoteka_sockets",] == 1
    assert during["ludoteka_rooms",] == 1
    assert during["ludoteka_broker_up",] == 1


def test_requests_are_counted_by_route_and_status(busy):
    counted = {
        (labels["route"], labels["status"]): sample.value
        for family in text_string_to_metric_families(busy[1].text)
        for sample in family.samples
        for labels in [sample.labels]
        if sample.name == "ludoteka_http_requests_total"
    }

    assert counted["/match/{match}", "200"] == 1
    assert counted["/api/matches", "201"] == 1
    assert counted["elsewhere", "404"] == 1


def test_metrics_contain_no_id_of_a_match_or_a_person(busy):
    for secret in busy[2]:
        assert secret not in busy[1].text
    assert not re.search(r"[0-9a-f]{64}", busy[1].text)


def test_metrics_have_the_format_of_prometheus(busy):
    assert busy[1].headers["content-type"].startswith("text/plain; version=")


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
def test_a_client_behind_a_proxy_cannot_read_metrics(near, header):
    assert near.get("/metrics", headers={header: "127.0.0.1"}).status_code == 404
    assert near.get("/metrics").status_code == 200


def test_metrics_can_be_served_to_everybody_or_to_nobody(hooked_house, cramped_house):
    for house, status in ((hooked_house, 200), (cramped_house, 404)):
        with house.guest() as client:
            assert client.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"}).status_code == status


def test_a_house_with_a_working_database_and_broker_is_ready(guest):
    assert guest.get("/api/ready").json() == {"status": "ok", "broker": "up"}


def test_invented_methods_and_addresses_create_no_new_labels(guest, near):
    def kinds():
        return {key for key in values(near.get("/metrics").text) if key[0] == "ludoteka_http_requests_total"}

    guest.get("/y")
    kinds()  # counted too
    before = kinds()
    for number in range(20):
        guest.request(f"BREW{number}", f"/api/nowhere/{number}")

    assert kinds() - before <= {("ludoteka_http_requests_total", "404", "elsewhere", "other")}
