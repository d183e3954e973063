/** Forms with an error beside each field. */

import { HouseError } from "./api.js";
import { html } from "./elements.js";
import { t } from "./texts.js";

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {HTMLInputElement} input
 * @property {HTMLElement} problem
 * @property {string[]} codes of the refusals that are about this field
 */

const LONGEST_NAME = 40;
const OUTDATED = ["not-signed-in", "signed-in-already"]; // refusals because of what happened elsewhere meanwhile
const NAME_CODES = ["bad-name", "name-taken", "reserved-name"];

/**
 * Create a field with its label, a hint, and room for an error.
 * @param {string} id
 * @param {string} label
 * @param {Record<string, import("./elements.js").Attribute>} attributes of the input
 * @param {string[]} codes of the refusals that are about it
 * @param {string} [hint]
 * @returns {Field}
 */
export function createField(id, label, attributes, codes, hint = "") {
  const problem = html("p", { class: "refusal", id: `${id}-problem`, role: "alert" });
  const told = hint ? html("p", { class: "hint", id: `${id}-hint` }, hint) : null;
  const input = html("input", {
    id,
    required: true,
    spellcheck: "false",
    autocapitalize: "none",
    "aria-describedby": told ? `${told.id} ${problem.id}` : problem.id,
    ...attributes,
  });
  const element = html("div", { class: "field" }, html("label", { for: id }, label), told, input, problem);
  return { element, input, problem, codes };
}

/**
 * Create the field for the name of an account.
 * @param {string} id
 * @param {string} autocomplete
 * @param {string} [hint]
 */
export const createNameField = (id, autocomplete, hint) =>
  createField(id, t("Name"), { name: "username", maxlength: LONGEST_NAME, autocomplete }, NAME_CODES, hint);

/**
 * Create the field for the password to sign in.
 * @param {string} id
 */
export const createPasswordField = (id) =>
  createField(id, t("Password"), { name: "password", type: "password", autocomplete: "current-password" }, []);

/**
 * Create the field for a new password.
 * @param {string} id
 */
export const createNewPasswordField = (id) =>
  createField(
    id,
    t("New password"),
    { name: "password", type: "password", autocomplete: "new-password" },
    ["weak-password"],
    t("Several unrelated words make a long password that's easy to remember."),
  );

/**
 * Create a form.
 * @param {(Field | HTMLElement)[]} parts
 * @param {string} label of its button
 * @param {() => Promise<void>} send
 * @param {string} [kind] more classes of its button
 */
export function createForm(parts, label, send, kind = "primary") {
  const problem = html("p", { class: "refusal", role: "alert" });
  const fields = parts.filter((part) => "input" in part);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    for (const field of fields) showProblem(field, "");
    void reportRefusal(problem, async () => {
      try {
        await send();
      } catch (error) {
        const field = error instanceof HouseError && fields.find((one) => one.codes.includes(error.code));
        if (!field || field.element.hidden) throw error;
        showProblem(field, error.message);
        field.input.focus();
      }
    });
  };
  return html(
    "form",
    { submit },
    ...parts.map((part) => ("input" in part ? part.element : part)),
    problem,
    html("p", { class: "row" }, html("button", { class: `button ${kind}` }, label)),
  );
}

/**
 * @param {Field} field
 * @param {string} text "" if nothing is wrong with it
 */
function showProblem({ input, problem }, text) {
  problem.textContent = text;
  if (text) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/** The places for errors of what is being done now. @type {WeakSet<HTMLElement>} */
const busy = new WeakSet();

/**
 * Submit the form, unless it is being submitted already, and show the reason for a refusal.
 * @param {HTMLElement} problem where the refusal is shown
 * @param {() => Promise<void>} attempt
 */
export async function reportRefusal(problem, attempt) {
  if (busy.has(problem)) return;
  problem.textContent = "";
  busy.add(problem);
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    problem.textContent = error.message;
    if (OUTDATED.includes(error.code)) location.reload();
  } finally {
    busy.delete(problem);
  }
}
