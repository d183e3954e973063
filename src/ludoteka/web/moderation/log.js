/** The moderation log, newest first. */

import { HouseError, matchUrl } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { isolate, t } from "../common/texts.js";
import { describeHours } from "./duration.js";
import { fetchActs } from "./moderation-api.js";
import { describeActs, describeRoles, describeTime, linkPerson } from "./words.js";

/** @import {Act} from "./moderation-api.js" */

/**
 * Create the section.
 * @param {{acts: Act[], next: number | null}} first
 */
export function createLog({ acts, next }) {
  const list = html("ul", { class: "entries" }, ...acts.map((one) => createEntry(one)));
  const none = acts.length === 0 && html("p", { class: "hint" }, t("Nothing has been done yet."));
  const section = html(
    "section",
    { class: "sheet", "aria-labelledby": "log" },
    html("h2", { id: "log" }, t("Log")),
    html("p", { class: "hint" }, t("What the moderators have done. Nobody can change it here.")),
    none,
    list,
  );
  if (next !== null) section.append(createMore(list, next));
  return section;
}

/**
 * @param {HTMLElement} list
 * @param {number} next
 */
function createMore(list, next) {
  const problem = html("p", { class: "refusal", role: "alert" });
  const more = createButton(t("Show more"), async () => {
    problem.textContent = "";
    try {
      const part = await fetchActs(next);
      list.append(...part.acts.map((one) => createEntry(one)));
      if (part.next === null) more.remove();
      else next = part.next;
    } catch (error) {
      if (!(error instanceof HouseError)) throw error;
      problem.textContent = error.message;
    }
  });
  return html("div", {}, more, problem);
}

/**
 * Show an entry.
 * @param {Act} act
 * @param {HTMLElement} [button] for an action on it
 */
export function createEntry(act, button) {
  const { at, by, kind, about, match, reason } = act;
  const facts = html("span", {}, describeTime(at), " · ", by === null ? t("the owner of the server") : by || t("a former user"));
  if (match) facts.append(" · ", html("a", { href: matchUrl(match) }, t("The match")));
  const detail = describeDetail(act);
  const text = [about ? [linkPerson(about)] : [], detail ? [about ? ` (${detail})` : detail] : []].flat();
  return html(
    "li",
    {},
    html("div", {}, html("strong", {}, describeActs()[kind] ?? kind), text.length > 0 && html("p", {}, ...text), reason && html("p", { class: "quoted", dir: "auto" }, reason), facts),
    button,
  );
}

/** Say what changed, in the reader's language. @param {Act} act */
function describeDetail({ kind, detail }) {
  if (kind === "let-in") return "";
  if (kind === "shut-out") return describeHours(Number(detail));
  const parts = detail.split(" → ");
  return parts.map((part) => (kind === "role" ? describeRoles()[part] : null) ?? isolate(part)).join(" → ");
}
