"""The calls of the HTTP API about users, and the schemas of their answers."""

from ludoteka.features.accounts.roles import ROLES
from ludoteka.server.protocol.calls.account_calls import OWN, RATING
from ludoteka.server.protocol.calls.call import JSON, DescribedCall
from ludoteka.server.protocol.schemas import (
    NUMBER,
    OWN_MATCH,
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

PROFILE = {
    "name": TEXT,
    "role": one_of(*ROLES),
    "made_at": NUMBER,
    "is_own": YES,
    "is_hidden": YES,
    "is_bot": YES,
    "is_followed": nullable(YES),
    "is_blocked": nullable(YES),
    "followers": WHOLE,
    "ratings": array_of(object_of(RATING)),
}
SCORE = {"game": TEXT, "side": TEXT, "won": WHOLE, "drawn": WHOLE, "lost": WHOLE}
PLAYED = {"game": TEXT, "reviewed": WHOLE, "mean_loss": WHOLE, "luck": nullable(WHOLE), "skill": nullable(WHOLE)}
MATCHES = {
    "matches": array_of(ref("ResidentsMatch")),
    "next": nullable(NUMBER),
    "scores": array_of(object_of(SCORE)),
    "played": array_of(object_of(PLAYED)),
}
HISTORY = {"points": array_of(object_of({"at": NUMBER, "rating": WHOLE}))}
LEADER = {"name": TEXT, "rating": WHOLE, "number": WHOLE}
FOLLOWED = {"name": TEXT, "match": nullable(TEXT), "game": nullable(TEXT)}
RESIDENT_SCHEMAS: Schema = {
    "Profile": object_of(PROFILE),
    "ResidentsMatch": object_of(OWN_MATCH | {"seat": TEXT}),
    "ResidentsMatches": object_of(MATCHES),
    "RatingHistory": object_of(HISTORY),
    "Leader": object_of(LEADER),
    "Followed": object_of(FOLLOWED),
}
FILTERS = {"game": TEXT, "side": TEXT, "opponent": TEXT, "before": TEXT}
PATH = "/api/residents/{name}"
RESIDENT_CALLS = (
    DescribedCall(PATH, "A user and their ratings", answer=ref("Profile")),
    DescribedCall(
        PATH + "/matches",
        "The matches of a user, newest first",
        JSON,
        ref("ResidentsMatches"),
        refused=(400,),
        query=FILTERS,
    ),
    DescribedCall(
        PATH + "/ratings/{game}/{speed}", "How a rating has changed", answer=ref("RatingHistory"), refused=(400,)
    ),
    DescribedCall(PATH + "/follow", "Follow a user", JSON, ref("Nothing"), "post", 200, OWN, ref("NoRequest")),
    DescribedCall(PATH + "/unfollow", "Unfollow a user", JSON, ref("Nothing"), "post", 200, OWN, ref("NoRequest")),
    DescribedCall(
        "/api/account/following", "The users whom the user follows", answer=array_of(ref("Followed")), refused=(401,)
    ),
    DescribedCall(
        "/api/account/hide",
        "Hide or show the user's profile",
        JSON,
        ref("Nothing"),
        "post",
        200,
        OWN,
        ref("HideRequest"),
    ),
    DescribedCall(
        "/api/leaderboards/{game}/{speed}",
        "The leaderboard",
        answer=array_of(ref("Leader"), maxItems=50),
        refused=(400,),
    ),
)
