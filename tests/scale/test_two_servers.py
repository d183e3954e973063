"""Two servers form one house: players at either server see and can do the same things.

`first` and `second` are people whose pages talk to one server each; everybody else connects through the proxy, which may
choose either server.
"""

import json
import threading
from contextlib import ExitStack
from uuid import uuid4

import httpx2
import pytest
from houses import PERSON, Player, make, make_token, program, registering, streaming, until
from houses.moderation import done, give_role
from websockets.exceptions import ConnectionClosed

from ludoteka.core.paths import read_paths

FREE = {"kind": "free"}


@pytest.fixture
def open_for():
    """A stack of connections and clients, which are closed at the end of the test."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def first(pair, open_for):
    return open_for.enter_context(pair.houses[0].guest())


@pytest.fixture
def second(pair, open_for):
    return open_for.enter_context(pair.houses[1].guest())


def page(open_for, client, match, house=None):
    """A page of a match, at the client's own server or at the given one."""
    visitor = client
    if house:
        visitor = httpx2.Client(base_url=house.address, cookies=client.cookies)
        open_for.enter_context(visitor)
    player = Player(visitor, match)
    open_for.callback(player.close)
    player.hello()
    return player


@pytest.fixture
def players(first, second, open_for):
    """The host at one server, and the other player at the other server."""
    for one in (first, second):
        one.get("/")
    match = make(first, seats={"a": PERSON, "d": FREE})
    host, other = page(open_for, first, match), page(open_for, second, match)
    assert other.command("sit", {"seat": "d", "secret": host.view["invitation"]})["t"] == "done"
    host.until(lambda view: not view["waiting"])
    return host, other


def actions(view):
    """The texts of all legal actions, sorted."""
    return sorted(read_paths(view["scene"]["paths"]).values())


def played(view):
    return [entry[1] for entry in view["moves"]["list"]]


def test_a_match_is_played_across_two_servers(players):
    for ply in range(20):
        mover, watcher = players if ply % 2 == 0 else players[::-1]
        mover.until(lambda view: view["yours"])
        text = actions(mover.view)[0]
        done = mover.act(text)
        assert done["t"] == "done"
        watcher.until(lambda view, text=text: played(view)[-1:] == [text])
        assert watcher.number == done["n"]


def test_presence_at_one_server_is_visible_at_the_other_server(players, first, second, open_for, pair):
    host, other = players
    assert host.until(lambda view: view["seats"][1]["present"])
    other.close()
    host.until(lambda view: not view["seats"][1]["present"])
    page(open_for, second, host.view["id"])
    host.until(lambda view: view["seats"][1]["present"])


def test_a_new_name_appears_at_both_servers(players, second):
    host, _ = players
    second.post("/api/guest", json={"name": "Ada of Rivers"})
    host.until(lambda view: view["seats"][1]["name"] == "Ada of Rivers")


def test_a_chat_line_at_one_server_reaches_the_other_server(players):
    host, other = players
    host.send({"t": "chat", "id": uuid4().hex, "d": {"text": "good luck"}})
    heard = other.next("chat")["d"]
    while "good luck" not in json.dumps(heard):
        heard = other.next("chat")["d"]


def test_a_rematch_created_at_one_server_is_announced_at_the_other_server(players, first):
    host, other = players
    assert host.command("resign")["t"] == "done"
    other.until(lambda view: view["result"] is not None)
    made = first.post(f"/api/matches/{host.view['id']}/rematch").json()["id"]
    assert other.next("rematch")["d"]["id"] == made


def at_once(*calls):
    """The answers to simultaneous calls."""
    ready, answers = threading.Barrier(len(calls)), {}

    def call(number):
        ready.wait()
        answers[number] = calls[number]()

    threads = [threading.Thread(target=call, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[number] for number in range(len(calls))]


def test_only_one_of_two_simultaneous_commands_at_two_servers_is_accepted(players, first, open_for, pair):
    host, other = players
    again = page(open_for, first, host.view["id"], pair.houses[1])  # the host's telephone, at the other server
    for _ in range(15):
        for one in (host, again):
            one.until(lambda view: view["yours"] or view["result"])
        if host.view["result"]:
            break
        texts = actions(host.view)
        answers = at_once(lambda text=texts[0]: host.act(text), lambda text=texts[-1]: again.act(text))
        assert sorted(answer["t"] for answer in answers) == ["done", "refused"]
        assert [one["d"]["code"] for one in answers if one["t"] == "refused"] == ["stale"]
        if other.until(lambda view: view["yours"] or view["result"])["result"]:
            break  # a draw by repetition, because the test plays only the first and the last legal action
        assert other.number == next(one["n"] for one in answers if one["t"] == "done")
        assert other.act(actions(other.view)[0])["t"] == "done"


def test_a_command_sent_to_both_servers_at_once_is_done_once(players, first, open_for, pair):
    host, other = players
    again = page(open_for, first, host.view["id"], pair.houses[1])
    for _ in range(10):
        for one in (host, again):
            one.until(lambda view: view["yours"])
        text, name = actions(host.view)[0], uuid4().hex
        answers = at_once(
            lambda text=text, name=name: host.act(text, name=name),
            lambda text=text, name=name: again.act(text, name=name),
        )
        assert [answer["t"] for answer in answers] == ["done", "done"]
        assert answers[0]["n"] == answers[1]["n"]
        other.until(lambda view: view["yours"])
        assert other.act(actions(other.view)[0])["t"] == "done"


def test_only_one_of_two_people_who_ask_two_servers_for_a_seat_at_once_gets_the_seat(first, second, pair, open_for):
    match = make(first, seats={"a": PERSON, "d": FREE})
    host = page(open_for, first, match)
    wish = {"seat": "d", "secret": host.view["invitation"]}
    rivals = []
    for house in pair.houses:
        client = open_for.enter_context(house.guest())
        client.get("/")
        rivals.append(page(open_for, client, match))
    answers = at_once(*(lambda rival=rival: rival.command("sit", wish) for rival in rivals))
    assert sorted(answer["t"] for answer in answers) == ["done", "refused"]
    assert next(one["d"]["code"] for one in answers if one["t"] == "refused") in ("seat-taken", "stale")


def test_a_page_can_reconnect_to_any_server(pair, open_for):
    with httpx2.Client(base_url=pair.address, limits=httpx2.Limits(max_keepalive_connections=0)) as client:
        client.get("/")
        match = make(client)
        assert match in [one["id"] for one in client.get("/api/matches").json()]
        for ply in range(12):
            player = page(open_for, client, match)  # a new connection, so the proxy chooses the other server
            assert len(played(player.view)) == ply
            assert player.act(actions(player.view)[0])["t"] == "done"
            player.close()


def test_a_client_receives_what_it_missed_while_changing_servers(players, first, second, open_for, pair):
    host, other = players
    assert host.act(actions(host.view)[0])["t"] == "done"
    host.close()
    other.until(lambda view: view["yours"])
    assert other.act(actions(other.view)[0])["t"] == "done"
    back = page(open_for, first, other.view["id"], pair.houses[1])
    assert back.number == other.number
    assert played(back.view) == played(other.view)
    assert back.view["yours"]


def test_simultaneous_requests_for_a_rematch_at_two_servers_create_one_match(players, first, second):
    host, other = players
    assert host.command("resign")["t"] == "done"
    other.until(lambda view: view["result"])
    path = f"/api/matches/{host.view['id']}/rematch"
    answers = at_once(lambda: first.post(path), lambda: second.post(path))
    assert [answer.status_code for answer in answers] == [201, 201]
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_a_session_that_ends_at_one_server_is_over_at_the_other(first, second, pair, open_for):
    for one in (first, second):
        one.get("/")
    asked = {"name": "Of Two Servers", "password": "seven green herons wade"}
    first.post("/api/account/register", json=asked)
    second.post("/api/account/sign-in", json=asked)
    match = make(second)
    open_page = page(open_for, second, match)
    assert second.get("/api/account").json()["account"]["name"] == "Of Two Servers"

    first.post("/api/account/sessions/end", json={"id": "others"})

    with pytest.raises(ConnectionClosed):
        read_on(open_page)
    assert second.get("/api/account").json()["account"] is None


def read_on(player):
    while True:
        player.next()


def test_programs_at_two_servers_play_and_a_token_ended_at_one_is_over_at_the_other(pair, open_for):
    one, other = pair.houses
    register = [open_for.enter_context(registering(house)) for house in pair.houses]
    anna, boris = register[0]("Anna at one"), register[1]("Boris at the other")
    token = make_token(boris, "match:read", "challenge:write")
    theirs = open_for.enter_context(program(other, token))
    with streaming(theirs, "/api/events") as heard:
        match = anna.post("/api/challenges", json={"name": "Boris at the other", "game": "tavlei", "seat": "a"}).json()[
            "id"
        ]
        assert next(heard)["d"]["id"] == match
        assert theirs.post(f"/api/challenges/{match}/accept", json={}).status_code == 200
        assert {next(heard)["t"], next(heard)["t"]} == {"begun", "answer"}
        with streaming(theirs, f"/api/matches/{match}/stream") as lines:
            assert next(lines)["t"] == "view"
            assert anna.post(f"/api/matches/{match}/act", json={"d": "i4-i3"}).status_code == 200
            while not next(lines).get("d", {}).get("moves"):
                pass
        at_one = open_for.enter_context(one.guest())
        at_one.cookies = boris.cookies
        [listed] = at_one.get("/api/account/tokens").json()
        assert at_one.post("/api/account/tokens/end", json={"id": listed["id"]}).status_code == 200
        assert list(heard) == []
    assert theirs.get("/api/guest").status_code == 401


def test_what_is_done_to_keep_order_at_one_server_holds_at_the_other(players, second, pair, open_for):
    one, _ = pair.houses
    keeper = open_for.enter_context(registering(one))("Keeps Order At One")
    give_role(one, "Keeps Order At One", "moderator")
    host, other = players
    match = host.view["id"]
    assert other.command("chat", {"text": "Rude words"})["t"] == "done"
    said = host.next("chat")["d"]
    done(keeper, "remove-words", match=match, seat="d")
    for player in players:
        [removed] = player.next("chat")["d"]
        assert removed == said | {"text": "", "yours": player is other}
    done(keeper, "rename", match=match, seat="d", new_name="Renamed At One")
    other.until(lambda view: "Renamed At One" in [seat["name"] for seat in view["seats"]])
    assert second.get("/api/guest").json()["name"] == "Renamed At One"
    done(keeper, "shut-out", match=match, seat="d")
    with pytest.raises(ConnectionClosed, match="shut-out"):
        other.until(lambda view: False)
    [shut] = keeper.get("/api/order/shut-outs").json()
    done(keeper, "let-in", act=shut["id"])
    until(lambda: second.get("/api/lobby").status_code == 200)


def test_a_setting_changed_at_one_server_holds_at_the_other(pair, second, open_for):
    one, _ = pair.houses
    owner = open_for.enter_context(registering(one))("Owns Both Servers")
    give_role(one, "Owns Both Servers", "owner")
    assert owner.get("/api/settings").json()["facts"]["database"].startswith("PostgreSQL 1")
    for name in ("One house", ""):
        assert owner.post("/api/settings", json={"name": name}).status_code == 200
        title = f"<title>{name or 'Ludoteka'}</title>"
        until(lambda: second.get("/").text, lambda page, title=title: title in page)
