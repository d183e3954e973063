"""The export of a user's data: its content and its names."""

import json

import msgspec
from houses import make
from houses.moderation import report

from ludoteka.features.accounts.answers import AccountExport
from ludoteka.features.accounts.exports import AT_A_TIME

TOURNAMENT = {"name": "Exported", "kind": "swiss", "game": "tavlei", "clock": "5+3"}


def test_an_export_names_what_it_contains(resident):
    anna = resident("Has Data")
    resident("Was Reported")
    assert report(anna, name="Was Reported").status_code == 201
    tournament = anna.post("/api/tournaments", json=TOURNAMENT).json()["id"]
    assert anna.post(f"/api/tournaments/{tournament}/join", json={}).status_code == 200

    exported = anna.get("/api/account/export").json()

    assert {*exported} == {field.name for field in msgspec.structs.fields(AccountExport)}
    account, [session], [about], [evening] = (
        exported[name] for name in ("account", "sessions", "reports", "tournaments")
    )
    assert account | {"made_at": 0} == {
        "name": "Has Data",
        "role": "resident",
        "made_at": 0,
        "has_password": True,
        "is_hidden": False,
        "is_bot": False,
        "recovery_codes": 10,
    }
    assert session.keys() == {"id", "made_at", "seen_at", "device"}
    assert about | {"at": 0} == {"about": "Was Reported", "match": "", "at": 0, "text": "Very rude."}
    assert evening | {"joined_at": 0} == {
        "id": tournament,
        "name": "Exported",
        "kind": "swiss",
        "game": "tavlei",
        "joined_at": 0,
    }


def test_an_export_of_many_matches_is_sent_in_parts(resident):
    anna = resident("Played Much")
    made = [make(anna) for _ in range(AT_A_TIME + 5)]

    with anna.stream("GET", "/api/account/export", headers={"accept-encoding": "identity"}) as answer:
        parts = list(answer.iter_raw())
    exported = json.loads(b"".join(parts))

    assert len(parts) > 2, "nothing that long is made at once"
    assert [one["id"] for one in exported["matches"]] == made[::-1]
    assert (exported["chat"], exported["rated_matches"]) == ([], [])
