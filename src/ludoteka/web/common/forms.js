/** Sheets of a page, tables, forms with an error beside each field, and buttons with an error beside them. */

import { HouseError } from "./api.js";
import { createButton, html } from "./elements.js";
import { t } from "./texts.js";

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {HTMLInputElement} input
 * @property {HTMLElement} problem
 * @property {string[]} codes of the refusals that are about this field
 */

/** @import {Attribute, Child} from "./elements.js" */

const OUTDATED = ["not-signed-in", "signed-in-already"]; // refusals because of what happened elsewhere meanwhile
const NAME_CODES = ["bad-name", "name-taken", "reserved-name"];

/**
 * Create a sheet: a section with a heading.
 * @param {string} id of the heading, and class of the sheet
 * @param {string} title
 * @param {...Child} content
 */
export function createSheet(id, title, ...content) {
  return html("section", { class: `sheet ${id}`, "aria-labelledby": id }, html("h2", { id, tabindex: -1 }, title), ...content);
}

/**
 * Create a table.
 * @param {Child[]} titles of the columns
 * @param {HTMLElement[]} rows
 */
export function createTable(titles, rows) {
  const head = titles.map((title) => html("th", { scope: "col" }, title));
  return html("table", {}, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows));
}

/** Create the place for the reason of a refusal. */
export const createProblem = () => html("p", { class: "refusal", role: "alert" });

/**
 * Create a button that does something and shows the reason if it is refused.
 * @param {string} label
 * @param {HTMLElement} problem where the reason is shown
 * @param {() => Promise<void>} attempt
 * @param {string} [kind] more classes
 * @param {string} [about] what the button is about, for screen readers
 */
export function createDeed(label, problem, attempt, kind = "", about = "") {
  const button = createButton(label, () => void reportRefusal(problem, attempt), kind);
  if (about) button.append(html("span", { class: "unseen" }, ` ${about}`));
  return button;
}

/**
 * Create a button as `createDeed` does, with the place for the reason below it.
 * @param {string} label
 * @param {() => Promise<void>} attempt
 * @param {string} [kind] more classes
 */
export function createSoleDeed(label, attempt, kind) {
  const problem = createProblem();
  return html("div", {}, createDeed(label, problem, attempt, kind), problem);
}

/**
 * Create a field with its label, a hint, and room for an error.
 * @param {string} id
 * @param {string} label
 * @param {Record<string, Attribute>} attributes of the input
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
 * Create the field for the name of an account; the house says how long it may be.
 * @param {string} id
 * @param {string} autocomplete
 * @param {string} [hint]
 */
export const createNameField = (id, autocomplete, hint) =>
  createField(id, t("Name"), { name: "username", autocomplete }, NAME_CODES, hint);

/**
 * Create the field for the password to sign in.
 * @param {string} id
 */
export const createPasswordField = (id) =>
  createField(id, t("Password"), { name: "password", type: "password", autocomplete: "current-password" }, []);

/**
 * Create the field that tells password managers whose password a form is about.
 * @param {string} name
 */
export const createHiddenName = (name) =>
  html("input", { name: "username", autocomplete: "username", value: name, readonly: true, hidden: true });

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
  const problem = createProblem();
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
  busy.add(problem);
  try {
    const refused = await explainRefusal(problem, attempt);
    if (refused && OUTDATED.includes(refused.code)) location.reload();
  } finally {
    busy.delete(problem);
  }
}

/**
 * Fill a place with what is fetched, or with the reason of a refusal.
 * @param {HTMLElement} place
 * @param {() => Promise<HTMLElement>} create
 */
export async function fillPlace(place, create) {
  const problem = html("p", { class: "refusal" });
  if (await explainRefusal(problem, async () => place.replaceChildren(await create()))) place.replaceChildren(problem);
}

/**
 * Do something, and show the reason if it is refused; return the refusal, or null.
 * @param {HTMLElement} problem where the reason is shown
 * @param {() => Promise<unknown>} attempt
 */
export async function explainRefusal(problem, attempt) {
  problem.textContent = "";
  try {
    await attempt();
    return null;
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    problem.textContent = error.message;
    return error;
  }
}
