"""The gettext catalogues: which texts each must contain, and updating the files (`make catalogues`).

A text belongs to the catalogue of the game whose folder uses it, or else to that of the browser client or the house.
Texts are the arguments of `Message` in Python and of `t` and `plural` in JavaScript, and the help of click commands.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib

from ludoteka.surfaces import texts

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ludoteka"
_, *LANGUAGES = texts.LANGUAGES  # without the first, the language of the sources
LOOKUP = "texts.js"  # defines `t` and `plural`; its calls of them have no literals
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CALL = re.compile(r"\b(t|plural)\(")
STRING = r'\s*("(?:[^"\\]|\\.)*")'
ARGUMENTS = {"t": re.compile(STRING + r"\s*[,)]"), "plural": re.compile(STRING + r"," + STRING + r",")}
HEADER = {
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
}  # no dates, so that a file changes only with its texts
PLURAL_FORMS = "Plural-Forms"
NEW_RULE = "nplurals=2; plural=(n != 1);"  # of a new language, until somebody writes its own into the house's catalogue
WIDTH = 120
VALUE = re.compile(r"\{\w+(![rs])?\}")
Text = tuple[str, str]  # a text and its plural, or ""
Function = ast.FunctionDef | ast.AsyncFunctionDef
HELP = {"help", "short_help", "epilog", "metavar", "show_default"}  # the arguments of click that people read
COMMAND_DECORATORS = {"command", "group"}


def homes() -> list[Path]:
    """Return the folders with a `locale` of their own: the house, the browser client, and each game."""
    shelves = PACKAGE / "games", ROOT / "examples" / "games"
    return [PACKAGE, PACKAGE / "web", *(one.parent for shelf in shelves for one in sorted(shelf.glob("*/__init__.py")))]


def source_catalogue(home: Path) -> polib.POFile:
    """Return a catalogue, without translations, of all texts in a folder's sources.

    Raises:
        ValueError: a text is not a literal.
    """
    entries: dict[str, polib.POEntry] = {}
    for path, (text, plural) in _source_texts(home):
        one = entries.setdefault(text, polib.POEntry(msgid=text))
        one.msgid_plural = one.msgid_plural or plural
        one.flags = ["python-brace-format"] if VALUE.search(text + one.msgid_plural) else []
        place = (path.relative_to(ROOT).as_posix(), "")
        one.occurrences += [] if place in one.occurrences else [place]
    catalogue = polib.POFile(wrapwidth=WIDTH)
    catalogue.extend(one for text, one in entries.items() if text)  # "" is the key of the header
    return catalogue


@cache
def _source_texts(home: Path) -> list[tuple[Path, Text]]:
    others = [other for other in homes() if other != home and other.is_relative_to(home)]
    found: list[tuple[Path, Text]] = []
    for path in sorted([*home.rglob("*.py"), *home.rglob("*.js")]):
        if path.name != LOOKUP and not any(path.is_relative_to(other) for other in others):
            read = _python_texts if path.suffix == ".py" else _javascript_texts
            found += ((path, text) for text in read(path))
    return found


def _python_texts(path: Path) -> Iterator[Text]:
    source = path.read_text("utf-8")
    has_commands = re.search(r"^import click$", source, re.MULTILINE) is not None
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call | Function)]
    for node in sorted(nodes, key=lambda one: one.lineno):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
            yield _message_text(node, path)
        elif has_commands:
            yield from ((text, "") for text in _help_texts(node))


def _message_text(node: ast.Call, path: Path) -> Text:
    plural = [word.value for word in node.keywords if word.arg == "plural"]
    texts = [str(one.value) for one in (*node.args, *plural) if isinstance(one, ast.Constant)]
    if len(texts) != 1 + len(plural):
        raise ValueError(f"{path}, line {node.lineno}: the text of a Message must be a literal")
    return texts[0], "".join(texts[1:])


def _help_texts(node: ast.Call | Function) -> Iterator[str]:
    """Yield the help that click prints: arguments of its decorators, names of arguments, docstrings of commands."""
    if isinstance(node, Function):
        decorators = [one.func for one in node.decorator_list if isinstance(one, ast.Call)]
        names = {decorator.attr for decorator in decorators if isinstance(decorator, ast.Attribute)}
        if names & COMMAND_DECORATORS and (docstring := ast.get_docstring(node, clean=False)):
            yield inspect.cleandoc(docstring)
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    called = name.rpartition("_")[2]  # our own `default_option` is an option, too
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
        yield texts[0], "".join(texts[1:])


def catalogue_path(home: Path, language: str) -> Path:
    """Return the file with the translations of a folder's texts."""
    return home / "locale" / f"{language}.po"


def read_translations(home: Path, language: str) -> polib.POFile:
    """Return the translations of a folder's texts; empty if there is no file yet."""
    path = catalogue_path(home, language)
    return polib.pofile(str(path), encoding="utf-8") if path.exists() else polib.POFile()


@cache
def plural_rule(language: str) -> str:
    """Return what the house's catalogue says about the plural forms of a language; the other catalogues copy it."""
    return str(read_translations(PACKAGE, language).metadata.get(PLURAL_FORMS, NEW_RULE))


def number_of_forms(rule: str) -> int:
    """Return how many plural forms a rule has."""
    return int(rule.partition("nplurals=")[2].partition(";")[0])


def updated_catalogue(home: Path, language: str) -> polib.POFile:
    """Return a catalogue with the texts of the sources and the translations that there are already."""
    known = {translation.msgid: translation for translation in read_translations(home, language)}
    catalogue, rule = source_catalogue(home), plural_rule(language)
    catalogue.metadata = {"Language": language, **HEADER, PLURAL_FORMS: rule}
    for one in catalogue:
        former = known.get(one.msgid, polib.POEntry())
        one.tcomment, one.fuzzy = former.tcomment, former.fuzzy
        if one.msgid_plural:
            one.msgstr_plural = {form: former.msgstr_plural.get(form, "") for form in range(number_of_forms(rule))}
        else:
            one.msgstr = former.msgstr
    return catalogue


def update(home: Path, language: str) -> list[str]:
    """Update a catalogue to the texts of the sources.  Return the texts without a translation."""
    path, catalogue = catalogue_path(home, language), updated_catalogue(home, language)
    path.parent.mkdir(exist_ok=True)
    path.write_text(str(catalogue).removeprefix("#\n"), "utf-8")  # without the comment at the top, which is empty
    return [str(one.msgid) for one in catalogue if not one.translated()]


if __name__ == "__main__":
    for home in homes():
        for language in LANGUAGES:
            for text in update(home, language):
                print(f"{catalogue_path(home, language)}: {text}")  # noqa: T201 - the result of the tool
