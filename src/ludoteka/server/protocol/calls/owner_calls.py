"""The calls of the HTTP API for the owner of a house, and the schemas of their answers."""

from ludoteka.server.protocol.calls.account_calls import OWN
from ludoteka.server.protocol.calls.call import JSON, DescribedCall
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

OWN_SETTINGS = {
    "name": TEXT,
    "welcome": TEXT,
    "languages": array_of(TEXT),
    "registration": one_of("", "open", "invitation", "providers", "closed"),
    "backed_up_at": nullable(NUMBER),
}
FACTS = {
    "version": TEXT,
    "python": TEXT,
    "database": TEXT,
    "schema": TEXT,
    "accounts": WHOLE,
    "files": nullable(object_of({"size": WHOLE, "free": WHOLE})),
    "broker": nullable(one_of("up", "down")),
    "started_registration": one_of("open", "invitation", "providers", "closed"),
    "mail": nullable(TEXT),
    "public_address": TEXT,
    "sockets": WHOLE,
    "keep": NUMBER,
    "proxies": TEXT,
    "names": array_of(TEXT),
}
OWNER_SCHEMAS: Schema = {
    "HouseSettings": object_of({"settings": object_of(OWN_SETTINGS), "facts": object_of(FACTS)}),
    "OwnerState": object_of({"has_owner": YES, "is_local": YES}),
}
OWNER_CALLS = (
    DescribedCall("/api/settings", "The settings of the house", answer=ref("HouseSettings"), refused=(401, 403)),
    DescribedCall("/api/settings", "Change settings", JSON, ref("Nothing"), "post", 200, OWN, ref("SettingsRequest")),
    DescribedCall("/api/owner", "Whether the house has an owner", answer=ref("OwnerState")),
    DescribedCall("/api/owner", "Become the first owner", JSON, ref("Nothing"), "post", 200, OWN, ref("OwnerRequest")),
)
