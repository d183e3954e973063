/** The form in which guests enter their names; users have theirs already. */

import { html } from "./elements.js";
import { callHouse, HouseError } from "./api.js";
import { t } from "./texts.js";

const LONGEST_NAME = 40;

/** Create the form for the reader's name, which other people see. */
export function createNameForm() {
  const field = html("input", { id: "name", maxlength: LONGEST_NAME, autocomplete: "nickname", spellcheck: "false", "aria-describedby": "name-answer" });
  const told = html("span", { id: "name-answer", role: "status" });
  /** @param {Promise<{name: string}>} answer @param {string} text */
  const show = async (answer, text) => {
    try {
      const { name } = await answer;
      if (text || !isEdited) field.value = name; // what was typed meanwhile stays
      told.textContent = text;
      field.removeAttribute("aria-invalid");
    } catch (error) {
      if (!(error instanceof HouseError)) throw error;
      told.textContent = error.message;
      field.setAttribute("aria-invalid", "true");
    }
  };
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    void show(callHouse("/api/guest", { name: field.value }), t("Saved"));
  };
  let isEdited = false;
  field.addEventListener("input", () => (isEdited = true));
  void show(callHouse("/api/guest"), "");
  return html(
    "form",
    { class: "naming row", submit: save },
    html("label", { for: "name" }, t("Your name")),
    field,
    html("button", { class: "button" }, t("Save")),
    told,
  );
}
