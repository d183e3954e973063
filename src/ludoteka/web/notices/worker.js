/** The service worker of the house: it shows notifications and opens their pages. It intercepts no requests and stores nothing. */

/** @typedef {{title: string, body: string, path: string, tag: string, settings: string, settings_label: string, language: string}} Notice */

const worker = /** @type {any} */ (self); // the checker knows the scope of windows only

worker.addEventListener("push", (/** @type {any} */ event) => {
  const notice = /** @type {Notice} */ (event.data.json());
  const shown = worker.registration.showNotification(notice.title, {
    body: notice.body,
    tag: notice.tag, // a newer notification about the same match replaces this one
    renotify: true,
    lang: notice.language,
    icon: "/web/common/emblem.svg",
    data: { path: notice.path, settings: notice.settings },
    actions: [{ action: "settings", title: notice.settings_label }],
  });
  event.waitUntil(shown);
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const { path, settings } = event.notification.data;
  event.waitUntil(open(event.action === "settings" ? settings : path));
});

/** Show a page: its tab, if there is one, or else a new one. @param {string} path */
async function open(path) {
  const address = new URL(path, worker.location.origin).href;
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find((/** @type {{url: string}} */ one) => one.url === address);
  await (tab ? tab.focus() : worker.clients.openWindow(address));
}
