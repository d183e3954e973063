"""The calls of the HTTP API as a page, from their declarations."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from browser_types import type_of
from ludoteka.house.house import CALLS
from ludoteka.server.calls.call import PUBLIC, Call
from ludoteka.server.calls.openapi import openapi_document


def calls_as_markdown() -> str:
    """Return all calls of programs, by the module that declares them, and the types that they name."""
    document = openapi_document(CALLS)
    listed = sorted(
        (call for call in CALLS if call.path.startswith("/api/")), key=lambda call: (_topic(call), call.path)
    )
    lines = ["Both as files: [openapi.json](openapi.json), [asyncapi.json](asyncapi.json).", ""]
    for topic, calls in groupby(listed, _topic):
        lines += [f"## {topic}", ""]
        for call in calls:
            lines += _described(call, document["paths"][call.path.replace(":path", "")][call.method.lower()])
    lines += ["## Types", "", "Written as in TypeScript; a `?` marks what may be missing.", ""]
    for name, schema in sorted(document["components"]["schemas"].items()):
        lines += [
            f"({_anchor(name)})=",
            f"### {name}",
            "",
            schema.get("description", ""),
            "",
            "```ts",
            _laid_out(schema),
            "```",
            "",
        ]
    return "\n".join(lines)


def _topic(call: Call) -> str:
    """Return the feature that declares a call, in words."""
    _, package, feature, *_ = call.handle.__module__.split(".")
    return feature.replace("_", " ").capitalize() if package == "features" else "The house and its matches"


def _described(call: Call, operation: dict[str, Any]) -> Iterator[str]:
    yield from (f"### {call.method} {call.path.replace(':path', '')}", "", f"{call.summary.rstrip('.')}.", "")
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "query":
            yield f"- query `{parameter['name']}`: {_linked(parameter['schema'])}"
    if body := operation.get("requestBody"):
        yield f"- body: {_contents(body['content'])}"
    answer = operation["responses"].get(str(call.status), {})
    if answer.get("content"):
        yield f"- answer: {_contents(answer['content'])}"
    if call.scope is None:
        yield "- only for browsers, not with a token"
    elif call.scope != PUBLIC:
        yield f"- scope `{call.scope}`"
    if codes := sorted({refusal.code for refusal in call.all_refusals()}):
        yield f"- refusals: {', '.join(f'`{code}`' for code in codes)}"
    yield ""


def _contents(contents: dict[str, Any]) -> str:
    return " or ".join(
        _linked(content.get("schema", {})) if kind == "application/json" else f"`{kind}`"
        for kind, content in contents.items()
    )


def _linked(schema: dict[str, Any]) -> str:
    """Return a type, as a link if it has a name."""
    name = type_of(schema)
    return f"[`{name}`](#{_anchor(name)})" if "$ref" in schema else f"`{name}`"


def _anchor(name: str) -> str:
    return f"type-{name.lower()}"


def _laid_out(schema: dict[str, Any]) -> str:
    """Return a type with a line for each field."""
    if "properties" not in schema:
        return type_of(schema)
    required = set(schema.get("required", ()))
    fields = (
        f"  {name}{'' if name in required else '?'}: {type_of(one)}" for name, one in schema["properties"].items()
    )
    return "\n".join(["{", *fields, "}"])
