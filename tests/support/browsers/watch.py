"""Somebody who looks at pages with texts of other people, and notices everything that these texts do to a page."""

from playwright.sync_api import TimeoutError as PatienceEnded

from browsers.visitor import NARROW

WIDE = {"width": 1280, "height": 800}
MISSING = """(texts) => {
    const plain = (text) => text.replace(/[\\u202a-\\u202e\\u2066-\\u2069]/gu, "").replace(/\\s+/gu, "");
    const parts = [...document.querySelectorAll("body, input, textarea")].map((one) => one.value ?? one.textContent);
    const shown = plain(parts.join(" "));
    return texts.filter((text) => !shown.includes(plain(text)));
}"""
MADE = """() => [
    ...(window.hacked === undefined ? [] : ["a script ran"]),
    ...[...document.querySelectorAll("img[src='x'], [onerror], [onload], body script, b, i, iframe, object")].map((one) => one.outerHTML),
    ...[...document.links].filter((one) => one.origin !== location.origin).map((one) => one.outerHTML),
]"""
MOVED = """(texts) => {
    const CONTROLS = /[\\u202a-\\u202e\\u2066-\\u2069]/gu;
    const moved = [];
    const blocks = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        let block = node.parentElement;
        if (!block.checkVisibility() || block.closest("option, textarea, svg, .unseen")) continue;
        while (["inline", "contents"].includes(getComputedStyle(block).display)) block = block.parentElement;
        blocks.set(block, [...(blocks.get(block) ?? []), node]);
    }
    for (const nodes of blocks.values()) {
        if (!nodes.some((node) => /[\\u0590-\\u08ff\\u202a-\\u202e\\u2066-\\u2069]/u.test(node.data))) continue;
        let before = null;
        for (const [sign, box] of nodes.flatMap(parts)) {
            if (before && box && box.top < before[1].bottom - 4 && before[1].top < box.bottom - 4 && box.left < before[1].right - 3)
                moved.push(`${before[0]} … ${sign} in ${nodes.map((node) => node.data).join("|").slice(0, 200)}`);
            before = box && [sign, box];
        }
    }
    return moved;

    /** The parts of a text, in their order, with their places on the screen: each text of people, and each sign of the house. */
    function parts(node) {
        const found = [];
        for (const text of texts.flatMap((text) => [text, text.replace(CONTROLS, "")]))
            for (let at = node.data.indexOf(text); at >= 0; at = node.data.indexOf(text, at + text.length))
                if (!found.some(([start, end]) => start <= at && at < end)) found.push([at, at + text.length]);
        for (const { index, 0: sign } of node.data.matchAll(/[^\\s\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]/gu))
            if (!found.some(([start, end]) => start <= index && index < end)) found.push([index, index + sign.length]);
        return found.sort(([one], [other]) => one - other).flatMap(([start, end]) => place(node, start, end));
    }

    /** A part with its place: none if it is not shown, and null for one that fills several lines. */
    function place(node, start, end) {
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, end);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        if (boxes.length === 0) return [];
        const isInOneLine = boxes.every((box) => Math.abs(box.bottom - boxes[0].bottom) < 4);
        return [[node.data.slice(start, end), isInOneLine ? range.getBoundingClientRect() : null]];
    }
}"""


class Watch:
    """A visitor who looks at every page on a wide and on a narrow screen; `faults` are listed by the address."""

    def __init__(self, visitor, texts):
        self.page, self._visitor = visitor.page, visitor
        self._texts = sorted(texts, key=len, reverse=True)  # one may be a part of another
        self.faults = {}
        self._listeners = {
            "console": lambda message: message.type == "error" and self._note_error(message.text),
            "pageerror": lambda error: self._note(f"an error: {error}"),
            "dialog": lambda dialog: self._note(f"a dialog: {dialog.message}"),
            "request": self._check_request,
        }

    def __enter__(self):
        for event, listener in self._listeners.items():
            self.page.on(event, listener)
        return self

    def __exit__(self, *failure):
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)

    def take_cookies(self, cookies, address):
        """Become somebody whom the house knows by these cookies."""
        self.page.context.clear_cookies()
        self.page.context.add_cookies(
            [{"name": name, "value": value, "url": address} for name, value in cookies.items()]
        )

    def at(self, address, texts):
        """Open a page that shows these texts, and look at it; return it."""
        self.page.goto("about:blank")  # else an address that differs only after "#" opens nothing
        self._visitor.open(address)
        self.page.wait_for_function("document.querySelector('#main :not(.fallback, .fallback *)')")
        self.inspect(texts)
        return self.page

    def inspect(self, texts=()):
        """Look at the page as it is now, once it shows these texts."""
        try:
            self.page.wait_for_function(f"texts => ({MISSING})(texts).length === 0", arg=list(texts))
        except PatienceEnded:
            self._note(f"without {self.page.evaluate(MISSING, list(texts))}")
        for size in (NARROW["viewport"], WIDE):
            self.page.set_viewport_size(size)
            if self._visitor.overflow() > 0:
                self._note(f"too wide for {size['width']}: by {self._visitor.overflow()}")
            for moved in self.page.evaluate(MOVED, self._texts):
                self._note(f"moved at {size['width']}: {moved}")
        self.check_made()

    def check_made(self):
        """Check that no script of a text has run, and that no text has become an element."""
        for made in self.page.evaluate(MADE):
            self._note(f"made of a text: {made[:100]}")

    def _check_request(self, request):
        if not request.url.startswith((self._visitor.address, "blob:", "about:")):
            self._note(f"a request: {request.url}")

    def _note_error(self, text):
        if not text.startswith("Failed to load resource"):  # of addresses that lead nowhere
            self._note(f"an error: {text}")

    def _note(self, fault):
        self.faults.setdefault(self.page.url, []).append(fault)
