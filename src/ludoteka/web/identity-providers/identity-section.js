/** The user's identities at providers. */

import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { callAsResident, callConfirmed } from "../account/account-api.js";
import { reportRefusal } from "../account/forms.js";
import { describeMoment } from "../account/moments.js";
import { goToProvider } from "./identity-api.js";

/** @import {Identity, Provider} from "./identity-api.js" */

/**
 * Create the section; nothing in a house without providers.
 * @param {Identity[]} identities
 * @param {Provider[]} providers
 * @param {(message: string, focused?: string) => Promise<void>} reopen
 */
export function createIdentities(identities, providers, reopen) {
  if (identities.length + providers.length === 0) return null;
  const problem = html("p", { class: "refusal", role: "alert" });
  const rows = identities.map((identity) => {
    const unlink = () =>
      void reportRefusal(problem, async () => {
        await callAsResident("providers/unlink", { id: identity.id });
        await reopen(t("The sign-in service is unlinked."), "identities");
      });
    return createRow(identity, unlink);
  });
  const linked = identities.map(({ provider }) => provider);
  const buttons = providers
    .filter(({ name }) => !linked.includes(name))
    .map((provider) => createButton(t("Link {provider}", { provider: provider.name }), () => void reportRefusal(problem, () => goToProvider(provider, "link", "/account#linked", callConfirmed))));
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "identities" },
    html("h2", { id: "identities" }, t("Sign-in services")),
    rows.length > 0 ? html("ul", {}, ...rows) : html("p", { class: "hint" }, t("You can link your account to one of them, and then sign in through it.")),
    buttons.length > 0 && html("p", { class: "row" }, ...buttons),
    problem,
  );
}

/**
 * @param {Identity} identity
 * @param {() => void} unlink
 */
function createRow({ provider, made_at, used_at, is_open }, unlink) {
  const button = createButton(t("Unlink"), unlink);
  button.append(html("span", { class: "unseen" }, ` ${provider}`));
  const used = used_at === null ? t("No sign-in yet") : t("Last sign-in: {date}", { date: describeMoment(used_at) });
  const told = [t("Linked: {date}", { date: describeMoment(made_at) }), used, ...(is_open ? [] : [t("This server does not use it at present.")])];
  return html("li", {}, html("div", {}, html("strong", {}, provider), ...told.map((text) => html("span", {}, text))), button);
}
