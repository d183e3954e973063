/** The form for the settings that the owner can change. */

import { html } from "../common/elements.js";
import { LANGUAGES, t } from "../common/texts.js";
import { createField, createForm } from "../account/forms.js";
import { changeSettings } from "./settings-api.js";

/** @import {Facts, OwnSettings} from "./settings-api.js" */

const LONGEST_NAME = 40; // characters
const LONGEST_WELCOME = 500;

/** Who can create an account, in words. @returns {Record<string, string>} */
const describeRegistration = () => ({ open: t("Everybody"), invitation: t("People with an invitation"), providers: t("People who come through a sign-in service"), closed: t("Nobody") });

/**
 * Create the section.
 * @param {OwnSettings} settings
 * @param {Facts} facts
 * @param {(message: string) => Promise<void>} reopen
 */
export function createSettingsForm(settings, facts, reopen) {
  const name = createField("house-name", t("Name of the house"), { required: false, maxlength: LONGEST_NAME, autocomplete: "off", value: settings.name, placeholder: "Ludoteka" }, ["bad-words"]);
  const welcome = createField("welcome", t("Welcome on the start page"), { required: false, maxlength: LONGEST_WELCOME, autocomplete: "off", value: settings.welcome }, [], t("One or two sentences. Without them, the page says what it always says, in the reader's language."));
  const boxes = Object.entries(LANGUAGES).map(([code, title]) =>
    html("label", { class: "choice", lang: code }, html("input", { type: "checkbox", name: "language", value: code, checked: settings.languages.includes(code) }), html("span", {}, title)),
  );
  const languages = html("fieldset", {}, html("legend", {}, t("Languages")), ...boxes);
  const registration = createRegistration(settings, facts);
  const save = async () => {
    const chosen = [...languages.querySelectorAll("input")].filter((box) => box.checked).map((box) => box.value);
    const who = /** @type {OwnSettings["registration"]} */ (registration.select.value);
    await changeSettings({ name: name.input.value, welcome: welcome.input.value, languages: chosen, registration: who });
    await reopen(t("The settings are saved. Pages that are open show them when they are loaded again."));
  };
  const form = createForm([name, welcome, languages, registration.element], t("Save the settings"), save);
  return html("section", { class: "sheet", "aria-labelledby": "settings" }, html("h2", { id: "settings" }, t("Settings")), form);
}

/**
 * @param {OwnSettings} settings
 * @param {Facts} facts
 */
function createRegistration({ registration }, { started_registration: started }) {
  const words = describeRegistration();
  const usual = html("option", { value: "", selected: registration === "" }, t("As the command line says: {who}", { who: words[started] ?? started }));
  const choices = Object.entries(words).map(([value, text]) => html("option", { value, selected: value === registration }, text));
  const select = html("select", { id: "registration" }, usual, ...choices);
  return { select, element: html("div", { class: "field" }, html("label", { for: "registration" }, t("Who can create an account")), select) };
}
