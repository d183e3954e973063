"""The examples of the documents run, their links have targets, and decisions are numbered."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from ludoteka import games as home
from ludoteka.testing import check_game

ROOT = Path(__file__).parents[2]
FOLDERS = ("*.md", ".github/**/*.md", "docs/**/*.md", "examples/**/*.md", "deploy/*.md")
DOCUMENTS = sorted(path for pattern in FOLDERS for path in ROOT.glob(pattern))
DECISIONS = sorted(ROOT.glob("docs/decisions/[0-9]*.md"))
GENERATED = {"docs/asyncapi", "docs/openapi"}  # JSON that `make descriptions` writes
EXAMPLE = re.compile(r"^```pycon\n(.*?)^```", re.DOTALL | re.MULTILINE)
PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
FILED = re.compile(r"^`([\w/]+\.py)`:\n\n```py\n(.*?)^```", re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"""(?:\]\(|\b(?:src|srcset|href)=")([^)\s"]+)[)"]""")
PICTURES = re.compile(r"<!-- pictures -->\n.*?<!-- /pictures -->\n", re.DOTALL)
PATH = re.compile(r"`((?:docs|src|tests|bench|tools)/[\w./-]+)`|\((docs/[\w./-]+\.md)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SECTIONS = ["Context", "Decision", "Consequences"]


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def text_of(path):
    return path.read_text("utf-8")


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def each(paths):
    return pytest.mark.parametrize("path", paths, ids=name_of)


@each([path for path in DOCUMENTS if EXAMPLE.search(text_of(path))])
def test_examples_print_the_output_in_the_document(path):
    source = "\n".join(EXAMPLE.findall(text_of(path)))
    example = doctest.DocTestParser().get_doctest(source, {}, name_of(path), str(path), 0)
    said = []
    assert doctest.DocTestRunner().run(example, out=said.append).failed == 0, "".join(said)


@each([path for path in DOCUMENTS if PYTHON.search(text_of(path))])
def test_python_in_documents_runs(path):
    for source in PYTHON.findall(text_of(path)):
        exec(compile(source, str(path), "exec"), {})  # noqa: S102 - our own documents


@each([path for path in DOCUMENTS if FILED.search(text_of(path))])
def test_code_quoted_from_a_file_is_in_that_file(path):
    shown = [(ROOT / name, code) for name, code in FILED.findall(text_of(path))]
    assert not [code for file, code in shown if file.exists() and code not in text_of(file)]


def test_the_first_game_in_the_document_on_adding_a_game_passes_all_checks(monkeypatch, tmp_path):
    for name, code in FILED.findall(text_of(ROOT / "docs" / "adding-a-game.md")):
        if not (ROOT / name).exists():
            file = tmp_path / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(code, "utf-8")
    monkeypatch.setattr(home, "__path__", [*home.__path__, str(tmp_path)])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    check_game(import_module("ludoteka.games.stones").GAME, matches=2)


def has_target(path, link):
    """Whether the file and the heading exist to which a link in a document leads."""
    target, _, part = link.partition("#")
    if "://" in target or target.startswith("diagram:"):
        return True
    there = path.parent / target if target else path
    return there.exists() and (not part or part in map(anchor, HEADING.findall(text_of(there))))


def test_links_have_targets():
    links = [(path, link) for path in DOCUMENTS for link in LINK.findall(FENCED.sub("", text_of(path)))]
    assert not [(name_of(path), link) for path, link in links if not has_target(path, link)]


def test_pictures_of_the_readme_are_in_the_part_that_copies_without_the_repository_leave_out():
    whole = text_of(ROOT / "README.md")
    alone = PICTURES.sub("", whole)
    assert ("<img" in whole, "<" in FENCED.sub("", alone)) == (True, False)


def test_files_named_in_documents_exist():
    names = [(path, found[0] or found[1]) for path in DOCUMENTS for found in PATH.findall(text_of(path))]
    there = {name for _, name in names if (ROOT / name).exists() or "NAME" in name} | {
        f"{one}.json" for one in GENERATED
    }
    assert not [(name_of(path), name) for path, name in names if name not in there]


def test_modules_and_tests_named_in_the_threat_model_exist():
    names = re.findall(r"`([\w/]+\.(?:py|js))`", text_of(ROOT / "docs" / "operating" / "threat-model.md"))
    paths = [f"/{name_of(path)}" for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.*")]
    assert not [name for name in names if not any(path.endswith(f"/{name}") for path in paths)]


def test_documents_named_in_sources_exist():
    sources = ROOT.glob("src/**/*.py")
    names = [(path, name) for path in sources for name in re.findall(r"docs/[\w/-]*\w(?:\.md)?", text_of(path))]
    there = {name for _, name in names if list(ROOT.glob(f"{name}*"))} | GENERATED
    assert not [(name_of(path), name) for path, name in names if name not in there]


def test_decisions_are_numbered_without_gaps():
    assert [int(path.name[:4]) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))


def test_a_decision_has_the_usual_sections_and_is_in_the_index():
    for path in DECISIONS:
        title, *sections = HEADING.findall(text_of(path))
        assert title.startswith(path.name[:4])
        named = dict.fromkeys(section.split(":")[0] for section in sections)
        assert [section for section in named if section in SECTIONS] == SECTIONS, path.name
        assert f"[{path.name[:4]}]({path.name})" in text_of(path.parent / "README.md")


def test_the_changelog_has_an_unreleased_section():
    assert "## [Unreleased]" in text_of(ROOT / "CHANGELOG.md")
