"""The gettext catalogues: which texts each must hold, and bringing the files up to date (`make catalogues`).

A text belongs to the catalogue of the game in whose folder it is said, else to the client's
or to the house's.
"""

import ast
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
_, *LANGUAGES = texts.LANGUAGES  # the first is the one everything is said in
LOOKUP = "texts.js"  # where the functions are defined, not used
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

"""  # no dates: a file changes only with its texts
Text = str | tuple[str, str]  # a text, or one and many


def homes() -> list[Path]:
    """Return the folders that have a `locale` of their own: the house, the client, each game."""
    shelves = PACKAGE / "games", ROOT / "examples" / "games"
    return [PACKAGE, PACKAGE / "web", *(one.parent for shelf in shelves for one in sorted(shelf.glob("*/__init__.py")))]


def said(home: Path) -> Catalog:
    """Return a catalogue, without translations, of every text that is said in a home's sources.

    Raises:
        ValueError: a text is not written out where it is said.
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
    calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    for node in sorted(calls, key=lambda call: call.lineno):
        if isinstance(node.func, ast.Name) and node.func.id == "Message":
            plural = [word.value for word in node.keywords if word.arg == "plural"]
            texts = [str(one.value) for one in (*node.args, *plural) if isinstance(one, ast.Constant)]
            if len(texts) != 1 + len(plural):
                raise ValueError(f"{path}, line {node.lineno}: a Message must be written out")
            yield (texts[0], texts[1]) if len(texts) > 1 else texts[0]


def _javascript_texts(path: Path) -> Iterator[Text]:
    source = COMMENT.sub("", path.read_text("utf-8"))
    for call in CALL.finditer(source):
        found = ARGUMENTS[call[1]].match(source, call.end())
        if not found:
            raise ValueError(f"{path}: a text must be written out: {source[call.start() :][:40]}")
        texts = [str(json.loads(text)) for text in found.groups()]
        yield (texts[0], texts[1]) if len(texts) > 1 else texts[0]


def catalogue_path(home: Path, language: str) -> Path:
    """Return where the translations of a home's texts stand."""
    return home / "locale" / f"{language}.po"


def translated(home: Path, language: str) -> Catalog:
    """Return the translations of a home's texts; empty where there is no file yet."""
    path = catalogue_path(home, language)
    if not path.exists():
        return Catalog(language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def update(home: Path, language: str) -> list[str]:
    """Write a catalogue anew: what is said and nothing else.  Return the texts still to be translated."""
    catalogue = translated(home, language)
    catalogue.update(said(home), no_fuzzy_matching=True)
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
                print(f"{catalogue_path(home, language)}: {text}")  # noqa: T201 - the work that remains
