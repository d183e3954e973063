/** The page of the reader's account. */

import { byId, createButton, html } from "../common/elements.js";
import { openPage, showContent, showPage, showResident } from "../common/page.js";
import { t } from "../common/texts.js";
import { fetchAccountState } from "./account-api.js";
import { createResidentPage } from "./resident-page.js";
import { createSignedOut } from "./signed-out.js";

const announcement = html("p", { class: "announcement", role: "status" });

await openPage();
byId("main").before(announcement);
/** What has happened when the reader comes back from a provider. @type {Record<string, string>} */
const events = { "#linked": t("The sign-in service is linked."), "#confirmed": t("Now you can make the change.") };
const message = events[location.hash];
if (message) history.replaceState(null, "", location.pathname);
await showAccount(message);

/**
 * Show the current state of the account.
 * @param {string} [message] what has happened
 * @param {string} [focused] the id of the heading that gets the focus; without it, the title
 */
async function showAccount(message = "", focused = "") {
  const title = t("Your account");
  const show = async () => {
    const state = await fetchAccountState();
    showResident(state.account?.name ?? "");
    const content = state.account ? await createResidentPage(state, showAccount) : createSignedOut(state, showAccount);
    showContent(title, ...content);
  };
  await showPage(title, show, title, createButton(t("Try again"), () => void showAccount()));
  announcement.textContent = message;
  if (!message) return;
  const heading = document.getElementById(focused) ?? document.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}
