"""The calls of the HTTP API about accounts, and the schemas of their answers."""

from ludoteka.features.accounts.roles import ROLES
from ludoteka.features.ratings.pools import POOLS
from ludoteka.server.people.scopes import SCOPES
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

PASSKEY = {"id": TEXT, "label": TEXT, "made_at": NUMBER, "used_at": nullable(NUMBER)}
IDENTITY = {"id": TEXT, "provider": TEXT, "made_at": NUMBER, "used_at": nullable(NUMBER), "is_open": YES}
RATING = {
    "game": TEXT,
    "speed": one_of(*POOLS),
    "rating": WHOLE,
    "deviation": WHOLE,
    "number": WHOLE,
    "is_provisional": YES,
}
MAIL = {"address": nullable(TEXT), "confirmed_at": nullable(NUMBER), "waiting": nullable(TEXT)}
ACCOUNT = {
    "name": TEXT,
    "made_at": NUMBER,
    "role": one_of(*ROLES),
    "has_password": YES,
    "is_hidden": YES,
    "is_bot": YES,
    "passkeys": array_of(object_of(PASSKEY)),
    "identities": array_of(object_of(IDENTITY)),
    "recovery_codes": WHOLE,
    "is_confirmed": YES,
    "ratings": array_of(object_of(RATING)),
    "mail": object_of(MAIL),
}
DOOR = {
    "has_mail": YES,
    "registration": one_of("open", "invitation", "providers", "closed"),
    "has_passkeys": YES,
    "providers": array_of(object_of({"id": TEXT, "name": TEXT})),
    "newcomer": nullable(object_of({"provider": TEXT, "name": TEXT})),
    "account": nullable(ref("Account")),
}
SESSION = {"id": TEXT, "made_at": NUMBER, "seen_at": NUMBER, "device": TEXT, "is_this": YES}
TOKEN = {
    "id": TEXT,
    "label": TEXT,
    "scopes": array_of(one_of(*SCOPES)),
    "made_at": NUMBER,
    "used_at": nullable(NUMBER),
}
CODES = array_of(TEXT, minItems=10, maxItems=10)
EXPORT = {
    "account": {"type": "object"},
    "passkeys": array_of(object_of(PASSKEY)),
    "identities": array_of({"type": "object"}),
    "sessions": array_of({"type": "object"}),
    "tokens": array_of({"type": "object"}),
    "notices": {"type": "object"},
    "mail": object_of(MAIL),
    "following": array_of(TEXT),
    "blocked": array_of(TEXT),
    "reports": array_of({"type": "object"}),
    "acts": array_of({"type": "object"}),
    "ratings": array_of({"type": "object"}),
    "rated_matches": array_of({"type": "object"}),
    "tournaments": array_of({"type": "object"}),
    "matches": array_of({"type": "object"}),
    "chat": array_of({"type": "object"}),
}
ACCOUNT_SCHEMAS: Schema = {
    "Account": object_of(ACCOUNT),
    "SignIn": object_of(DOOR),
    "Registered": object_of({"name": TEXT, "recovery_codes": CODES}),
    "SignedIn": object_of({"name": TEXT}),
    "ApiToken": object_of(TOKEN),
    "NewToken": object_of({"token": TEXT}),
    "RecoveryCodes": object_of({"recovery_codes": CODES}),
    "PasskeyOptions": object_of({"publicKey": {"type": "object"}}),
    "ProviderAddress": object_of({"address": TEXT}),
    "Session": object_of(SESSION),
    "AccountExport": object_of(EXPORT),
    "Nothing": object_of({}),
}
PATH = "/api/account/"
OWN = (*MADE, 401, 409)  # further statuses of calls that require signing in


def _post(
    path: str, summary: str, body: str, answer: str = "Nothing", refused: tuple[int, ...] = OWN, status: int = 200
) -> DescribedCall:
    return DescribedCall(PATH + path, summary, JSON, ref(answer), "post", status, refused, ref(body))


ACCOUNT_CALLS = (
    DescribedCall("/api/account", "The signed-in user and the sign-in methods", answer=ref("SignIn")),
    DescribedCall(PATH + "sessions", "The user's sessions", answer=array_of(ref("Session")), refused=(401,)),
    DescribedCall(PATH + "export", "Export the user's personal data", answer=ref("AccountExport"), refused=(401, 403)),
    _post("passkey-options", "Options for creating or using a passkey", "OptionsRequest", "PasskeyOptions"),
    _post("register", "Create an account", "RegisterRequest", "Registered", (*MADE, 409), 201),
    _post("sign-in", "Sign in", "ProofRequest", "SignedIn", (*MADE, 409)),
    _post("confirm", "Confirm the user's identity again", "ProofRequest"),
    _post("recover", "Set a new password with a recovery code", "RecoveryRequest", "SignedIn", MADE),
    _post("mail", "Send a confirmation link to an e-mail address", "AddressRequest"),
    _post("mail/remove", "Remove the e-mail address", "NoRequest"),
    _post("mail/cancel", "Remove the unconfirmed e-mail address", "NoRequest"),
    _post("mail/confirm", "Confirm an e-mail address with a link", "LinkRequest", "SignedIn", MADE),
    _post(
        "lost",
        "Send a recovery link by e-mail, if there is such an account",
        "LostRequest",
        refused=(*MADE, 409),
    ),
    _post("lost/link", "The account of a recovery link", "LinkRequest", "SignedIn", MADE),
    _post(
        "lost/passkey-options",
        "Options for creating a passkey with a recovery link",
        "LinkRequest",
        "PasskeyOptions",
        (*MADE, 409),
    ),
    _post(
        "lost/recover",
        "Set a new password or passkey with a recovery link",
        "LinkRecoveryRequest",
        "SignedIn",
        (*MADE, 409),
    ),
    _post("sign-out", "Sign out", "NoRequest", refused=MADE),
    _post("sessions/end", "End a session, or all others", "IdRequest"),
    _post("password", "Set or change the password", "PasswordRequest"),
    _post("passkeys", "Add a passkey", "PasskeyRequest"),
    _post("passkeys/remove", "Remove a passkey", "IdRequest"),
    _post(
        "providers/start", "Start signing in at an identity provider", "StartRequest", "ProviderAddress", (*OWN, 404)
    ),
    _post("providers/register", "Create an account", "NewcomerRequest", "Registered", (*MADE, 409), 201),
    _post("providers/forget", "Forget the newcomer whom a provider has identified", "NoRequest", refused=MADE),
    _post("providers/unlink", "Unlink an identity", "IdRequest"),
    DescribedCall(
        "/sign-in/{provider}", "The redirect address of an identity provider", HTML, status=302, refused=(400, 409)
    ),
    _post("recovery-codes", "Create new recovery codes", "NoRequest", "RecoveryCodes"),
    DescribedCall(PATH + "tokens", "The user's API tokens", answer=array_of(ref("ApiToken")), refused=(401,)),
    _post("tokens", "Create an API token", "TokenRequest", "NewToken"),
    _post("tokens/end", "Revoke an API token", "IdRequest"),
    _post("bot", "Turn the account into a bot account permanently", "NoRequest"),
    _post("delete", "Delete the account", "DeletionRequest"),
)
