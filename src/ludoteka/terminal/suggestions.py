"""Finding the action that is meant by a misspelt text or by words, or suggesting similar actions."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from ludoteka.core.scene import Path, Scene
from ludoteka.surfaces.texts import Texts

MOST = 3  # suggestions


def wordings(scene: Scene, texts: Texts) -> dict[str, str]:
    """Return the wordings, such as "To the north", of the actions that consist of choices, by action text."""
    labels = {choice.name: texts.say(choice.label) for choice in scene.choices}
    return {
        text: " ".join(labels[name] for name in path)
        for path, text in scene.paths.items()
        if path and labels.keys() >= set(path)
    }


def spellings(scene: Scene, texts: Texts) -> dict[str, list[str]]:
    """Return what can be typed for each choice: its label and its other words."""
    return {
        choice.name: [texts.say(choice.label), *(texts.say(choice.words).split(",") if choice.words else ())]
        for choice in scene.choices
    }


def spelt_like(typed: str, paths: Mapping[Path, str], spelt: Mapping[str, Sequence[str]]) -> str:
    """Return the one action that `typed` spells except for signs, spaces and case, or "".

    An action is spelt by its text, or by its picks, each by its name or as `spelt` says.
    """
    if typed in paths.values():
        return typed
    wanted = _bare(typed)
    meant = {text for path, text in paths.items() if wanted and (wanted == _bare(text) or spells(wanted, path, spelt))}
    if not meant:  # two choices that are not offered together; whoever judges the action says what comes of it
        meant = {other for name in spelt for other in spelt if spells(typed, (name, other), spelt)}
    return meant.pop() if len(meant) == 1 else ""


def spells(typed: str, path: Path, spelt: Mapping[str, Sequence[str]]) -> bool:
    """Tell whether `typed` spells these picks, each by its name or as `spelt` says."""
    wanted = _bare(typed)
    if not path or not wanted:
        return not path and not wanted
    forms = [bare for form in (path[0], *spelt.get(path[0], ())) if (bare := _bare(form))]
    return any(wanted.startswith(form) and spells(wanted[len(form) :], path[1:], spelt) for form in forms)


def close_to(typed: str, texts: Sequence[str], worded: Mapping[str, str]) -> list[str]:
    """Return actions whose text or wording is similar to `typed`."""
    meant = {wording.lower(): text for text, wording in worded.items()} | {text.lower(): text for text in texts}
    return list(dict.fromkeys(meant[match] for match in get_close_matches(typed.lower(), meant, MOST, 0.6)))


def format_entry(text: str, worded: Mapping[str, str]) -> str:
    """Return an action as it stands in a list: on one line, with its wording if that says more."""
    wording = worded.get(text, "")
    entry = f"{text} ({wording})" if _bare(wording) not in ("", _bare(text)) else text
    return entry.replace(" ", "\N{NO-BREAK SPACE}")


def _bare(text: str) -> str:
    """Return only the letters and digits, in lower case."""
    return "".join(sign for sign in text.lower() if sign.isalnum())
