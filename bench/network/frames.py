"""How smoothly the boards are animated on a slow device: the longest frame while actions are played."""

from page import SWITCHES
from playwright.sync_api import Page, sync_playwright
from scripts import TWO_SEATS

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
PLAY = """
    async count => {
        const frame = () => new Promise(requestAnimationFrame);
        const listMoves = () => document.getAnimations().filter(one => Number.isFinite(one.effect.getComputedTiming().endTime));
        const listWays = () => {
            const targets = [...document.querySelectorAll(".place.target")];
            const places = targets.length > 0 ? targets : document.querySelectorAll(".place.can");
            const others = ".knob, .choices button:not(.quiet), button.throw:not([hidden], [aria-disabled])";
            return [...document.querySelectorAll(others), ...places];
        };
        const hasEnded = () => document.querySelector(".ending:not([hidden])") !== null;
        let longest = 0, isOver = false;
        const watch = async () => {
            for (let before = await frame(); !isOver; ) {
                const now = await frame();
                longest = Math.max(longest, now - before);
                before = now;
            }
        };
        const watched = watch();
        for (let act = 0; act < count; act++) {
            let ways = listWays();
            for (; ways.length === 0 && !hasEnded(); ways = listWays()) await frame();
            if (ways.length === 0) break;
            ways[7 * act % ways.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
            await frame();
            for (let moves = listMoves(); moves.length > 0; moves = listMoves()) await Promise.allSettled(moves.map(one => one.finished));
        }
        isOver = true;
        await watched;
        return longest;
    }
"""


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
            wish = {"game": game, "seats": seats, "options": TWO_SEATS.get(game, {})}
            page.goto(f"/match/{context.request.post('/api/matches', data=wish).json()['id']}")
            frames[game] = _play(page)
            page.close()
        browser.close()
    return frames


def _play(page: Page) -> float:
    page.locator(".stage .place").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return float(page.evaluate(PLAY, ACTIONS))
