/** The page of the reader's account. */

import { HouseError } from "../common/api.js";
import { byId, createButton, html } from "../common/elements.js";
import { createNotice, openPage, showContent, showResident } from "../common/page.js";
import { t } from "../common/texts.js";
import { fetchAccountState } from "./account-api.js";
import { createResidentPage } from "./resident-page.js";
import { createSignedOut } from "./signed-out.js";

const announcement = html("p", { class: "announcement", role: "status" });

await openPage();
byId("main").before(announcement);
await showReturn();

/** Show the account, and say what has happened if the reader comes back from a provider. */
async function showReturn() {
  const events = { "#linked": t("The sign-in service is linked."), "#confirmed": t("Now you can make the change.") };
  const message = Object.entries(events).find(([hash]) => hash === location.hash)?.[1];
  if (message) history.replaceState(null, "", location.pathname);
  await showAccount(message);
}

/**
 * Show the current state of the account.
 * @param {string} [message] what has happened
 * @param {string} [focused] the id of the heading that gets the focus; without it, the title
 */
async function showAccount(message = "", focused = "") {
  try {
    const state = await fetchAccountState();
    showResident(state.account?.name ?? "");
    const content = state.account ? await createResidentPage(state, showAccount) : createSignedOut(state, showAccount);
    showContent(t("Your account"), ...content);
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    const again = createButton(t("Try again"), () => void showAccount());
    showContent(t("Your account"), createNotice(t("Your account"), error.message, again));
  }
  announcement.textContent = message;
  if (message) focusHeading(document.getElementById(focused) ?? document.querySelector("h1"));
}

/** @param {HTMLElement | null} heading */
function focusHeading(heading) {
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}
