"""The rate limits under which each call counts, and its weight.

A weight of one stands for about two milliseconds of a core in a large house, as `bench/call_costs.py` measures them (decision 0052).
"""

from collections.abc import Iterator

Cost = tuple[str, int]  # the name of a limit (`limits.RATES`), and the weight
ACCOUNT = "post /api/account/"
COSTS_BY_LIMIT: dict[str, dict[int, tuple[str, ...]]] = {
    "request": {1: ("get /notices/{key}",)},  # every request counts under this limit; these calls under no other
    "read": {
        1: (
            "get /api/matches/{match}/rating",
            *("get /api/residents/{name}", "get /api/leaderboards/{game}/{speed}"),
            *("get /api/account", "get /api/account/sessions", "get /api/account/tokens", "get /api/account/notices"),
            *("get /api/account/blocked", "get /api/account/following"),
            *("get /api/order/reports", "get /api/order/person", "get /api/order/acts", "get /api/order/shut-outs"),
            *("get /api/settings", "post /api/settings", "get /api/owner", "post /notices/{key}"),
            *(ACCOUNT + "sign-out", ACCOUNT + "providers/forget"),
        ),
        5: (
            "get /api/residents/{name}/matches",
            "get /api/residents/{name}/ratings/{game}/{speed}",
            ACCOUNT + "passkey-options",
        ),
        10: ("get /api/order/play/{game}/{speed}",),
        100: ("get /api/account/export",),
    },
    "creation": {
        1: (
            *(f"post /api/residents/{{name}}/{what}" for what in ("follow", "unfollow", "block", "unblock")),
            *(ACCOUNT + what for what in ("hide", "sessions/end", "password", "passkeys")),
            *(
                ACCOUNT + what
                for what in ("passkeys/remove", "recovery-codes", "delete", "tokens", "tokens/end", "bot")
            ),
            *(ACCOUNT + what for what in ("mail", "mail/remove", "mail/cancel")),
            ACCOUNT + "providers/unlink",
            *(ACCOUNT + what for what in ("notices", "notices/browsers", "notices/browsers/remove")),
            "post /api/order/acts",
        )
    },
    "sign-in": {
        1: (
            *(ACCOUNT + what for what in ("sign-in", "confirm", "recover", "password", "mail", "mail/confirm")),
            *(ACCOUNT + what for what in ("lost", "lost/link", "lost/passkey-options", "lost/recover")),
            *(ACCOUNT + "providers/start", "get /sign-in/{provider}", "post /api/owner"),
        )
    },
    "registration": {1: (ACCOUNT + "register", ACCOUNT + "providers/register")},
    "report": {1: ("post /api/reports",)},
}
FOREIGN = ("post /notices/{key}",)  # calls that other sites may make: the key in the address is enough


def _by_call() -> Iterator[tuple[str, Cost]]:
    for limit, by_weight in COSTS_BY_LIMIT.items():
        for weight, calls in by_weight.items():
            yield from ((call, (limit, weight)) for call in calls)


def costs_of(call: str) -> list[Cost]:
    """Return the limits under which a call ("get /api/house") counts, and its weights.

    Raises:
        KeyError: no cost is declared.
    """
    found = [cost for one, cost in _by_call() if one == call]
    if not found:
        raise KeyError(call)
    return found
