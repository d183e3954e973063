"""The Python sources, parsed once for all tests that read them."""

import ast
from functools import cache


@cache
def parsed(path):
    """Return the syntax tree of a file; nobody may change it."""
    return ast.parse(path.read_text("utf-8"))
