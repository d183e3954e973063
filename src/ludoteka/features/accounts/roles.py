"""The roles of users, and the kinds of reports and moderation actions."""

ROLES = ("resident", "moderator", "owner")  # each may do what the ones before may
RESIDENT = ROLES[0]
REPORTED = ("words", "name", "cheating", "stalling", "other")  # kinds of reports
# Kinds of moderation actions on the page
DEEDS = ("rename", "close", "open", "remove-words", "annul", "shut-out", "let-in", "role", "close-report")
ACTS = (*DEEDS, "settings")  # kinds of entries in the moderation log


def can_moderate(role: str) -> bool:
    """Tell whether a role may see reports and moderate."""
    return ROLES.index(role) > 0


def is_owner(role: str) -> bool:
    """Tell whether a role may change the roles of others."""
    return role == ROLES[-1]


def roles_judged_by(role: str) -> tuple[str, ...]:
    """Return the roles of the people whom a role may moderate: all lower roles, and for an owner, all."""
    return tuple(other for other in ROLES if is_owner(role) or outranks(role, other))


def outranks(role: str, other: str) -> bool:
    """Tell whether one role may moderate another."""
    return can_moderate(role) and ROLES.index(role) > ROLES.index(other)
