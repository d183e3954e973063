"""The language of the command line: help, usage errors and messages."""

import ast
import os
import re
from importlib import import_module
from pathlib import Path

import pytest
from programs import forked

from ludoteka.commands import command_names
from ludoteka.commands._translation import CLICK_TEXTS, TYPE_NAMES
from ludoteka.commands.account import command as account
from ludoteka.commands.research import command as research
from ludoteka.games import commands

RUSSIAN, CZECH, ENGLISH = "ru_RU.UTF-8", "cs_CZ.UTF-8", "C"
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
COMMANDS = sorted([*command_names(), *commands()])
SHOWN_AS_THEY_ARE = re.compile(  # what a Russian reader sees in Latin letters
    r"--?[\w-]+|\[[\w|]+\]|https?://\S+|\b[\w.]+://\S*|/\w+|docs/\S+|`[^`]+`|\b(python -m )?ludoteka\b|\b(JSON|URL|SHA256|MB)\b"
    r"|\b(OpenSpiel|PostgreSQL|Redis|Ludoteka|random|local|plain)\b|\dd\d|\d/day|<=x<=|medium|Parquet"
    r"|\b(LUDOTEKA_[A-Z_]+|OpenID\s+Connect|Python|Ray|OpenAI|MCP|HTTP|ID|py|mailto|https|auto|uvloop)\b|\blevel:N\b|\bsearch:\w+=N\b|\b(search|mcts|worlds):|\bengine:|\bpolicy:|\bELO0,ELO1\b|\bUGI\b|\bmovetime \d+"
    r"|\.(png|svg|gif|html)\b"
)
UNUSED = {  # click's texts that none of our commands can print
    "Confirm the action without prompting.",
    "Do you want to continue?",
    "Positional arguments",
    "Could not open file {filename!r}: {message}",
    "Missing parameter",
    "Missing parameter: {param_name}",
    "Missing {param_type}",
    "Name '{name}' defined twice",
    "Value must be an iterable.",
    "(dynamic)",
    "deprecated",
    "env var: {var}",
    "{name} {filename!r} is a file.",
    "{name} {filename!r} is not executable.",
    "{value!r} is not a valid UUID.",
    "Choice({choices})",
    "Argument {name!r} takes {nargs} values.",
    "Invalid start character for option ({option})",
    "Takes {nargs} values but 1 was given.",
    "{value!r} does not match the format {format}.",
    "directory",
    "Arguments take exactly one parameter declaration, got {length}: {decls}.",
    "Boolean option {decl!r} cannot use the same flag for true/false.",
    "Could not determine name for option with declarations {decls!r}",
    "DeprecationWarning: The command {name!r} is deprecated.{extra_message}",
    "DeprecationWarning: The {param_type} {name!r} is deprecated.{extra_message}",
    (
        "No options defined but a name was passed ({name}). Did you mean to declare an argument instead? "
        "Did you mean to pass '--{name}'?"
    ),
    "{len_type} values are required, but {len_value} was given.",
    "{value!r} is not a valid boolean. Recognized values: {states}",
    "%(prog)s, version %(version)s",
}


def ludoteka(*arguments, **environment):
    """Run the command with these variables and no others that name a language."""
    inherited = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return forked.run(*arguments, env=inherited | {"PYTHONUTF8": "1"} | environment)


@pytest.mark.parametrize("variable", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_help_is_in_the_language_of_the_environment(variable):
    assert "Параметры:" in ludoteka("play", "--help", **{variable: RUSSIAN}).stdout
    assert "Přepínače:" in ludoteka("play", "--help", **{variable: CZECH}).stdout
    assert "Options:" in ludoteka("play", "--help", **{variable: ENGLISH}).stdout


def test_the_option_language_overrides_the_environment():
    assert "Параметры:" in ludoteka("play", "--language", "ru", "--help", LANG=CZECH).stdout
    assert "Options:" in ludoteka("play", "--help", "--language=en", LANG=CZECH).stdout
    assert "Нет настройки size." in ludoteka("play", "tavlei", "--option", "size=9", "--language", "ru").stderr


@pytest.mark.parametrize(
    ("arguments", "russian", "czech"),
    [
        (("play", "--levle", "3"), "Нет параметра", "neexistuje"),
        (("play", "tavlei", "--level", "11"), "вне допустимых пределов", "není v rozsahu"),
        (("play", "tavlei", "--level", "high"), "не целое число", "není celé číslo"),
        (("play", "tavlei", "--language", "de"), "Недопустимое значение", "Neplatná hodnota"),
        (("play",), "Укажите", "Uveďte"),
        (("verify",), "Не хватает аргумента 'ЗАПИСЬ'", "Chybí argument 'ZÁZNAM'"),
        (("dance",), "Нет команды", "neexistuje"),
        (("backup", "one", "two"), "Лишний аргумент", "Nadbytečný argument"),
        (("--port", "1", "serve"), "после команды", "za příkaz"),
    ],
)
def test_usage_errors_are_in_the_language_of_the_environment(arguments, russian, czech):
    for locale, text in ((RUSSIAN, russian), (CZECH, czech)):
        ended = ludoteka(*arguments, LANG=locale)
        assert ended.returncode == 2
        assert text in ended.stderr
        assert not re.search("Usage|Try|Error|Missing|Invalid", ended.stderr)


@pytest.mark.parametrize(
    "arguments",
    [(), *((name,) for name in COMMANDS), *(("research", name) for name in research.commands)],
    ids=lambda one: " ".join(one) or "ludoteka",
)
def test_the_help_of_every_command_is_translated(arguments):
    russian = SHOWN_AS_THEY_ARE.sub("", ludoteka(*arguments, "--help", LANG=RUSSIAN).stdout)
    english = ludoteka(*arguments, "--help", LANG=ENGLISH).stdout.splitlines()
    czech = ludoteka(*arguments, "--help", LANG=CZECH).stdout.splitlines()
    names = {*COMMANDS, *account.commands, *research.commands, "new", "check", "show", "recompute"}  # or a choice

    assert not set(re.findall(r"[A-Za-z]{2,}", russian)) - {part for name in names for part in name.split("-")}
    alike = [SHOWN_AS_THEY_ARE.sub("", line) for line in czech if line in english]
    assert [line for line in alike if re.search(r"^ +[^ -].*[a-z]{3}", line)] == []


def test_the_help_of_play_lists_the_seats_and_options_of_the_game():
    for arguments in (("quagmire", "--help"), ("--help", "quagmire")):
        lines = ludoteka("play", *arguments, LANG=RUSSIAN).stdout.splitlines()
        assert any(re.fullmatch(r" +--seat b +Красные", line) for line in lines), lines
        assert any(re.match(r" +--option dice=\.\.\. +Кост.*по умолчанию: fair", line) for line in lines), lines
        assert any(re.match(r" +bag +", line) for line in lines), lines
    assert "--option dice" not in ludoteka("play", "--help", LANG=RUSSIAN).stdout


def test_the_help_of_play_shows_the_default_that_an_option_has_in_new_matches():
    words = " ".join(ludoteka("play", "moksha", "--help", LANG=ENGLISH).stdout.split())

    assert re.search(
        r"--option quiet=\.\.\. 100 moves in a row without progress \(house rule\) \[default: off\]", words
    )


def test_every_text_of_click_that_a_command_can_print_is_in_the_catalogues():
    """A new version of click may change its texts; then they stay English until they are in the catalogues."""
    ours = {form for message in CLICK_TEXTS for form in (message.text, message.plural)}
    texts = set()
    for name in ("core", "decorators", "exceptions", "formatting", "parser", "types"):
        for node in ast.walk(ast.parse(Path(import_module(f"click.{name}").__file__).read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
                texts |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}

    assert texts - ours - UNUSED - set(TYPE_NAMES) == set()


def test_help_is_english_where_the_cache_cannot_be_written():
    """gettext reads compiled catalogues from files; the messages of Ludoteka itself need no such files."""
    environment = {"LANG": RUSSIAN, "XDG_CACHE_HOME": "/dev/null/cache"}

    assert "Options:" in ludoteka("perft", "--help", **environment).stdout
    assert re.search("[а-я]{4}", ludoteka("perft", "chess", "1", **environment).stderr)
