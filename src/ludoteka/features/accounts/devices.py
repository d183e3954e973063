"""Names of devices, for the list of signed-in browsers."""

import re

BROWSERS = (  # by a token of User-Agent; the first match counts, because most browsers also name those that they imitate
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
    """Return the browser and system in a User-Agent header, as in "Firefox · Linux"; "?" stands for an unknown one."""
    names = [next((name for name, signs in known if re.search(signs, agent)), UNKNOWN) for known in (BROWSERS, SYSTEMS)]
    return " · ".join(names)
