"""What people call the browser at which they are signed in."""

import re

BROWSERS = (  # by what they say of themselves; the first one found counts, as most also name those they imitate
    ("Firefox", r"Firefox/"),
    ("Edge", r"Edg(?:e|A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Chrome", r"Chrom(?:e|ium)/|CriOS/"),
    ("Safari", r"Safari/"),
    ("Ludoteka", r"ludoteka"),
)
SYSTEMS = (
    ("Android", r"Android"),
    ("iOS", r"iPhone|iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Macintosh|Mac OS X"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux"),
)
UNKNOWN = "?"


def describe_device(agent: str) -> str:
    """Return the names of the browser and the system in a header User-Agent: "Firefox · Linux"; "?" for what it hides."""
    names = [next((name for name, signs in known if re.search(signs, agent)), UNKNOWN) for known in (BROWSERS, SYSTEMS)]
    return " · ".join(names)
