"""The rules of a game as an article, from the Markdown in its folder.

Item N of a numbered list has the anchor #clause-N, and `![caption](diagram:NAME)` shows a drawing of a diagram of the
game.  HTML in the Markdown is escaped.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from ludoteka.core.game import Diagram, Game
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.scene import Mark, Scene, track_pieces
from ludoteka.surfaces.svg import looks, svg
from ludoteka.surfaces.texts import Texts

SCHEME = "diagram:"
# Keeps single letters from ending a line, and dashes from beginning one
BOUND = re.compile(r"(?<!\w)(\w) (?=\w)| (?=—)")


@cache
def rules_page(game: Game, texts: Texts) -> str:
    """Return the rules in the reader's language, or in English; if there are none, the title and summary."""
    for language in (texts.language, "en"):
        path = game.folder / f"rules.{language}.md"
        if path.is_file():
            drawn = {name: drawing(game, diagram, texts) for name, diagram in game.diagrams.items()}
            tokens = MARKDOWN.parse(path.read_text("utf-8"))
            _arrange(tokens)
            return f"{MARKDOWN.renderer.render(tokens, MARKDOWN.options, drawn)}{_shared(game)}"
    return f"<h1>{escape(texts.say(game.title))}</h1>\n<p>{escape(texts.say(game.summary))}</p>\n"


def drawing(game: Game, diagram: Diagram, texts: Texts) -> str:
    """Return a diagram as SVG without what diagrams share; its title lists the pieces and their places."""
    scene = diagram_scene(game, diagram)
    return svg(scene, looks(game.folder)._replace(shared=""), "; ".join(_positions(scene, texts)))


def _shared(game: Game) -> str:
    """Return what all diagrams share, once for the page."""
    shared = looks(game.folder).shared
    return f'<svg class="unseen" aria-hidden="true">{shared}</svg>\n' if shared else ""


def _positions(scene: Scene, texts: Texts) -> Iterator[str]:
    """Yield where the pieces of each kind are: "man: 3, men waiting to enter (14)"."""
    names = {place.name: texts.say(place.label) for place in scene.places if place.label and not place.name.isalnum()}
    for label in dict.fromkeys(piece.label for piece in scene.pieces):
        counts = Counter(names.get(piece.place, piece.place) for piece in scene.pieces if piece.label == label)
        places = [f"{name} ({count})" if count > 1 else name for name, count in counts.items()]
        yield f"{texts.say(label)}: {', '.join(places)}"


def diagram_scene(game: Game, diagram: Diagram) -> Scene:
    """Return the scene of a diagram: the position before its last action, with marks for the effects of the action."""
    match = Match(game, position=diagram.position)
    for text in diagram.actions[:-1]:
        match.play(text)
    scene = track_pieces(None, match.scene())
    marks = [Mark("reach", path[-1]) for path in scene.paths if path[0] == diagram.reach]
    marks += [Mark("refused", place) for text in diagram.refused for place in _objections(match, text)]
    for text in diagram.actions[-1:]:
        match.play(text)
        marks += track_pieces(scene, match.scene()).marks
    return scene._replace(marks=tuple(marks))


def _objections(match: Match, text: str) -> tuple[str, ...]:
    try:
        match.check(text)
    except Refused as refused:
        return refused.places
    return ()


def _arrange(tokens: Sequence[Token]) -> None:
    """Add anchors to clauses, and turn each paragraph that contains only diagrams into a row."""
    for index, token in enumerate(tokens):
        if token.type == "list_item_open" and token.info:
            token.attrSet("id", f"clause-{token.info}")
        elif token.children and all(_is_diagram(child) for child in token.children):
            before, after = tokens[index - 1], tokens[index + 1]
            before.tag = after.tag = "div"
            before.hidden = after.hidden = False
            before.attrSet("class", "diagrams")


def _is_diagram(token: Token) -> bool:
    return token.type == "softbreak" or str(token.attrs.get("src", "")).startswith(SCHEME)


def _image(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, drawn: Any) -> str:
    token = tokens[index]
    if not _is_diagram(token):
        return renderer.image(tokens, index, options, drawn)
    caption = renderer.renderInline(token.children or [], options, drawn)
    return f"<figure>{drawn[str(token.attrs['src']).removeprefix(SCHEME)]}<figcaption>{caption}</figcaption></figure>"


def _text(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, drawn: Any) -> str:
    return escape(BOUND.sub(lambda space: f"{space[1] or ''}\N{NO-BREAK SPACE}", tokens[index].content))


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.add_render_rule("image", _image)
MARKDOWN.add_render_rule("text", _text)
