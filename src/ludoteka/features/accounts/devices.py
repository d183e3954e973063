"""Names of devices, for the list of signed-in browsers."""

import re

from starlette.requests import Request

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


def device_of(request: Request) -> str:
    """Return the browser and system that sent a request, as in "Firefox · Linux"; "?" stands for an unknown one."""
    agent = request.headers.get("user-agent", "")
    names = [next((name for name, signs in known if re.search(signs, agent)), "?") for known in (BROWSERS, SYSTEMS)]
    return " · ".join(names)
