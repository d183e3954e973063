/** The page of the reader's account. */

import { createButton } from "../common/elements.js";
import { openPage, showContent, showPage, showResident } from "../common/page.js";
import { reopen, showReopenable } from "../common/reopening.js";
import { t } from "../common/texts.js";
import { fetchAccountState } from "./account-api.js";
import { createResidentPage } from "./resident-page.js";
import { createSignedOut } from "./signed-out.js";

await openPage();
/** What has happened when the reader comes back from a provider. @type {Record<string, string>} */
const events = { "#linked": t("The sign-in service is linked."), "#confirmed": t("Now you can make the change.") };
const message = events[location.hash];
if (message) history.replaceState(null, "", location.pathname);
await showReopenable(showAccount, message);

async function showAccount() {
  const title = t("Your account");
  const show = async () => {
    const state = await fetchAccountState();
    showResident(state.account?.name ?? "");
    showContent(title, ...(state.account ? await createResidentPage(state) : createSignedOut(state)));
  };
  await showPage(title, show, title, createButton(t("Try again"), () => void reopen()));
}
