"""Draw the icons of the web app manifest from the emblem; run it again when the emblem has changed.

A maskable icon fills its square, because systems cut it to a shape of their own.
"""

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "support"))

chromium = import_module("browsers.chromium")  # of the support of the tests; it also chooses Playwright's Node

from playwright.sync_api import sync_playwright  # noqa: E402 - only now

WEB = ROOT / "src" / "ludoteka" / "web"
ROUND, SQUARE = 'rx="14"', 'rx="0"'
ICONS = {"192.png": (192, ROUND), "512.png": (512, ROUND), "maskable.png": (512, SQUARE)}


def main() -> None:
    """Write the icons."""
    emblem = (WEB / "common" / "emblem.svg").read_text("utf-8")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium.chromium_path()) as browser,
    ):
        for name, (size, corners) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{emblem.replace(ROUND, corners)}"
            )
            page.screenshot(path=WEB / "icons" / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
