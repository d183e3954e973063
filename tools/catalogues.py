"""The gettext catalogues: which texts each must contain, and updating the files (`make catalogues`).

A text belongs to the catalogue of the game whose folder uses it, or else to that of the browser client or the house.
Texts are the arguments of `Message` in Python and of `t` and `plural` in JavaScript, and the help of click commands.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from ludoteka.surfaces import texts

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ludoteka"
_, *LANGUAGES = texts.LANGUAGES  # without the first, the language of the sources
LOOKUP = "texts.js"  # defines `t` and `plural`; its calls of them have no literals
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CALL = re.compile(r"\b(t|plural)\(")
STRING = r'\s*("(?:[^"\\]|\\.)*")'
ARGUMENTS = {"t": re.compile(STRING + r"\s*[,)]"), "plural": re.compile(STRING + r"," + STRING + r",")}
HEADER = r"""msgid ""
msgstr ""
"Language: {}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {};\n"

"""  # no dates, so that a file changes only with its texts
Text = str | tuple[str, str]  # a text, or its singular and plural
HELP = {"help", "short_help", "epilog", "metavar", "show_default"}  # the arguments of click that people read
COMMAND_DECORATORS = {"command", "group"}


def homes() -> list[Path]:
    """Return the folders with a `locale` of their own: the house, the browser client, and each game."""
    shelves = PACKAGE / "games", ROOT / "examples" / "games"
    return [PACKAGE, PACKAGE / "web", *(one.parent for shelf in shelves for one in sorted(shelf.glob("*/__init__.py")))]


def source_catalogue(home: Path) -> Catalog:
    """Return a catalogue, without translations, of all texts in a folder's sources.

    Raises:
        ValueError: a text is not a literal.
    """
    catalogue = Catalog(charset="utf-8")
    others = [other for other in homes() if other != home and other.is_relative_to(home)]
    for path in sorted([*home.rglob("*.py"), *home.rglob("*.js")]):
        if path.name != LOOKUP and not any(path.is_relative_to(other) for other in others):
            read = _python_texts if path.suffix == ".py" else _javascript_texts
            for text in read(path):
                catalogue.add(text, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    return catalogue


def _python_texts(path: Path) -> Iterator[Text]:
    source = path.read_text("utf-8")
    has_commands = re.search(r"^import click$", source, re.MULTILINE) is not None
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call | ast.FunctionDef)]
    for node in sorted(nodes, key=lambda one: one.lineno):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
            yield _message_text(node, path)
        elif has_commands:
            yield from _help_texts(node)


def _message_text(node: ast.Call, path: Path) -> Text:
    plural = [word.value for word in node.keywords if word.arg == "plural"]
    texts = [str(one.value) for one in (*node.args, *plural) if isinstance(one, ast.Constant)]
    if len(texts) != 1 + len(plural):
        raise ValueError(f"{path}, line {node.lineno}: the text of a Message must be a literal")
    return (texts[0], texts[1]) if len(texts) > 1 else texts[0]


def _help_texts(node: ast.Call | ast.FunctionDef) -> Iterator[str]:
    """Yield the help that click prints: arguments of its decorators, names of arguments, docstrings of commands."""
    if isinstance(node, ast.FunctionDef):
        decorators = [one.func for one in node.decorator_list if isinstance(one, ast.Call)]
        names = {one.attr for one in decorators if isinstance(one, ast.Attribute)}
        if names & COMMAND_DECORATORS and (docstring := ast.get_docstring(node, clean=False)):
            yield inspect.cleandoc(docstring)
        return
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if called in ("option", "argument", *COMMAND_DECORATORS):
        given = {word.arg: word.value.value for word in node.keywords if isinstance(word.value, ast.Constant)}
        yield from (value for name, value in given.items() if name in HELP and isinstance(value, str) and value)
        if called == "argument" and "metavar" not in given and isinstance(node.args[0], ast.Constant):
            yield str(node.args[0].value).upper()


def _javascript_texts(path: Path) -> Iterator[Text]:
    source = COMMENT.sub("", path.read_text("utf-8"))
    for call in CALL.finditer(source):
        found = ARGUMENTS[call[1]].match(source, call.end())
        if not found:
            raise ValueError(f"{path}: a text must be a literal: {source[call.start() :][:40]}")
        texts = [str(json.loads(text)) for text in found.groups()]
        yield (texts[0], texts[1]) if len(texts) > 1 else texts[0]


def catalogue_path(home: Path, language: str) -> Path:
    """Return the file with the translations of a folder's texts."""
    return home / "locale" / f"{language}.po"


def read_translations(home: Path, language: str) -> Catalog:
    """Return the translations of a folder's texts; empty if there is no file yet."""
    path = catalogue_path(home, language)
    if not path.exists():
        return Catalog(language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def update(home: Path, language: str) -> list[str]:
    """Update a catalogue to the texts of the sources.  Return the texts without a translation."""
    catalogue = read_translations(home, language)
    catalogue.update(source_catalogue(home), no_fuzzy_matching=True)
    file = BytesIO()
    write_po(file, catalogue, omit_header=True, ignore_obsolete=True, include_lineno=False, width=120)
    path = catalogue_path(home, language)
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEADER.format(language, catalogue.plural_forms.rstrip(";")) + file.getvalue().decode(), "utf-8")
    return [str(one.id) for one in catalogue if one.id and not (one.string and all(one.string))]


if __name__ == "__main__":
    for home in homes():
        for language in LANGUAGES:
            for text in update(home, language):
                print(f"{catalogue_path(home, language)}: {text}")  # noqa: T201 - the result of the tool
