"""The language of the command line: help texts, usage errors and messages.

click looks its texts up with `gettext`, which follows the variables LANGUAGE, LC_ALL, LC_MESSAGES and LANG.  So do we:
`set_language` compiles our catalogues, which also translate click's texts, and binds gettext to them.
"""

import gettext
import hashlib
import inspect
import locale
import os
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

import click

from ludoteka.core.message import Message
from ludoteka.surfaces.texts import LANGUAGES, best_language, catalogue_paths, texts_in

DOMAIN = "ludoteka"
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
CLICK_TEXTS = (  # those of click's own texts that our commands can print; a test compares them with click
    Message("(Did you mean one of: {possibilities}?)"),
    Message("Aborted!"),
    Message("Choose from:\n\t{choices}"),
    Message("Commands"),
    Message("Did you mean {possibility}?", plural="(Did you mean one of: {possibilities}?)"),
    Message("Error: {message}"),
    Message("Got unexpected extra argument ({args})", plural="Got unexpected extra arguments ({args})"),
    Message("Invalid value for {param_hint}: {message}"),
    Message("Invalid value: {message}"),
    Message("Missing argument"),
    Message("Missing command."),
    Message("Missing option"),
    Message("No such command {name!r}."),
    Message("No such option {name!r}."),
    Message("Option {name!r} does not take a value."),
    Message("Option {name!r} requires an argument.", plural="Option {name!r} requires {nargs} arguments."),
    Message("Options"),
    Message("Show the version and exit."),
    Message("Show this message and exit."),
    Message("Try '{command} {option}' for help."),
    Message("Usage:"),
    Message("default: {default}"),
    Message("required"),
    Message("unknown error"),
    Message("{name} {filename!r} does not exist."),
    Message("{name} {filename!r} is a directory."),
    Message("{name} {filename!r} is not readable."),
    Message("{name} {filename!r} is not writable."),
    Message("{value!r} is not a valid {number_type}."),
    Message("{value!r} is not {choice}.", plural="{value!r} is not one of {choices}."),
    Message("{value} is not in the range {range}."),
)
TYPE_NAMES = {  # what click calls the types of our options -> what we call them, also in upper case as a placeholder
    "integer": Message("integer"),
    "integer range": Message("integer"),
    "float range": Message("number"),
    "text": Message("text"),
    "path": Message("path"),
    "file": Message("file"),
    "filename": Message("file"),
}
PLACEHOLDERS = Message("[OPTIONS]"), Message("[COMMAND] [ARGS]..."), Message("COMMAND [ARGS]...")  # in usage lines
SHOWN = ("help", "short_help", "epilog", "options_metavar", "subcommand_metavar")  # attributes of a command


def environment_language() -> str:
    """Return the locale that the environment asks for, such as "cs_CZ.UTF-8"."""
    variable = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    return (variable or locale.getlocale()[0] or "").replace(":", ",")


def set_language(arguments: Sequence[str]) -> None:
    """Set the language of this process: that of the option --language if the arguments name one, else the environment's."""
    language = best_language(environment_language(), _language_option(arguments))
    os.environ["LANGUAGE"] = language  # `gettext` reads this first, and so do our own texts
    if language != next(iter(LANGUAGES)) and (folder := _compile_catalogues(language)):
        gettext.bindtextdomain(DOMAIN, str(folder))
        gettext.textdomain(DOMAIN)


def _language_option(arguments: Sequence[str]) -> str:
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--language":
            return value if equals else "".join(arguments[index + 1 : index + 2])
    return ""


def _compile_catalogues(language: str) -> Path | None:
    """Return a folder in the user's cache with the catalogues as gettext reads them; None if it can't be written."""
    from platformdirs import user_cache_path

    from ludoteka.games import folders

    digest = hashlib.sha256()
    for path in catalogue_paths(language, folders()):
        digest.update(path.read_bytes())
    folder = user_cache_path("ludoteka") / "catalogues" / digest.hexdigest()[:16]
    target = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if not target.exists():
        part = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(texts_in(language, folders()).compiled())
            part.replace(target)
        except OSError:
            return None
    return folder


def translate_command(command: click.Command) -> click.Command:
    """Return a copy of a command whose help is in the language of this process."""
    translated = copy(command)
    for name in SHOWN:
        if text := getattr(command, name, None):
            setattr(translated, name, gettext.gettext(inspect.cleandoc(text)))
    translated.params = [_translate_parameter(param) for param in command.params]
    if isinstance(command, click.Group) and isinstance(translated, click.Group):
        translated.commands = {name: translate_command(one) for name, one in command.commands.items()}
    return translated


def _translate_parameter(parameter: Any) -> Any:
    translated = copy(parameter)
    name = TYPE_NAMES.get(parameter.type.name)
    if name:
        translated.type = copy(parameter.type)
        translated.type.name = gettext.gettext(name.text)
    if isinstance(parameter, click.Option):
        translated.help = gettext.gettext(parameter.help) if parameter.help else parameter.help
        if isinstance(parameter.show_default, str):
            translated.show_default = gettext.gettext(parameter.show_default)
    placeholder = parameter.metavar or ((parameter.name or "").upper() if isinstance(parameter, click.Argument) else "")
    if placeholder:
        word = gettext.gettext(placeholder)
        is_optional = isinstance(parameter, click.Argument) and not parameter.required and not parameter.metavar
        translated.metavar = f"[{word}]" if is_optional else word
    return translated
