"""A game's rules for a terminal: wrapped Markdown with diagrams drawn as text.

The conversion understands headings, paragraphs, lists, tables, emphasis, and `![caption](diagram:NAME)` on a line of
its own.  Everything else is shown as written.
"""

import re
import textwrap
from collections.abc import Iterator

from ludoteka.core.game import Game
from ludoteka.surfaces.page import diagram_scene
from ludoteka.surfaces.text import board_lines
from ludoteka.surfaces.texts import Texts

DIAGRAM = re.compile(r"!\[([^]]*)\]\(diagram:(\w[\w-]*)\)")
START = re.compile(r" *(#+ |[0-9]+\. +|- +|\||!\[)")  # of a block that needs no blank line before it
RULE = re.compile(r"\|[-:| ]+\|")  # between the head of a table and its body
SPACE = re.compile(r"\n{3,}")
GAP, JOINT = "   ", "\N{NO-BREAK SPACE}"
EMPHASIS = re.compile(r"\*+([^*]+)\*+")


def article(game: Game, texts: Texts, width: int) -> str:
    """Return the rules in the reader's language, or else in English; for a game without a rules page, its summary."""
    for language in (texts.language, "en"):
        path = game.folder / f"rules.{language}.md"
        if path.is_file():
            lines = (line for block in _blocks(path.read_text("utf-8")) for line in _lines(game, block, width))
            return SPACE.sub("\n\n", "\n".join(lines))
    return wrapped(texts.say(game.summary), width)


def wrapped(text: str, width: int, first: str = "", others: str = "") -> str:
    """Wrap a text to `width` with these indents; entries separated by a GAP are kept whole."""
    entries = text.split(GAP)
    whole = GAP.join(entry.replace(" ", JOINT) for entry in entries) if len(entries) > 1 else text
    lines = textwrap.fill(whole, width, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
    return lines.replace(JOINT, " ")


def _blocks(source: str) -> Iterator[str]:
    """Split Markdown into blocks of one line each; an empty block is a blank line."""
    block = ""
    for line in source.splitlines():
        if block and line.strip() and not START.match(line):
            block += f" {line.strip()}"
            continue
        if block:
            yield block
        block = line.rstrip()
        if not block:
            yield ""
    yield block


def _lines(game: Game, block: str, width: int) -> list[str]:
    text = EMPHASIS.sub(r"\1", block.strip())
    indent = " " * (len(block) - len(block.lstrip()))
    diagram = DIAGRAM.fullmatch(text)
    if diagram:
        drawn = board_lines(diagram_scene(game, game.diagrams[diagram[2]]))
        return [*(indent + line for line in drawn), *_paragraph(diagram[1], width, indent), ""]
    if text.startswith("#"):
        title = text.lstrip("# ")
        return [title, "─" * min(len(title), width)]
    if RULE.fullmatch(text):
        return []
    if text.startswith("|"):
        return _paragraph(": ".join(cell.strip() for cell in text.strip("|").split("|")), width, f"{indent}  ")
    return _paragraph(text, width, indent)


def _paragraph(text: str, width: int, indent: str) -> list[str]:
    """Wrap a paragraph; continuation lines of a list item are indented to its text."""
    sign = START.match(text)
    return wrapped(text, width, indent, indent + " " * len(sign[0] if sign else "")).splitlines() or [""]
