"""A visitor of the house: one browser with its own cookies, and what its user does on the pages."""

import json
import re
from urllib.parse import urljoin

from houses import changed
from playwright.sync_api import expect

PATIENCE = 30_000  # milliseconds: a generous timeout for a busy machine
NARROW = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ESCAPE = (  # ten plies: the attackers make idle moves and the king escapes
    *("i4-i3", "d5-d8", "i3-i4", "e5-d5", "i4-i3", "d5-d2"),
    *("i3-i4", "d2-a2", "i4-i3", "a2-a1"),
)
PLAY_ON = """
    async ({ seed, most }) => {
        const chance = (bound) => {
            seed = (seed * 1103515245 + 12345) % 2147483648;
            return Math.floor((seed / 2147483648) * bound);
        };
        const offered = () => [...document.querySelectorAll(
            ".place.target, .choices button:not(.quiet), .knob, button.throw:not([hidden], [aria-disabled]), " +
            ".curtain:not([hidden]) button",
        )];
        const begun = () => [...document.querySelectorAll(".place.can")];
        const change = (patience) => new Promise((resolve) => {
            const observer = new MutationObserver(finish);
            const timer = setTimeout(finish, patience);
            function finish() {
                observer.disconnect();
                clearTimeout(timer);
                resolve();
            }
            if (patience > 1) observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        });
        for (let picks = 0; picks < most; picks++) {
            let ways = [];
            for (let patience = 1; ways.length === 0; patience = 200) {
                if (document.querySelector(".ending:not([hidden])")) return true;
                await change(patience);
                ways = offered();
                if (document.querySelector(".place.target") === null) ways.push(...begun());
            }
            ways[chance(ways.length)].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }
        return false;
    }
"""  # one click at a time, as soon as the page has changed and offers something
PLAY = """
    async ([actions, patience]) => {
        const until = (find, what) => new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error(`${what} in vain`)), patience);
            const observer = new MutationObserver(look);
            function look() {
                const found = find();
                if (!found) return;
                observer.disconnect();
                clearTimeout(timer);
                resolve(found);
            }
            observer.observe(document.body, { subtree: true, childList: true, attributes: true });
            look();
        });
        const place = (name, kind) => document.querySelector(`.place.${kind}[data-name='${name}']`);
        const click = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        for (const action of actions) {
            const [start, end] = action.split("-");
            const first = await until(() => place(start, "can"), `waited for ${start}`);
            const count = document.querySelectorAll(".move").length;
            click(first);
            click(await until(() => place(end, "target"), `waited for ${end}`));
            await until(() => document.querySelectorAll(".move")[count]?.textContent === action, `waited for ${action}`);
        }
    }
"""  # without the mouse, which takes more processor time than the page
TEXTS = "import(new URL('../common/texts.js', document.querySelector('script[src]').src))"  # the module of a page
MOST_PICKS = 5000
PASSWORD = "seven brown kettles"  # noqa: S105 - of nobody
OFFERS = {}  # what houses have told of their games
SEND_TYPED = """
    () => {
        const field = document.querySelector("#text");
        if (field.value) field.form.requestSubmit();
        return field.value === "";
    }
"""


class Requests:
    """What a browser asks for outside its pages, once more if the house has just closed an idle connection."""

    def __init__(self, context, address):
        self._request, self._address = context.request, address

    def get(self, path):
        return self._request.get(urljoin(self._address, path), max_retries=1)

    def post(self, path, **more):
        return self._request.post(urljoin(self._address, path), max_retries=1, **more)


class Visitor:
    """One browser in the house."""

    def __init__(self, page, address):
        self.context = page.context
        self.address = address
        self.request = Requests(page.context, address)
        self.failures = []  # errors of scripts
        self.frames = []  # messages from the house over WebSockets
        self.page = page
        self.page.set_default_timeout(PATIENCE)
        self._listeners = {
            "pageerror": lambda error: self.failures.append(str(error)),
            "console": self._hear,
            "websocket": lambda socket: socket.on("framereceived", lambda frame: self.frames.append(frame)),  # noqa: PLW0108 - Playwright does not accept a built-in method
        }
        for event, listener in self._listeners.items():
            self.page.on(event, listener)

    def leave(self):
        """Stop listening to the page, which may be lent to another visitor."""
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)

    def _hear(self, message):
        if "Content Security Policy" in message.text:
            self.failures.append(message.text)

    def record_answers(self):
        """Return a list to which the house's responses over HTTP are added; this makes every page load slower."""
        answers = []
        self._listeners["response"] = lambda answer: answers.append(answer)  # noqa: PLW0108 - Playwright does not accept a built-in method
        self.page.on("response", self._listeners["response"])
        return answers

    def open(self, path="/"):
        self.page.goto(path)
        expect(self.page.locator(".brand")).to_be_visible()
        expect(self.page.locator(".fallback")).to_have_count(0)
        return self.page

    def register(self, name):
        """Create an account without the account page; return the visitor."""
        self.request.get("/")
        answer = self.request.post("/api/account/register", data={"name": name, "password": PASSWORD})
        assert answer.ok, answer.text()
        return self

    def speak(self, language, address=None):
        """Open a page, or this one again, in another language, as the switch of the page does."""
        self.context.add_cookies([{"name": "language", "value": language, "url": self.page.url}])
        self.page.goto(address or self.page.url)

    def set_up(self, game="tavlei"):
        """Open the dialog that sets up a match; return it."""
        self.open(f"/#{game}")
        dialog = self.page.locator("dialog[open]")
        expect(dialog).to_be_visible()
        return dialog

    def choose(self, game="tavlei", side=None, level=2):
        """Set up a match and start it: as a side, numbered from 0, against the computer, or hot-seat."""
        dialog = self.set_up(game)
        if side is None:
            dialog.locator("label", has=self.page.locator("[name=opponent][value=person]")).click()
        else:
            dialog.locator("label", has=self.page.locator("[name=side]")).nth(side + 1).click()
            dialog.locator("[name=level]").fill(str(level))
        dialog.locator("button.primary").click()
        self.page.wait_for_url(re.compile("/match/"))
        expect(self._board).to_be_visible()

    @property
    def _board(self):
        """The board, or what covers it."""
        return self.page.locator(".place:visible, .curtain:visible").first

    def begin(self, game="tavlei", side=None, level=2, options=None):
        """Start a match as `choose` does, but without the dialog, which would be slower."""
        options, computer = options or {}, {"kind": "computer", "level": level}
        seats = {
            letter: {"kind": "person"} if side in (None, number) else computer
            for number, letter in enumerate(self._letters(game, options))
        }
        made = self.request.post("/api/matches", data={"game": game, "options": options, "seats": seats})
        self.open(f"/match/{made.json()['id']}")
        expect(self._board).to_be_visible()

    def _letters(self, game, options):
        """The letters of the seats in a game of the house with these options."""
        if game not in OFFERS:
            OFFERS.update((one["name"], one) for one in self.request.get("/api/house").json()["games"])
        offer = OFFERS[game]
        chosen = [
            choice["seats"]
            for option in offer["options"]
            for choice in option["choices"]
            if "seats" in choice and choice["value"] == options.get(option["name"])
        ]
        return [seat["letter"] for seat in (*chosen, offer["seats"])[0]]

    def place(self, name):
        return self.page.locator(f".place[data-name='{name}']")

    @property
    def moves(self):
        return self.page.locator(".move")

    @property
    def refusal(self):
        return self.page.locator(".refusal")

    @property
    def ending(self):
        return self.page.locator(".ending:not([hidden])")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def choose_action(self, name):
        """Press a button beside the board, which may move while the match continues, or one of the menu."""
        expect(self.page.locator(".actions")).to_be_visible()
        if not self.button(name).is_visible():
            self.open_menu()
        expect(self.button(name)).to_be_enabled()
        self.button(name).press("Enter")

    def open_menu(self):
        """Open the menu beside the board."""
        self.button("Menu").click()
        expect(self.page.locator(".menu")).to_be_visible()

    def menu_item(self, name):
        """A button of the menu, which may be closed, if it is offered."""
        return self.page.locator(".menu .button:not([hidden])").filter(has_text=re.compile(f"^{re.escape(name)}$"))

    def resign(self):
        """Resign, confirm it, and wait for the end of the match."""
        self.choose_action("Resign")
        self.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(self.ending).to_be_visible()

    def play(self, *actions):
        """Play actions by clicking their two places, each as soon as it is this visitor's turn."""
        self.page.evaluate(PLAY, [actions, PATIENCE])

    def type_action(self, text):
        """Type an action and send it as soon as the previous one is answered."""
        self.page.locator("#text").fill(text)
        self.page.wait_for_function(SEND_TYPED)

    def stop_animations(self):
        """Stop all animations at their start from now on."""
        devtools = self.page.context.new_cdp_session(self.page)
        devtools.send("Animation.enable")
        devtools.send("Animation.setPlaybackRate", {"playbackRate": 0})

    def play_on(self, most=MOST_PICKS, seed=7):
        """Pick what is offered, and throw when a throw is due, at most `most` times; return whether the match is over."""
        return self.page.evaluate(PLAY_ON, {"seed": seed, "most": most})

    def begin_playing_on(self, seed=7):
        """Play as `play_on` does, but in the background, so that other visitors can play at the same time."""
        self.page.evaluate(f"wish => void ({PLAY_ON})(wish)", {"seed": seed, "most": MOST_PICKS})

    @property
    def views(self):
        """The views that result from what the house has sent, oldest first."""
        views = []
        for message in map(json.loads, self.frames):
            if message["t"] == "view":
                views.append(message["d"])
            elif message["t"] == "event":
                views.append(changed(views[-1], message.get("d", {})))
        return views

    @property
    def curtain(self):
        return self.page.locator(".curtain:not([hidden])")

    def lift(self):
        """Lift the curtain for the seat that the screen is handed over to."""
        self.button("Show the board").click()
        expect(self.curtain).to_have_count(0)

    def names(self, kind):
        """Return the names of the places with a CSS class such as "can" or "target"."""
        return self.page.locator(f".place.{kind}").evaluate_all("places => places.map(place => place.dataset.name)")

    def overflow(self):
        """Return by how many pixels the page is wider than its window."""
        return self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
