/** The section of the account page about notifications. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { reportRefusal } from "../account/forms.js";
import { createNoticeForm } from "./notice-form.js";
import { removeBrowser } from "./notices-api.js";
import { describeObstacle, isOn, switchOff, switchOn } from "./this-browser.js";

/** @import {Notices} from "./notices-api.js" */

/**
 * Create the section.
 * @param {Notices} notices
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
export async function createNoticeSection(notices, reopen) {
  const heading = html("h2", { id: "notices", tabindex: -1 }, t("Notifications"));
  if (location.hash === "#notices") requestAnimationFrame(() => heading.scrollIntoView()); // it was not there when the page was opened
  const hasAny = notices.browsers.length > 0 || notices.mail === "possible";
  return html(
    "section",
    { class: "sheet notices", "aria-labelledby": "notices" },
    heading,
    html("p", { class: "hint" }, t("You can be notified of what waits for you: your turn in a match with days for each turn, a challenge, the next round of a tournament. Nothing is sent that you don't switch on.")),
    await createSwitch(notices, reopen),
    createOthers(notices, reopen),
    notices.mail === "unconfirmed" && html("p", { class: "hint" }, html("a", { href: "#mail" }, t("To get notifications by e-mail, confirm your address first."))),
    hasAny && createNoticeForm(notices, reopen),
  );
}

/**
 * Create the switch for the reader's browser.
 * @param {Notices} notices
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
async function createSwitch(notices, reopen) {
  const obstacle = describeObstacle();
  if (obstacle) return html("p", { class: "obstacle" }, obstacle);
  const problem = html("p", { class: "refusal", role: "alert" });
  const press = (/** @type {(notices: Notices) => Promise<Notices>} */ change, /** @type {string} */ message) => () =>
    void reportRefusal(problem, async () => {
      await change(notices);
      await reopen(message, "notices");
    });
  if (await isOn(notices)) {
    const off = createButton(t("Switch off in this browser"), press(switchOff, t("Notifications are off in this browser.")));
    return html("div", {}, html("p", {}, t("Notifications are on in this browser.")), html("p", { class: "row" }, off), problem);
  }
  const on = createButton(t("Switch on in this browser"), press(switchOn, t("Notifications are on in this browser.")), "primary");
  return html("div", {}, html("p", { class: "row" }, on), problem);
}

/**
 * Create the list of the other subscribed browsers.
 * @param {Notices} notices
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
function createOthers({ browsers }, reopen) {
  const others = browsers.filter((one) => !one.is_this);
  if (others.length === 0) return null;
  const problem = html("p", { class: "refusal", role: "alert" });
  const rows = others.map(({ id, device }) => {
    const remove = createButton(t("Remove"), () =>
      void reportRefusal(problem, async () => {
        await removeBrowser(id);
        await reopen(t("This browser won't get any more notifications."), "notices");
      }),
    );
    remove.append(html("span", { class: "unseen" }, ` ${device}`));
    return html("li", {}, html("div", {}, html("strong", {}, device)), remove);
  });
  return html("div", {}, html("h3", {}, t("Other browsers with notifications")), html("ul", {}, ...rows), problem);
}
