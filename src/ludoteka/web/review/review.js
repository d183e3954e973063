/** The script of the page with the review of a match: it asks for the review, shows how far it is, and then the review. */

import { Looks } from "../board/looks.js";
import { callHouse, fetchHouse, HouseError, matchPath, matchUrl } from "../common/api.js";
import { createButton, html } from "../common/elements.js";
import { createNotice, openPage, showContent } from "../common/page.js";
import { plural, t } from "../common/texts.js";
import { HindsightPage } from "./hindsight-page.js";
import { ReviewPage } from "./review-page.js";

/** @import {ReviewState} from "#api" */

const POLL_MILLISECONDS = 1000;

await openPage();
const match = decodeURIComponent(location.pathname.split("/").at(-2) ?? "");
await showReview();

/** Ask for the review and show it, or why there is none. */
async function showReview() {
  try {
    const { review } = await complete(await callHouse(`${matchPath(match)}/review`, {}));
    if (!review) return;
    const [looks, { games }] = await Promise.all([Looks.load(review.game), fetchHouse()]);
    const game = games.find((one) => one.name === review.game);
    const about = { match, game: review.game, looks, title: game?.title ?? review.game, levels: game?.levels ?? 0, usualLevel: game?.usual_level ?? 1 };
    const page = "hindsight" in review ? new HindsightPage(review, about) : new ReviewPage(review, about);
    showContent(t("Review"), ...page.elements);
    page.start();
  } catch (error) {
    if (!(error instanceof HouseError)) throw error;
    const back = html("a", { class: "button", href: matchUrl(match) }, t("Go to the match"));
    showContent("", createNotice(t("There is no review"), error.message, createButton(t("Try again"), showReview), back));
  }
}

/**
 * Show how far the review is until it is complete.
 * @param {ReviewState} begun
 */
async function complete(begun) {
  const bar = html("progress", { "aria-labelledby": "progress-text" });
  const text = html("p", { id: "progress-text", role: "status" });
  const back = html("a", { class: "button", href: matchUrl(match) }, t("Go to the match"));
  const explanation = t("Every move is being analysed. You can leave this page: the review will be saved.");
  const title = html("h1", {}, t("The match is being reviewed"));
  showContent(t("Review"), html("section", { class: "notice" }, title, text, bar, html("p", {}, explanation), html("p", { class: "row" }, back)));
  let state = begun;
  while (state.review === null) {
    bar.max = Math.max(1, state.total);
    bar.value = state.done;
    text.textContent = plural("{done} of {count} move", "{done} of {count} moves", state.total, { done: state.done });
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    state = await callHouse(`${matchPath(match)}/review`);
  }
  return state;
}
