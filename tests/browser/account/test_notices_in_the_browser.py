"""Notifications in the browser: the settings, the worker that shows them, and the page to unsubscribe from e-mails."""

import json
from types import SimpleNamespace

import pytest
from browsers.inspection import english, violations
from browsers.visitor import NARROW
from playwright.sync_api import expect
from plugins.campaign import IS_CAMPAIGN
from programs.push_service import Browser

WIDE = {"viewport": {"width": 1280, "height": 900}}
GOOGLE = SimpleNamespace(origin="https://fcm.googleapis.com")  # no notification is sent there
PLACES = {"en": "en-GB", "ru": "ru-RU", "cs": "cs-CZ"}
ALLOWED = """subscription => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    let isOn = false;
    PushManager.prototype.getSubscription = async () => (isOn ? { unsubscribe: async () => (isOn = false) } : null);
    PushManager.prototype.subscribe = async function (options) {
        isOn = options.userVisibleOnly && options.applicationServerKey.length === 87;
        return { toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: subscription.public_key, auth: subscription.secret } }) };
    };
}"""  # the headless Chromium grants no permission, and reaches no push service
LISTEN = """() => {
    self.shown = [];
    self.opened = [];
    self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
    self.clients.openWindow = async (address) => void self.opened.push(address);
}"""
CLICK = """async (action) => {
    const event = new ExtendableEvent("notificationclick");
    const waiting = [];
    const notification = { close: () => {}, data: self.shown.at(-1).data };
    Object.assign(event, { action, notification, waitUntil: (work) => waiting.push(work) });
    self.dispatchEvent(event);
    await Promise.all(waiting);
    return self.opened.at(-1);
}"""


@pytest.fixture
def arrive(visit, house):
    """Return a function that creates a user at an address at which browsers allow notifications."""

    def come(name, **context):
        visitor = visit(base_url=f"http://localhost:{house.port}", timezone_id="Europe/Prague", **context)
        return visitor.register(name)

    return come


def add_browser(visitor, name):
    wish = Browser(GOOGLE, name).subscription | {"zone": "Europe/Prague"}
    answer = visitor.request.post("/api/account/notices/browsers", data=wish)
    assert answer.ok, answer.text()


@pytest.mark.parametrize(
    ("language", "size"),
    [("en", WIDE), ("ru", NARROW), ("cs", NARROW), ("ru", WIDE), ("cs", WIDE)] if IS_CAMPAIGN else [("ru", NARROW)],
)
def test_notices_are_chosen_on_the_page_of_the_account(arrive, axe, language, size):
    name = {"en": "Alena", "ru": "Алёна", "cs": "Alenka"}[language] + str(size["viewport"]["width"])
    visitor = arrive(name, locale=PLACES[language], **size)
    section = visitor.open("/account#notices").locator(".notices")
    expect(section.locator("form")).to_have_count(0)  # nothing is on
    add_browser(visitor, f"{language}{size['viewport']['width']}")
    visitor.page.reload()
    quiet = section.get_by_role("checkbox").nth(3)
    expect(section.locator("#quiet-from")).to_be_hidden()
    quiet.check()
    section.locator("#quiet-from").fill("21:30")
    section.get_by_role("checkbox").nth(1).uncheck()
    section.locator("form button").click()
    expect(visitor.page.get_by_role("status")).not_to_be_empty()

    visitor.page.reload()
    expect(section.locator("#quiet-from")).to_have_value("21:30")
    expect(section.get_by_role("checkbox").nth(1)).not_to_be_checked()
    chosen = visitor.request.get("/api/account/notices").json()["settings"]
    assert (chosen["quiet_from"], chosen["zone"], chosen["language"]) == (21 * 60 + 30, "Europe/Prague", language)
    assert visitor.overflow() <= 0
    assert violations(visitor.page, axe) == []
    if language != "en":
        devices = visitor.page.locator("#sessions ~ ul strong").all_inner_texts()
        assert set(english(visitor, language)) <= {*devices, name}


def refuse_notices(visitor):
    """Let the browser refuse notifications, as its headless shell does anyway."""
    session = visitor.context.new_cdp_session(visitor.page)
    context = session.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
    refusal = {"permission": {"name": "notifications"}, "setting": "denied", "browserContextId": context}
    session.send("Browser.setPermission", refusal)


def test_a_browser_that_may_show_no_notices_says_so(arrive):
    visitor = arrive("Refuses Rita")
    refuse_notices(visitor)
    visitor.open("/account")
    expect(visitor.page.locator(".notices .obstacle")).to_contain_text("doesn't let this page show notifications")
    expect(visitor.page.locator(".notices button")).to_have_count(0)


def test_a_browser_without_https_says_so(visit, house):
    visitor = visit(base_url=f"http://127.0.0.1:{house.port}")
    visitor.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    visitor.register("Plain Paula").open("/account")
    expect(visitor.page.locator(".notices .obstacle")).to_contain_text("begin with https")


def watch_workers(visitor):
    """Return a session with the browser, and the list to which the registrations of service workers are added."""
    session, registered = visitor.context.new_cdp_session(visitor.page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registered.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    return session, registered


def check_worker(worker, push, address):
    """Push a notification; it is shown, and leads to its match or to the settings."""
    worker.evaluate(LISTEN)
    notice = {"title": "It is your turn", "body": "Tavlei (Boris)", "path": "/match/m", "tag": "t", "language": "en"}
    push(json.dumps(notice | {"settings": "/account#notices", "settings_label": "Notification settings"}))
    shown = worker.evaluate("""async () => {
        while (self.shown.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
        return self.shown[0];
    }""")
    assert (shown["title"], shown["body"], shown["tag"]) == ("It is your turn", "Tavlei (Boris)", "t")
    assert worker.evaluate(CLICK, "") == f"{address}/match/m"
    assert worker.evaluate(CLICK, "settings") == f"{address}/account#notices"


def test_notices_are_switched_on_shown_opened_and_switched_off(arrive, house, axe):
    visitor = arrive("Receives Roza")
    page, address = visitor.page, f"http://localhost:{house.port}"
    page.add_init_script(f"({ALLOWED})({json.dumps(Browser(GOOGLE, 'roza').subscription)})")
    session, registered = watch_workers(visitor)
    visitor.open("/account")
    with visitor.context.expect_event("serviceworker") as started:
        visitor.button("Switch on in this browser").click()
    expect(page.get_by_role("status")).to_have_text("Notifications are on in this browser.")
    assert violations(page, axe) == []
    [browser] = visitor.request.get("/api/account/notices").json()["browsers"]
    assert browser["is_this"]
    [(scope, name)] = {(one["scopeURL"], one["registrationId"]) for one in registered}
    assert scope == f"{address}/web/notices/"  # no page of the house is within it
    target = {"origin": address, "registrationId": name}
    check_worker(
        started.value, lambda data: session.send("ServiceWorker.deliverPushMessage", {**target, "data": data}), address
    )
    visitor.button("Switch off in this browser").click()
    expect(page.get_by_role("status")).to_have_text("Notifications are off in this browser.")
    assert visitor.request.get("/api/account/notices").json()["browsers"] == []
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration('/web/notices/worker.js')).unregister()")


@pytest.mark.parametrize("language", PLACES if IS_CAMPAIGN else ["cs"])
def test_the_page_behind_the_link_in_a_mail_ends_them_with_one_press(visit, axe, language):
    visitor = visit(locale=PLACES[language], **NARROW)
    page = visitor.open("/notices/somebodys-key")
    expect(page.locator("h1")).to_be_visible()
    assert violations(page, axe) == []
    assert language == "en" or english(visitor, language) == []
    with page.expect_response("**/notices/somebodys-key") as answer:
        page.locator("main button").click()
    assert answer.value.request.method == "POST"
    expect(page.locator('main a[href="/account#notices"]')).to_be_visible()
    assert language == "en" or english(visitor, language) == []
    assert visitor.overflow() <= 0
