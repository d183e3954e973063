"""Reports to the moderators."""

import json

from houses import HOT_SEAT, make
from houses.moderation import act, done, refused, report, table


def reports_about(keeper, name):
    return [one for one in keeper.get("/api/order/reports").json() if one["about"]["name"] == name]


def test_a_report_arrives_with_what_was_said_in_the_match(keeper, resident, guest):
    order, rude = keeper("Reads Reports"), resident("Rude Rudolf")
    match = table(guest, rude)
    assert report(guest, match=match, seat="d").status_code == 201

    [told] = reports_about(order, "Rude Rudolf")
    assert (told["kind"], told["text"], told["match"]) == ("words", "Very rude.", match)
    assert told["words"] == ["You play like a boot"]
    assert told["reporter"]["standing"] == "guest"
    known = order.get("/api/order/person", params={"name": "rude rudolf"}).json()
    assert [one["id"] for one in known["reports"]] == [told["id"]]
    assert (known["role"], known["is_closed"], known["acts"]) == ("resident", False, [])


def test_a_guest_is_reported_by_their_seat(keeper, resident, guest, house):
    order, anna = keeper("Reads Of Guests"), resident("Annoyed Anna")
    match = table(anna, guest)
    assert report(anna, match=match, seat="d", kind="other", text="Left and came back ten times").status_code == 201

    [told] = [one for one in order.get("/api/order/reports").json() if one["match"] == match]
    assert told["about"]["standing"] == "guest"
    known = order.get("/api/order/person", params={"report": told["id"]}).json()
    assert (known["role"], known["match"]) == (None, match)


def test_nobody_reports_the_same_person_twice_until_it_is_dealt_with(keeper, resident):
    order, anna, _ = keeper("Reads Twice"), resident("Tells Twice"), resident("Told Twice")
    assert report(anna, name="Told Twice").status_code == 201
    refused(report(anna, name="Told Twice"), "reported-already", 409)
    [told] = reports_about(order, "Told Twice")
    closing = {"kind": "close-report", "report": told["id"], "reason": "Nothing to see"}
    assert order.post("/api/order/acts", json=closing).status_code == 200
    refused(order.post("/api/order/acts", json=closing), "no-such-report", 404)

    assert reports_about(order, "Told Twice") == []
    assert report(anna, name="Told Twice").status_code == 201


def test_a_report_about_nobody_or_oneself_or_without_words_is_refused(resident, guest):
    anna = resident("Tells Nothing")
    hidden = resident("Cannot Be Told")
    hidden.post("/api/account/hide", json={"is_hidden": True})
    match = make(guest, seats=HOT_SEAT)
    for wish, code, status in (
        ({"name": "Tells Nothing"}, "yourself", 409),
        ({"name": "Nobody at all"}, "no-such-resident", 404),
        ({"name": "Cannot Be Told"}, "no-such-resident", 404),
        ({}, "no-such-person", 404),
        ({"match": match, "seat": "x"}, "no-such-person", 404),
        ({"match": "?", "seat": "a"}, "no-such-match", 404),
        ({"match": match, "seat": "a", "kind": "other", "text": " "}, "bad-words", 400),
        ({"match": match, "seat": "a", "text": "x" * 501}, "bad-words", 400),
        ({"match": match, "seat": "a", "kind": "weather"}, "bad-message", 400),
    ):
        refused(report(anna, **wish), code, status)


def test_somebody_reports_ten_people_a_day(resident, guest):
    anna, matches = resident("Tells All"), [make(guest, seats=HOT_SEAT) for _ in range(2)]
    names = [f"All Told {number}" for number in "abcdefghi"]
    for name in names:
        resident(name)
    assert [report(anna, name=name).status_code for name in names] == [201] * 9
    assert report(anna, match=matches[0], seat="a").status_code == 201
    refused(report(anna, match=matches[1], seat="a"), "too-many-reports", 409)


def test_only_those_who_keep_order_see_what_is_behind_the_page(resident, guest):
    anna = resident("Curious")
    for path in ("reports", "acts", "shut-outs", "person?name=x", "play/tavlei/blitz"):
        refused(anna.get(f"/api/order/{path}"), "not-allowed", 403)
        refused(guest.get(f"/api/order/{path}"), "not-signed-in", 401)


def test_a_report_about_somebody_who_keeps_order_goes_to_those_above_and_does_not_name_the_reporter(
    keeper, resident, guest
):
    owner, order, equal = keeper("Owns The Reports", "owner"), keeper("Is Reported"), keeper("Is An Equal")
    anna = resident("Tells Of A Keeper")
    for name in ("Is Reported", "Owns The Reports"):
        assert report(anna, name=name).status_code == 201

    [told] = reports_about(owner, "Is Reported")
    assert told["reporter"] is None
    assert "Tells Of A Keeper" not in json.dumps(told)
    for one in (order, equal):
        assert reports_about(one, "Is Reported") == []
        assert reports_about(one, "Owns The Reports") == []
        assert one.get("/api/order/person", params={"name": "Is Reported"}).json()["reports"] == []
        refused(act(one, "close-report", report=told["id"]), "own-cause" if one is order else "not-allowed", 403)
    assert reports_about(owner, "Owns The Reports") == []
    other = keeper("Owns The House Too", "owner")
    [about_owner] = reports_about(other, "Owns The Reports")
    refused(act(owner, "close-report", report=about_owner["id"]), "own-cause", 403)
    done(owner, "close-report", report=told["id"])
    done(other, "close-report", report=about_owner["id"])
