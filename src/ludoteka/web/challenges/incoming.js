/** The challenges to the reader, on the start page. */

import { callHouse, goTo } from "../common/api.js";
import { createButton, html, loadStyle } from "../common/elements.js";
import { loadTexts, t } from "../common/texts.js";
import { describeTimeControl, nameGame } from "../common/words.js";
import { Poller } from "../common/poller.js";
import { createProblem, explainRefusal } from "../common/forms.js";

/** @import {ChallengeEntry, Game} from "#api" */

/** Fetch the open challenges to the reader, newest first, and the texts to show them. @returns {Promise<ChallengeEntry[]>} */
async function fetchChallenges() {
  /** @type {ChallengeEntry[]} */ const found = await callHouse("/api/challenges");
  const incoming = found.filter((one) => !one.is_yours);
  if (incoming.length > 0) await loadTexts();
  return incoming;
}

/**
 * Show the challenges to the reader above something else while there are any, and keep them up to date.
 * @param {HTMLElement} place
 * @param {Game[]} games
 */
export async function showChallenges(place, games) {
  const list = html("ul", {});
  const problem = createProblem();
  const title = html("h2", { id: "challenges" });
  const section = html("section", { class: "challenges", "aria-labelledby": title.id, hidden: true }, title, list, problem);
  /** @param {ChallengeEntry[]} incoming */
  const show = (incoming) => {
    section.hidden = incoming.length === 0;
    title.textContent = incoming.length > 0 ? t("Challenges") : ""; // without any, its translation is not loaded
    const rows = incoming.map(({ id, game, clock, rated, challenger }) => {
      const name = challenger.standing === "bot" ? t("{name} (bot)", { name: challenger.name }) : challenger.name;
      const terms = [nameGame(games, game), describeTimeControl(clock), ...(rated ? [t("rated")] : [])].join(" · ");
      const buttons = [createButton(t("Accept"), () => void answer(id, "accept"), "primary"), createButton(t("Decline"), () => void answer(id, "decline"))];
      for (const button of buttons) button.append(html("span", { class: "unseen" }, ` ${challenger.name}`));
      return html("li", {}, html("div", {}, html("strong", {}, name), html("span", {}, terms)), html("p", { class: "row" }, ...buttons));
    });
    list.replaceChildren(...rows);
  };
  /** @param {string} id @param {"accept" | "decline"} reply */
  const answer = async (id, reply) => {
    const refused = await explainRefusal(problem, () => callHouse(`/api/challenges/${encodeURIComponent(id)}/${reply}`, {}));
    if (!refused && reply === "accept") return goTo(id);
    show(await fetchChallenges());
  };
  const [first] = await Promise.all([fetchChallenges(), loadStyle(new URL("challenges.css", import.meta.url))]);
  show(first);
  place.prepend(section);
  new Poller(fetchChallenges, show).continueFrom(first);
}
