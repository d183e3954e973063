"""What somebody with an account may do in the house, and what keeps order there."""

ROLES = ("resident", "moderator", "owner")  # each may do what those before may; a moderator keeps order among people
RESIDENT = ROLES[0]
REPORTED = ("words", "name", "cheating", "stalling", "other")  # what people report
DEEDS = (
    "rename",
    "close",
    "open",
    "remove-words",
    "annul",
    "shut-out",
    "let-in",
    "role",
    "close-report",
)  # on the page
ACTS = (*DEEDS, "settings")  # what stands in the log


def keeps_order(role: str) -> bool:
    """Tell whether somebody with a role sees reports and acts on them."""
    return ROLES.index(role) > 0


def is_owner(role: str) -> bool:
    """Tell whether somebody with a role gives roles to others."""
    return role == ROLES[-1]


def roles_judged_by(role: str) -> tuple[str, ...]:
    """Return the roles of the people about whom somebody with a role decides: all below it, and an owner about all."""
    return tuple(other for other in ROLES if is_owner(role) or outranks(role, other))


def outranks(role: str, other: str) -> bool:
    """Tell whether somebody with a role may act on somebody with another."""
    return keeps_order(role) and ROLES.index(role) > ROLES.index(other)
