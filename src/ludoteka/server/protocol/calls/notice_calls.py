"""The calls of the HTTP API about notifications, and the schemas of their answers."""

from ludoteka.server.protocol.calls.account_calls import OWN
from ludoteka.server.protocol.calls.call import HTML, JSON, MADE, DescribedCall
from ludoteka.server.protocol.schemas import (
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

CHOSEN = {
    "turns": YES,
    "challenges": YES,
    "rounds": YES,
    "quiet_from": nullable(WHOLE),
    "quiet_to": nullable(WHOLE),
    "zone": TEXT,
    "language": TEXT,
    "mail": YES,
    "digest_hour": nullable(WHOLE),
}
BROWSER = {"id": TEXT, "device": TEXT, "made_at": NUMBER, "is_this": YES}
NOTICES = {
    "public_key": TEXT,
    "settings": nullable(object_of(CHOSEN)),
    "browsers": array_of(object_of(BROWSER)),
    "mail": one_of("none", "unconfirmed", "possible"),
}
NOTICE_SCHEMAS: Schema = {"Notices": object_of(NOTICES)}
_PATH = "/api/account/notices"


def _post(path: str, summary: str, body: str) -> DescribedCall:
    return DescribedCall(_PATH + path, summary, JSON, ref("Notices"), "post", 200, OWN, ref(body))


NOTICE_CALLS = (
    DescribedCall(_PATH, "The user's notification settings", answer=ref("Notices"), refused=(401,)),
    _post("", "Change notification settings", "NoticeRequest"),
    _post("/browsers", "Subscribe a browser to notifications", "SubscriptionRequest"),
    _post("/browsers/remove", "Unsubscribe a browser from notifications", "BrowserRequest"),
    DescribedCall("/notices/{key}", "The page to unsubscribe from e-mail notifications", HTML),
    DescribedCall("/notices/{key}", "Unsubscribe from e-mail notifications", JSON, ref("Nothing"), "post", 200, MADE),
)
