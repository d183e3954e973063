"""How smoothly the boards are animated on a slow device: the longest frame while actions are played."""

from page import SWITCHES
from playwright.sync_api import Page, sync_playwright

from support import support

SLOWER = 4  # how many times slower than this machine the device is
ACTIONS = 12
PERSON, COMPUTER = {"kind": "person"}, {"kind": "computer", "level": 1}
TABLES = {
    "tavlei": {"a": PERSON, "d": PERSON},
    "moksha": {"w": PERSON, "b": PERSON},
    "quagmire": {"b": PERSON, "r": PERSON},
    "scripta": {"y": PERSON, "g": PERSON},
    "labyrinth": {"P": PERSON, "Q": COMPUTER},
}
OPTIONS = {"quagmire": {"seats": "br"}, "labyrinth": {"players": 2}}
WATCH = """
    () => {
        window.longest = 0;
        let before = performance.now();
        const look = now => {
            window.longest = Math.max(window.longest, now - before);
            before = now;
            requestAnimationFrame(look);
        };
        requestAnimationFrame(now => { before = now; requestAnimationFrame(look); });
    }
"""
ACT = """
    () => {
        const ways = [...document.querySelectorAll(
            ".place.target, .knob, .choices button:not(.quiet), button.throw:not([hidden], [aria-disabled])")];
        if (document.querySelector(".place.target") === null) ways.push(...document.querySelectorAll(".place.can"));
        const way = ways[window.picks = ((window.picks ?? 0) * 7 + 3) % ways.length];
        way?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        return way !== undefined;
    }
"""
SETTLED = "() => document.getAnimations().length === 0"


def longest_frames(address: str) -> dict[str, float]:
    """Return the longest frame of each game in milliseconds, while actions are played on its page."""
    chromium = support("browsers.chromium").chromium_path()  # must come first, as it tells Playwright where Node is
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800})
        frames = {}
        for game, seats in TABLES.items():
            page = context.new_page()
            page.goto("/")
            wish = {"game": game, "seats": seats, "options": OPTIONS.get(game, {})}
            page.goto(f"/match/{context.request.post('/api/matches', data=wish).json()['id']}")
            frames[game] = _play(page)
            page.close()
        browser.close()
    return frames


def _play(page: Page) -> float:
    page.locator(".stage .place").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
    for _ in range(ACTIONS):
        page.wait_for_function(ACT)
        page.wait_for_function(SETTLED)
    return float(page.evaluate("longest"))
