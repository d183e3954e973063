/** Notifications: the house's HTTP API, and the permission, the service worker and the subscription of this browser. */

import { callHouse, HouseError } from "../common/api.js";
import { t } from "../common/texts.js";

/** @import {Notices} from "#api" */

/**
 * Unsubscribe a browser from notifications.
 * @param {string} id
 * @returns {Promise<Notices>}
 */
export const removeBrowser = (id) => callHouse("/api/account/notices/browsers/remove", { id });

// Its address has no version, because browsers look there for updates; its scope has no pages
const WORKER = "/web/notices/worker.js";

/** The IANA name of the reader's time zone. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Return why this browser can't show notifications; "" if it can. */
export function describeObstacle() {
  if (!isSecureContext) return t("Browsers show notifications only from addresses that begin with https.");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return t("This browser can't show notifications. On an iPhone or iPad, add this page to the home screen and open it from there.");
  }
  if (Notification.permission === "denied") {
    return t("Your browser doesn't let this page show notifications. Allow them in the browser's settings for this page, then load it again.");
  }
  return "";
}

/**
 * Tell whether this browser shows notifications now.
 * @param {Notices} notices
 */
export async function isOn({ browsers }) {
  if (describeObstacle() || !browsers.some((one) => one.is_this)) return false;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) != null && Notification.permission === "granted";
}

/**
 * Ask the reader for permission, and subscribe this browser.
 * @param {Notices} notices
 * @throws {HouseError} if the reader or the browser refuses
 */
export async function switchOn({ public_key: key }) {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new HouseError(describeObstacle() || t("Your browser was not allowed to show notifications. You can try again."));
  }
  try {
    const registration = await openWorker();
    await (await registration.pushManager.getSubscription())?.unsubscribe(); // it may be for an earlier key of the house
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint = "", keys = {} } = subscription.toJSON();
    const secrets = { public_key: keys["p256dh"] ?? "", secret: keys["auth"] ?? "" };
    await callHouse("/api/account/notices/browsers", { endpoint, ...secrets, zone: ownZone() });
  } catch (error) {
    if (error instanceof DOMException) throw new HouseError(t("Your browser can't reach its push service. Some browsers switch it off; you can try again later."));
    throw error;
  }
}

/**
 * Unsubscribe this browser.
 * @param {Notices} notices
 */
export async function switchOff(notices) {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  for (const { id, is_this: isThis } of notices.browsers) if (isThis) await removeBrowser(id);
}

/** Register the service worker, and wait until it is active. */
async function openWorker() {
  const registration = await navigator.serviceWorker.register(WORKER);
  const worker = registration.installing ?? registration.waiting;
  if (worker && !registration.active) {
    await new Promise((resolve, reject) => {
      const look = () => {
        if (worker.state === "activated") resolve(undefined);
        if (worker.state === "redundant") reject(new DOMException("the service worker was not installed"));
      };
      worker.addEventListener("statechange", look);
      look();
    });
  }
  return registration;
}
