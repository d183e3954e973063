"""What calls about accounts have in common with others, and the call about the ratings of a match."""

from ludoteka.features.ratings.pools import POOLS
from ludoteka.server.protocol.calls.call import MADE, DescribedCall
from ludoteka.server.protocol.schemas import TEXT, WHOLE, YES, Schema, array_of, object_of, one_of, ref

RATING = {
    "game": TEXT,
    "speed": one_of(*POOLS),
    "rating": WHOLE,
    "deviation": WHOLE,
    "number": WHOLE,
    "is_provisional": YES,
}
CHANGE = {"seat": TEXT, "speed": one_of(*POOLS), "before": WHOLE, "after": WHOLE, "is_provisional": YES}
ACCOUNT_SCHEMAS: Schema = {
    "MatchRating": object_of({"rated": YES, "is_annulled": YES, "changes": array_of(object_of(CHANGE))}),
    "Nothing": object_of({}),
}
OWN = (*MADE, 401, 409)  # further statuses of calls that require signing in
ACCOUNT_CALLS = (
    DescribedCall("/api/matches/{match}/rating", "The rating changes of a match", answer=ref("MatchRating")),
)
