"""What the descriptions of calls have in common."""

from ludoteka.server.protocol.calls.call import MADE
from ludoteka.server.protocol.schemas import Schema, object_of

ACCOUNT_SCHEMAS: Schema = {"Nothing": object_of({})}
OWN = (*MADE, 401, 409)  # further statuses of calls that require signing in
ACCOUNT_CALLS = ()
