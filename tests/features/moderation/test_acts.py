"""Moderation actions: each takes effect at once, and is logged."""

import json

from houses import PERSON, make, seated, until
from houses.moderation import FREE, act, done, give_role, refused, report, table


def log(client):
    return client.get("/api/order/acts").json()["acts"]


def last(client):
    return log(client)[0]


def test_a_renamed_resident_is_called_so_everywhere(keeper, resident, guest):
    order, wrong = keeper("Renames Others"), resident("Badly Named")
    match = table(guest, wrong)
    with seated(guest, match) as other:
        done(order, "rename", name="Badly Named", new_name="Well Named")
        other.until(lambda view: "Well Named" in [one["name"] for one in view["seats"]])

    assert wrong.get("/api/account").json()["account"]["name"] == "Well Named"
    assert 'data-resident="Well Named"' in wrong.get("/").text
    entry = last(order)
    assert (entry["kind"], entry["by"], entry["about"]["name"]) == ("rename", "Renames Others", "Well Named")
    assert (entry["detail"], entry["reason"]) == ("Badly Named → Well Named", "Because")
    refused(act(order, "rename", name="Well Named", new_name="Renames Others"), "name-taken", 409)
    refused(act(order, "rename", name="Well Named", new_name="Admin"), "reserved-name", 400)
    done(order, "rename", name="Well Named", new_name="WELL Named")


def test_a_guest_is_renamed_or_loses_their_name(keeper, resident, guest):
    order, anna = keeper("Renames Guests"), resident("Sits With Guests")
    guest.post("/api/guest", json={"name": "Impolite"})
    match = table(anna, guest)
    done(order, "rename", match=match, seat="d", new_name="Polite")
    assert guest.get("/api/guest").json()["name"] == "Polite"
    done(order, "rename", match=match, seat="d", new_name="")
    assert guest.get("/api/guest").json()["name"] == ""
    refused(act(order, "close", match=match, seat="d"), "has-no-account", 409)


def test_a_closed_account_can_do_nothing_until_it_is_opened(keeper, resident, house):
    order, wrong = keeper("Closes Accounts"), resident("Will Be Closed")
    token = wrong.post("/api/account/tokens", json={"label": "x", "scopes": ["match:play"]}).json()["token"]
    match = make(wrong, seats={"a": PERSON, "d": FREE})
    sign_in = {"name": "Will Be Closed", "password": "seven green herons wade"}
    with seated(wrong, match) as player:
        done(order, "close", name="Will Be Closed")
        assert player.next("refused")["d"]["code"] == "signed-out"

    assert wrong.get("/api/account").json()["account"] is None
    refused(house_of(wrong, house).post("/api/account/sign-in", json=sign_in), "account-closed", 403)
    program = house_of(wrong, house).get("/api/matches", headers={"Authorization": f"Bearer {token}"})
    refused(program, "bad-token", 401)
    assert order.get("/api/order/person", params={"name": "Will Be Closed"}).json()["is_closed"] is True
    done(order, "open", name="Will Be Closed")
    assert house_of(wrong, house).post("/api/account/sign-in", json=sign_in).status_code == 200


def house_of(client, house):
    """Return a client without cookies."""
    client.cookies.clear()
    assert str(client.base_url).rstrip("/") == house.address
    return client


def test_removed_words_vanish_before_the_eyes_of_everybody(keeper, resident, guest):
    order, rude = keeper("Removes Words"), resident("Says Too Much")
    match = table(guest, rude)
    with seated(guest, match) as other:
        assert texts(other.next("chat")) == ["You play like a boot"]
        report(guest, match=match, seat="d")
        [told] = [one for one in order.get("/api/order/reports").json() if one["match"] == match]
        done(order, "remove-words", report=told["id"])
        assert texts(other.next("chat")) == [""]
    with seated(guest, match) as other:
        assert texts(other.next("chat")) == [""]
    elsewhere = table(guest, rude)
    done(order, "remove-words", name="Says Too Much", everywhere=True)
    with seated(guest, elsewhere) as other:
        assert texts(other.next("chat")) == [""]
    refused(act(order, "remove-words", name="Says Too Much"), "no-such-match", 404)
    assert "boot" not in json.dumps(order.get("/api/order/person", params={"report": told["id"]}).json())


def texts(message):
    lines = message["d"] if isinstance(message["d"], list) else [message["d"]]
    return [line["text"] for line in lines]


def rated_match(winner, loser):
    seats = {"a": PERSON, "d": FREE}
    body = {"game": "tavlei", "seats": seats, "rated": True, "clock": "5+3", "visibility": "public"}
    match = winner.post("/api/matches", json=body).json()["id"]
    with seated(winner, match) as one, seated(loser, match) as two:
        [free] = [seat["letter"] for seat in one.view["seats"] if seat["kind"] == "free"]
        assert two.command("sit", {"seat": free, "secret": one.view["invitation"]})["t"] == "done"
        assert two.command("resign")["t"] == "done"
    return match


def test_an_annulled_match_changes_no_rating(keeper, resident):
    order, anna, boris = keeper("Annuls Matches"), resident("Wins Unfairly"), resident("Loses Unfairly")

    def ratings():
        return anna.get("/api/residents/Wins Unfairly").json()["ratings"]

    first = rated_match(anna, boris)
    before = until(ratings)[0]["rating"]
    second = rated_match(anna, boris)
    until(lambda: ratings()[0]["rating"] > before)
    done(order, "annul", match=second)
    until(lambda: ratings()[0]["rating"] == before)
    assert order.get(f"/api/matches/{second}/rating").json() == {"rated": True, "is_annulled": True, "changes": []}
    won = anna.get("/api/residents/Wins Unfairly/matches").json()["scores"]
    assert sum(one["won"] for one in won) == 1
    assert order.get("/api/order/acts").json()["acts"][0]["match"] == second
    refused(act(order, "annul", match=second), "annulled-already", 409)
    done(order, "annul", match=first)
    until(lambda: ratings() == [])
    refused(act(order, "annul", match=make(anna, seats={"a": PERSON, "d": FREE})), "not-over", 409)
    refused(act(order, "annul", match="nothing"), "no-such-match", 404)


def test_nobody_annuls_a_match_in_which_they_played(keeper, resident):
    order, other, anna = keeper("Lost It"), keeper("Decides For Them"), resident("Won Fairly")
    match = rated_match(anna, order)
    refused(act(order, "annul", match=match), "own-cause", 403)
    done(other, "annul", match=match)


def test_nobody_acts_on_their_equals_and_only_an_owner_gives_roles(house, keeper, resident):
    owner, order, other = keeper("Owns It", "owner"), keeper("Keeps It"), keeper("Keeps It Too")
    anna = resident("Becomes A Keeper")
    for name in ("Keeps It", "Keeps It Too", "Owns It"):
        refused(act(order, "close", name=name), "not-allowed", 403)
    refused(act(order, "role", name="Becomes A Keeper", role="moderator"), "not-allowed", 403)
    refused(act(anna, "close", name="Keeps It"), "not-allowed", 403)

    done(owner, "role", name="Becomes A Keeper", role="moderator")
    assert anna.get("/api/order/reports").status_code == 200
    assert last(owner)["detail"] == "resident → moderator"
    done(owner, "role", name="Becomes A Keeper", role="resident")
    refused(anna.get("/api/order/reports"), "not-allowed", 403)
    refused(act(owner, "role", name="Owns It", role="resident"), "not-allowed", 403)
    give_role(house, "Keeps It Too", "resident")
    refused(other.get("/api/order/reports"), "not-allowed", 403)
    entry = last(owner)
    assert (entry["by"], entry["detail"], entry["about"]["name"]) == (None, "moderator → resident", "Keeps It Too")


def test_an_act_without_a_reason_or_of_no_kind_is_refused_and_not_logged(keeper, resident):
    order, untouched = keeper("Hesitates"), resident("Untouched")
    for wish in ({"reason": " "}, {"reason": "x" * 501}, {"kind": "praise"}, {"hours": 0}):
        assert act(order, **({"kind": "close", "name": "Untouched"} | wish)).status_code == 400, wish
    assert "Untouched" not in json.dumps(log(order))
    assert untouched.get("/api/residents/Untouched").status_code == 200


def test_the_log_is_read_in_parts_and_nothing_can_change_it(keeper, resident):
    order, _ = keeper("Writes Much"), resident("Written About")
    for number in range(26):
        done(order, "close", name="Written About", reason=f"{number}")
        done(order, "open", name="Written About", reason=f"{number}")
    first = order.get("/api/order/acts").json()
    second = order.get("/api/order/acts", params={"before": first["next"]}).json()
    assert len(first["acts"]) == 50
    both = [one for one in first["acts"] + second["acts"] if one["about"] and one["about"]["name"] == "Written About"]
    assert [one["reason"] for one in both] == [str(number // 2) for number in range(51, -1, -1)]
    for method in ("PUT", "PATCH", "DELETE"):
        assert order.request(method, "/api/order/acts", json={}).status_code == 405
    refused(order.get("/api/order/acts", params={"before": "x"}), "bad-filter", 400)


def test_whoever_deletes_their_account_leaves_no_words_in_the_log(keeper, resident):
    order, gone = keeper("Remembers Little"), resident("Will Be Gone")
    done(order, "rename", name="Will Be Gone", new_name="Soon Gone")
    export = gone.get("/api/account/export").json()
    assert [one["detail"] for one in export["acts"]] == ["Will Be Gone → Soon Gone"]
    assert gone.post("/api/account/delete", json={"name": "Soon Gone"}).status_code == 200
    entry = last(order)
    assert (entry["kind"], entry["detail"], entry["reason"]) == ("rename", "", "")
    assert entry["about"] == {"name": "", "standing": "former", "guest": entry["about"]["guest"]}
