/** The page of e-mail links: it confirms an address or recovers an account. */

import { fetchAccountState } from "./account-api.js";
import { canUsePasskeys, createPasskey } from "./passkeys.js";
import { callHouse } from "../common/api.js";
import { byId, html } from "../common/elements.js";
import { createDeed, createForm, createHiddenName, createNewPasswordField, createProblem } from "../common/forms.js";
import { createNotice, openPage, showContent, showPage, showResident } from "../common/page.js";
import { t } from "../common/texts.js";

const toAccount = () => html("a", { class: "button", href: "/account" }, t("Go to your account"));

await openPage();
const [purpose, token] = location.hash.slice(1).split("="); // after "#", where no server sees it
addEventListener("hashchange", () => location.reload()); // another link, opened in the same tab
await (purpose === "recover" ? showRecovery(token ?? "") : showConfirmation(token ?? ""));

/**
 * Show a button that confirms an address.  Programs that open all links in e-mails don't press it.
 * @param {string} token
 */
async function showConfirmation(token) {
  const title = t("Confirm your e-mail address");
  const problem = createProblem();
  const confirm = async () => {
    const { name } = await callHouse("/api/account/mail/confirm", { token });
    finish(title, t("The address is confirmed. It belongs to the account {name} now.", { name }));
  };
  showContent(
    title,
    html(
      "section",
      { class: "notice" },
      html("h1", {}, title),
      html("p", {}, t("Once you confirm it, this server sends e-mail about your account to this address.")),
      problem,
      html("p", { class: "row" }, createDeed(t("Confirm the address"), problem, confirm, "primary")),
    ),
  );
}

/** @param {string} token */
async function showRecovery(token) {
  const title = t("Get back into your account");
  const recover = async (/** @type {Record<string, unknown>} */ proof, /** @type {string} */ message) => {
    showResident((await callHouse("/api/account/lost/recover", { token, ...proof })).name);
    finish(title, message);
  };
  const setPasskey = async () => {
    const { publicKey } = await callHouse("/api/account/lost/passkey-options", { token });
    await recover({ credential: await createPasskey(publicKey) }, t("You are signed in. Your new passkey is set, and all other browsers are signed out."));
  };
  const password = createNewPasswordField("recovery-password");
  const setPassword = () =>
    recover({ password: password.input.value }, t("You are signed in. Your new password is set, and all other browsers are signed out."));
  const show = async () => {
    const [{ name }, { has_passkeys: hasPasskeys }] = await Promise.all([callHouse("/api/account/lost/link", { token }), fetchAccountState()]);
    const problem = createProblem();
    const passkey = html("div", { class: "passkey" }, createDeed(t("Set a new passkey"), problem, setPasskey, "primary"), problem);
    showContent(
      title,
      html(
        "section",
        { class: "sheet recovery", "aria-labelledby": "title" },
        html("h1", { id: "title" }, title),
        html("p", {}, t("This is the account {name}. Choose how you will sign in from now on. All other browsers and all programs are then signed out.", { name })),
        hasPasskeys && canUsePasskeys() ? passkey : null,
        createForm([createHiddenName(name), password], t("Set the new password"), setPassword, ""),
      ),
    );
  };
  await showPage(title, show, title, toAccount());
}

/**
 * Report the outcome, and forget the used link.
 * @param {string} title
 * @param {string} message
 */
function finish(title, message) {
  history.replaceState(null, "", location.pathname);
  showContent(title, createNotice(title, message, toAccount()));
  const heading = byId("main").querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}
