"""What is wrong with a page: texts that are not translated, and what the accessibility checker finds."""

import json
import re
from functools import cache

from ludoteka.games import games

TRANSLATED = [name for name, game in games().items() if (game.folder / "locale").is_dir()]
ENGLISH = [game.title.text for name, game in games().items() if name not in TRANSLATED]
SAME_EVERYWHERE = re.compile(  # also what can be typed: actions, and names of places
    r"Ludoteka|XII Scripta|JavaScript|QR|Anna|Boris|Enter|Escape|[a-i][1-9]|[—–·…●×]|Tetra|\bcup\d|\b[gy]-\w+|\bin/|/off\b|\b(pass|north|end|choose:\w+|withdraw:0.15)\b"
    r"|\b(walk|tram|boat)-\d+|\b(ones|twos|threes|fours|fives|sixes|challenge)\b"
)
WORD = re.compile(r"(?<![{\w])[A-Za-z]")  # a text that consists of values, "{seat} {score}", would match anything
EVERY_TEXT = """() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
        if (node.closest(".languages button, .cover, text")) continue;
        const text = node.closest(".card, option")?.textContent ?? "";
        if (ENGLISH.some((title) => text.includes(title))) continue; // games without translations
        for (const name of ["aria-label", "aria-valuetext", "placeholder", "title", "alt"]) texts.push(node.getAttribute(name));
        for (const child of node.childNodes) if (child.nodeType === Node.TEXT_NODE) texts.push(child.data);
    }
    return texts.map((text) => text?.trim()).filter(Boolean);
}""".replace("ENGLISH", json.dumps(ENGLISH))
VIOLATIONS = """async ([within, rules]) => (await axe.run(within, {
    runOnly: rules, selectors: false, resultTypes: ["violations"],
})).violations.map(one => [one.id, one.nodes.map(node => node.html.slice(0, 120) + node.failureSummary)])"""
ALL_RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"]


def english(visitor, language):
    """The English texts on the page that have a translation in the catalogue."""
    catalogue = catalogue_of(visitor, language)
    texts = visitor.page.evaluate(EVERY_TEXT)
    assert len(texts) > 5
    known = frozenset(text for text, translated in catalogue.items() if translated != text and WORD.search(text))
    return [text for text in texts if text in known or pattern(known).fullmatch(text)] + foreign(texts, language)


def catalogue_of(visitor, language):
    """The translations of all texts, by the English ones."""
    return visitor.request.get(f"/api/catalogue/{language}").json()


@cache
def pattern(known):
    """A pattern for those texts of the catalogue that have values, with any values."""
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in known if "{" in text))


def foreign(texts, language):
    """The texts of a Russian page that contain English words, and so are not translated."""
    return [text for text in texts if language == "ru" and re.search("[A-Za-z]{2}", SAME_EVERYWHERE.sub("", text))]


def violations(page, axe, within="html", rules=ALL_RULES):
    """What the accessibility checker, whose source is `axe`, finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    return page.evaluate(VIOLATIONS, [within, rules])


def violations_in_both_modes(page, axe, within="html"):
    """What the checker finds in light mode, and in dark mode, where nothing but colours can be wrong."""
    found = violations(page, axe, within)
    page.emulate_media(color_scheme="dark")
    found += violations(page, axe, within, RULES_OF_COLOURS)
    page.emulate_media(color_scheme="light")
    return found
