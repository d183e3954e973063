/** The owner's page of settings, and the form to become the first owner. */

import { HouseError } from "../common/api.js";
import { byId, html } from "../common/elements.js";
import { createNotice, openPage, residentName, showContent } from "../common/page.js";
import { t } from "../common/texts.js";
import { createField, createForm } from "../account/forms.js";
import { createFacts } from "./facts.js";
import { becomeOwner, fetchOwnerState, fetchSettings } from "./settings-api.js";
import { createSettingsForm } from "./settings-form.js";

const announcement = html("p", { class: "announcement", role: "status" });

await openPage();
byId("main").before(announcement);
await show();

/**
 * Show the current settings, or why the reader can't see them.
 * @param {string} [message] what has happened
 */
async function show(message = "") {
  const title = t("Settings of the house");
  try {
    const state = await fetchOwnerState();
    if (!state.has_owner) {
      showContent(title, ...createFirstSteps(title, state.is_local));
    } else {
      const { settings, facts } = await fetchSettings();
      const ways = html("p", {}, html("a", { href: "/order" }, t("Moderation")));
      const columns = html("div", { class: "columns" }, createSettingsForm(settings, facts, show), createFacts(settings, facts));
      showContent(title, html("div", { class: "title" }, html("h1", {}, title), ways), columns);
    }
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    showContent(title, createNotice(title, error.message));
  }
  announcement.textContent = message;
}

/**
 * Create the page to become the first owner.
 * @param {string} title
 * @param {boolean} isLocal
 */
function createFirstSteps(title, isLocal) {
  const text = t("This house has no owner yet. To become its owner, you need an account, the machine that runs the server, and the code that the server printed when it started.");
  const lead = html("p", { class: "lead" }, text);
  const elsewhere = html("p", {}, t("This is not the machine that runs the server. There, `ludoteka account role NAME owner` does the same."));
  const signIn = html("p", {}, html("a", { class: "button primary", href: "/account" }, t("Sign in or create an account")), " ", t("Then come back to this page."));
  const next = isLocal ? (residentName() ? createCodeForm() : signIn) : elsewhere;
  return [html("h1", {}, title), html("section", { class: "sheet first" }, lead, next)];
}

function createCodeForm() {
  const code = createField("code", t("Code"), { autocomplete: "off", maxlength: 40, value: location.hash.slice(1) }, ["bad-code"]);
  return createForm([code], t("Become the owner"), async () => {
    await becomeOwner(code.input.value);
    history.replaceState(null, "", location.pathname);
    await show(t("You are the owner of this house."));
  });
}
