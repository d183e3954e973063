"""The calls of the HTTP API about moderation, and the schemas of their answers."""

from ludoteka.features.accounts.roles import ACTS, REPORTED, ROLES
from ludoteka.server.protocol.calls.account_calls import OWN
from ludoteka.server.protocol.calls.call import JSON, MADE, DescribedCall
from ludoteka.server.protocol.schemas import (
    NUMBER,
    STANDING,
    TEXT,
    WHOLE,
    YES,
    Schema,
    array_of,
    nullable,
    object_of,
    one_of,
    ref,
)

PERSON = object_of({"name": TEXT, "standing": STANDING, "guest": WHOLE})
REPORT = {
    "id": TEXT,
    "kind": one_of(*REPORTED),
    "text": TEXT,
    "at": NUMBER,
    "match": nullable(TEXT),
    "is_open": YES,
    "words": array_of(TEXT),
    "about": PERSON,
    "reporter": nullable(PERSON),
}
ACT = {
    "id": TEXT,
    "at": NUMBER,
    "by": nullable(TEXT),
    "kind": one_of(*ACTS),
    "about": nullable(PERSON),
    "match": nullable(TEXT),
    "detail": TEXT,
    "reason": TEXT,
}
KNOWN = {
    "person": PERSON,
    "match": nullable(TEXT),
    "role": nullable(one_of(*ROLES)),
    "made_at": nullable(NUMBER),
    "is_closed": YES,
    "reports": array_of(ref("Report")),
    "acts": array_of(ref("Act")),
}
FIGURES = {
    "name": TEXT,
    **dict.fromkeys(("rating", "matches", "won", "lost_on_time", "reviewed", "choices", "best"), WHOLE),
    "not_reviewed": array_of(TEXT),
}
MODERATION_SCHEMAS: Schema = {
    "Report": object_of(REPORT),
    "Act": object_of(ACT),
    "Log": object_of({"acts": array_of(ref("Act")), "next": nullable(NUMBER)}),
    "KnownPerson": object_of(KNOWN),
    "Ban": object_of(ACT | {"until": NUMBER, "address": TEXT}),
    "RatedPlay": object_of(FIGURES),
    "Blocked": object_of({"name": TEXT, "guest": WHOLE}),
}
PATH, RESIDENT = "/api/order/", "/api/residents/{name}"
KEPT = (401, 403)  # further statuses of calls by moderators
MODERATION_CALLS = (
    DescribedCall(
        "/api/reports", "Report a person", JSON, ref("Nothing"), "post", 201, (*MADE, 409), ref("ReportRequest")
    ),
    DescribedCall(
        "/api/account/blocked", "The users whom the user blocks", answer=array_of(ref("Blocked")), refused=(401,)
    ),
    DescribedCall(RESIDENT + "/block", "Block a user", JSON, ref("Nothing"), "post", 200, OWN, ref("NoRequest")),
    DescribedCall(RESIDENT + "/unblock", "Unblock a user", JSON, ref("Nothing"), "post", 200, OWN, ref("NoRequest")),
    DescribedCall(PATH + "reports", "The open reports, oldest first", answer=array_of(ref("Report")), refused=KEPT),
    DescribedCall(
        PATH + "person",
        "A person's account, reports and moderation actions",
        JSON,
        ref("KnownPerson"),
        refused=(400, *KEPT),
        query={"name": TEXT, "match": TEXT, "seat": TEXT, "report": TEXT},
    ),
    DescribedCall(
        PATH + "acts",
        "The moderation log",
        JSON,
        ref("Log"),
        refused=(400, *KEPT),
        query={"before": TEXT},
    ),
    DescribedCall(
        PATH + "acts", "Perform a moderation action", JSON, ref("Nothing"), "post", 200, OWN, ref("ActRequest")
    ),
    DescribedCall(PATH + "shut-outs", "The bans in force", answer=array_of(ref("Ban")), refused=KEPT),
    DescribedCall(
        PATH + "play/{game}/{speed}",
        "Statistics of the strongest users' rated play",
        answer=array_of(ref("RatedPlay")),
        refused=(400, *KEPT),
    ),
)
