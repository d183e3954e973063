/** Signing out, exporting data and deleting the account. */

import { callHouse } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { t } from "../common/texts.js";
import { callAsResident } from "./account-api.js";
import { createField, createForm, reportRefusal } from "./forms.js";

/** @import {Account} from "./account-api.js" */

/** @param {(message: string) => Promise<void>} reopen */
export function createSignOut(reopen) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const leave = () =>
    void reportRefusal(problem, async () => {
      await callHouse("/api/account/sign-out", {});
      await reopen(t("You are signed out."));
    });
  return html("div", {}, createButton(t("Sign out"), leave), problem);
}

/**
 * Create the part that downloads everything the house stores about the user.
 * @param {Account} account
 */
export function createExport({ name }) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const save = () =>
    void reportRefusal(problem, async () => {
      const everything = JSON.stringify(await callAsResident("export"), null, 2);
      const address = URL.createObjectURL(new Blob([everything], { type: "application/json" }));
      html("a", { href: address, download: `ludoteka-${name}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(address)); // after the download has begun
    });
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "export" },
    html("h2", { id: "export" }, t("Your data")),
    html("p", { class: "hint" }, t("A file with everything that this server stores about you: your account, your sessions, your matches and what you wrote in them.")),
    html("p", { class: "row" }, createButton(t("Download my data"), save)),
    problem,
  );
}

/**
 * Create the part that deletes an account.
 * @param {Account} account
 * @param {(message: string) => Promise<void>} reopen
 */
export function createDeletion({ name }, reopen) {
  const typed = createField("delete-name", t("Your name, to be sure"), { autocomplete: "off", placeholder: name }, ["bad-name"]);
  const form = createForm(
    [typed],
    t("Delete my account"),
    async () => {
      await callAsResident("delete", { name: typed.input.value });
      await reopen(t("Your account is deleted. You are a guest again."));
    },
    "danger",
  );
  return html(
    "section",
    { class: "sheet", "aria-labelledby": "deletion" },
    html("h2", { id: "deletion" }, t("Delete the account")),
    html("p", { class: "hint" }, t("Your name, your ways to sign in and your sessions are deleted at once. Your matches stay, with “a former user” in your seat. This can't be undone.")),
    form,
  );
}
