/** The form in which guests enter their names; users have theirs already. */

import { html } from "./elements.js";
import { HouseError, fetchName, renameGuest } from "./api.js";
import { t } from "./texts.js";

const LONGEST_NAME = 40;

/** Create the form for the reader's name, which other people see. */
export function createNameForm() {
  const field = html("input", { id: "name", maxlength: LONGEST_NAME, autocomplete: "nickname", spellcheck: "false", "aria-describedby": "name-answer" });
  const told = html("span", { id: "name-answer", role: "status" });
  /** @param {() => Promise<string>} ask */
  const show = async (ask, text = "") => {
    try {
      field.value = await ask();
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
    void show(() => renameGuest(field.value), t("Saved"));
  };
  let isEdited = false;
  field.addEventListener("input", () => (isEdited = true));
  void show(async () => {
    const name = await fetchName();
    return isEdited ? field.value : name; // what was typed meanwhile stays
  });
  return html(
    "form",
    { class: "naming", submit: save },
    html("label", { for: "name" }, t("Your name")),
    field,
    html("button", { class: "button" }, t("Save")),
    told,
  );
}
