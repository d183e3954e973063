"""A public class has one meaning in the whole of src, and every public name says what the thing is."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

from sources import parsed

from ludoteka.games import games

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludoteka"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
CONTRACT_CLASSES = {"State", "Observation"}  # one of each per game
CONTRACT = {  # what a game may define under these names: core/rules.py, core/notation.py, core/game.py
    *("start", "current_seat", "legal_actions", "apply", "is_terminal", "returns", "observe", "weight", "evaluate"),
    *("makes_progress", "path", "refusal", "text", "read", "prompt", "position_text", "parse_position"),
    *(
        "check_position",
        "scene",
        "seats",
        "throw",
        "thrower",
        "visible_action",
        "longest",
        "answers",
        "describe_log",
        "remarks",
        "marks",
        "deduce",
    ),
    *("decide", "sample_world", "generate", "interpret", "reveal", "hindsight", "propose_action", "feature", "is_loud"),
    *("endgame", "position_number", "set_position"),
}
SAYS_TOO_LITTLE = {  # participles and adverbs that leave out what they describe
    *("told", "heard", "known", "drawn", "shown", "standing", "settled", "kept", "fallen", "now", "begun", "opened"),
    *(
        "recorded",
        "replayed",
        "offered",
        "looked",
        "written",
        "found",
        "seen",
        "given",
        "made",
        "taken",
        "done",
        "gone",
    ),
    *("said", "sent", "put", "left", "ended", "started", "finished", "hearing", "seeing", "asking", "saying", "naming"),
    *("sitting", "meeting", "again", "anew", "otherwise", "elsewhere", "onward", "together"),
}


@cache
def modules():
    """Return the syntax trees of all modules by path."""
    return {path.relative_to(PACKAGE).as_posix(): parsed(path) for path in PACKAGE.rglob("*.py")}


def public(kind):
    """Where each public name of a kind is defined at module level: name -> paths."""
    found = defaultdict(list)
    for path, tree in modules().items():
        for node in tree.body:
            if isinstance(node, kind) and not node.name.startswith("_"):
                found[node.name].append(path)
    return found


def package_of(path):
    """The package in which names are unique: that of the first folder, or a feature, or a game."""
    first, *rest = path.split("/")
    return f"{first}/{rest[0]}" if first in ("features", "games") else first


def test_a_public_class_name_is_defined_once_in_its_package():
    packages = {
        name: Counter(package_of(path) for path in paths)
        for name, paths in public(ast.ClassDef).items()
        if name not in CONTRACT_CLASSES
    }
    assert not {name: found for name, found in packages.items() if found.most_common(1)[0][1] > 1}


def test_no_module_class_or_function_is_named_by_a_bare_participle():
    names = {
        path: [Path(path).stem, *(one.name for one in tree.body if isinstance(one, ast.ClassDef | ast.FunctionDef))]
        for path, tree in modules().items()
    }
    assert not [(path, name) for path, own in names.items() for name in own if name.lower() in SAYS_TOO_LITTLE]


def test_the_glossary_explains_every_class_of_the_contract():
    """These are the classes that an author of games imports from core."""
    names = [node.name for file in ("game", "scene", "message", "record", "match", "dice") for node in classes(file)]
    words = {name: re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower() for name in names}
    assert not [name for name, word in words.items() if f"`{name}`" not in GLOSSARY and f"**{word}" not in GLOSSARY]


def classes(file):
    """The public classes of a module of core."""
    body = modules()[f"core/{file}.py"].body
    return [node for node in body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]


def test_every_field_of_a_game_that_is_a_function_is_listed_in_the_contract():
    """A new function of the contract must be added to `CONTRACT`."""
    fields = set(next(iter(games().values())).__dataclass_fields__)
    plain = {"name", "title", "summary", "rules", "notation", "folder", "options", "rules_version", "evaluation", "die"}
    plain |= {
        "learned_evaluation",
        "tips",
        "minutes",
        "luck",
        "is_for_beginners",
        "level_ratings",
        "decide_levels",
        "describe_level",
        "noises",
        "level_limits",
        "common_knowledge",
        "has_chat",
        "turns_board",
        "attempts",
        "late",
        "scores",
        "diagrams",
        "motifs",
        "training",
        "encoding",
        "board",
    }
    assert fields - plain <= CONTRACT


def annotations(statement):
    """Yield the annotations of a statement in a class."""
    if isinstance(statement, ast.AnnAssign):
        yield statement.annotation
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from filter(
            None, [statement.returns, *(one.annotation for one in ast.walk(statement.args) if isinstance(one, ast.arg))]
        )


def test_no_annotation_in_a_class_names_what_a_field_of_the_class_hides():
    """From Python 3.14 on, annotations are evaluated after the class: in `list: list[int]`, both are then the field."""
    hidden = []
    for path, tree in modules().items():
        for one in ast.walk(tree):
            if isinstance(one, ast.ClassDef):
                fields = {part.target.id for part in one.body if isinstance(part, ast.AnnAssign)}
                named = [node for part in one.body for told in annotations(part) for node in ast.walk(told)]
                hidden += [
                    (path, one.name, node.id) for node in named if isinstance(node, ast.Name) and node.id in fields
                ]
    assert not hidden
