"""The pages of the help, from Markdown, as HTML.

The links of index.md are the list of pages, in their order.  A page links to another as NAME.md, and to a picture as
../../pictures/NAME; code that begins with a slash is an address of the house, and becomes a link to it.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from markdown_it.token import Token

from ludoteka.surfaces.page import MARKDOWN

PAGES = Path(__file__).parent / "pages"  # a folder for each language
INDEX = "index"
ADDRESS = "/help"
LINK = re.compile(r"\]\(([\w-]+)\.md\)")


class Article(NamedTuple):
    """A page of the help in one language."""

    title: str
    html: str


@cache
def article_names() -> tuple[str, ...]:
    """Return the names of all pages, in the order in which they are listed and read."""
    linked = LINK.findall((PAGES / "en" / f"{INDEX}.md").read_text("utf-8"))
    return (INDEX, *dict.fromkeys(linked))


def address(name: str) -> str:
    """Return the address of a page."""
    return ADDRESS if name == INDEX else f"{ADDRESS}/{name}"


@cache
def article(name: str, language: str) -> Article:
    """Return a page that exists, in a language of the house."""
    tokens = MARKDOWN.parse((PAGES / language / f"{name}.md").read_text("utf-8"))
    for token in _all_tokens(tokens):
        _redirect(token)
    _frame_pictures(tokens)
    title = tokens[1].content  # of the first heading
    return Article(title, MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))


def _all_tokens(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all_tokens(token.children or ())


def _redirect(token: Token) -> None:
    """Let a link or a picture lead to its address in the house."""
    if token.type == "link_open" and (page := re.fullmatch(r"([\w-]+)\.md", str(token.attrs["href"]))):
        token.attrs["href"] = address(page[1])
    elif token.type == "image":
        token.attrs["src"] = posixpath.normpath(f"{ADDRESS}/pages/language/{token.attrs['src']}")
    elif token.type == "code_inline" and token.content.startswith("/"):
        token.type, where = "html_inline", escape(token.content)
        token.content = f'<a href="{where}">{where}</a>'


def _frame_pictures(tokens: Sequence[Token]) -> None:
    """Turn each paragraph that contains only pictures into a row."""
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.children and all(child.type in {"image", "softbreak"} for child in token.children):
            before.tag = after.tag = "div"
            before.attrSet("class", "pictures")
