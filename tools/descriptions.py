"""Write the descriptions of the protocol, which are not kept in the repository, and the table of what each call costs (`make descriptions`)."""

import json
import re
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ludoteka.house.house import CALLS
from ludoteka.server.calls.openapi import openapi_document
from ludoteka.server.operations.limits import RATES
from ludoteka.server.protocol.asyncapi import asyncapi_document

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENTS: dict[str, Callable[[], dict[str, Any]]] = {
    "openapi.json": partial(openapi_document, CALLS),
    "asyncapi.json": asyncapi_document,
}


def written(document: dict[str, Any]) -> str:
    """Return a description as the text of its file."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def with_costs(page: str) -> str:
    """Return docs/operating/observing.md with the table of what each call costs now."""
    costs: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for call in CALLS:
        for limit, weight in call.costs.items():
            costs[limit, weight].append(call.line)
    order = [*RATES]
    rows = [
        f"| `{limit}` | {weight} | {', '.join(f'`{_readable(call)}`' for call in sorted(calls))} |"
        for (limit, weight), calls in sorted(costs.items(), key=lambda one: (order.index(one[0][0]), one[0][1]))
    ]
    table = "\n".join(["| limit | weight | calls |", "|---|---|---|", *rows])
    return re.sub(r"(?s)\| limit \| weight .*?\n\n", lambda _: f"{table}\n\n", page)


def _readable(call: str) -> str:
    method, _, path = call.partition(" ")
    return path.replace(":path}", "}") if method == "get" else f"{method.upper()} {path}"


def main() -> None:
    """Write the files."""
    page = DOCS / "operating" / "observing.md"
    page.write_text(with_costs(page.read_text("utf-8")), "utf-8")
    for name, document in DOCUMENTS.items():
        (DOCS / name).write_text(written(document()), "utf-8")


if __name__ == "__main__":
    main()
