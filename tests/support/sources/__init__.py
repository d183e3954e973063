"""The Python sources, parsed once for all tests that read them."""

import ast
from functools import cache


@cache
def parsed(path):
    """Return the syntax tree of a file; nobody may change it."""
    return ast.parse(path.read_text("utf-8"))


def statements(node, *left_out):
    """Yield the statements within a node, but none within a statement of a kind that is left out."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case) and not isinstance(child, left_out):
            yield child
            yield from statements(child, *left_out)
