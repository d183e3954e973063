"""Write the descriptions of the protocol: docs/openapi.json and docs/asyncapi.json (`make descriptions`)."""

import json
from pathlib import Path
from typing import Any

from ludoteka.server.protocol import asyncapi, openapi

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENTS = {"openapi.json": openapi.openapi_document, "asyncapi.json": asyncapi.asyncapi_document}


def written(document: dict[str, Any]) -> str:
    """Return a description as the text of its file."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write both files."""
    for name, document in DOCUMENTS.items():
        (DOCS / name).write_text(written(document()), "utf-8")


if __name__ == "__main__":
    main()
