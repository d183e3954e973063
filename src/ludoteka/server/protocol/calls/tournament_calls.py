"""The calls of the HTTP API about tournaments, and the schemas of their answers."""

from ludoteka.features.tournaments.model import KINDS
from ludoteka.server.protocol.calls.account_calls import OWN
from ludoteka.server.protocol.calls.call import JSON, DescribedCall
from ludoteka.server.protocol.schemas import (
    ANY,
    NUMBER,
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

TOURNAMENT = {
    "id": TEXT,
    "name": TEXT,
    "kind": one_of(*KINDS),
    "game": TEXT,
    "clock": TEXT,
    "rated": YES,
    "table_size": WHOLE,
    "visibility": one_of("public", "private"),
    "minutes": nullable(WHOLE),
    "status": one_of("open", "running", "over"),
    "starts_at": nullable(NUMBER),
    "started_at": nullable(NUMBER),
    "ends_at": nullable(NUMBER),
    "ended_at": nullable(NUMBER),
    "players": WHOLE,
}
PLAYER = {"name": TEXT, "level": WHOLE}
LINE = PLAYER | {
    "rank": WHOLE,
    "points": NUMBER,
    "tie_breaks": array_of(NUMBER),
    "won": WHOLE,
    "drawn": WHOLE,
    "lost": WHOLE,
    "is_on_streak": YES,
    "is_in": YES,
    "yours": YES,
}
PAIRING = {
    "round": WHOLE,
    "players": array_of(object_of(PLAYER)),
    "match": nullable(TEXT),
    "scores": nullable(array_of(NUMBER)),
}
STATE = TOURNAMENT | {
    "options": ANY,
    "round": WHOLE,
    "rounds": nullable(WHOLE),
    "is_host": YES,
    "is_in": nullable(YES),
    "match": nullable(TEXT),
    "tie_breaks": array_of(TEXT),
    "standings": array_of(object_of(LINE), maxItems=100),
    "page": WHOLE,
    "pages": WHOLE,
    "own_page": nullable(WHOLE),
    "crosstable": nullable(array_of(array_of(nullable(object_of({"score": nullable(NUMBER), "match": TEXT}))))),
    "pairings": array_of(object_of(PAIRING)),
}
TOURNAMENT_SCHEMAS: Schema = {
    "Tournament": object_of(TOURNAMENT),
    "TournamentState": object_of(STATE),
}
PATH = "/api/tournaments"
ONE = PATH + "/{tournament}"


def _post(path: str, summary: str) -> DescribedCall:
    return DescribedCall(ONE + path, summary, JSON, ref("TournamentState"), "post", 200, OWN, ref("NoRequest"))


TOURNAMENT_CALLS = (
    DescribedCall(PATH, "Public tournaments, the newest first", answer=array_of(ref("Tournament"), maxItems=50)),
    DescribedCall(PATH, "Create a tournament", JSON, ref("Made"), "post", 201, OWN, ref("TournamentRequest")),
    DescribedCall(
        ONE,
        "A tournament: a page of the standings, and the last round",
        answer=ref("TournamentState"),
        refused=(400,),
        query={"page": {"type": "string", "pattern": "^[1-9][0-9]?$"}},
    ),
    DescribedCall(ONE + "/results.csv", "The standings as a table", "text/csv", TEXT),
    _post("/join", "Join"),
    _post("/withdraw", "Withdraw"),
    _post("/start", "Start a tournament as its host"),
    _post("/ready", "Report ready for the next match of an arena"),
)
