/** The page of a user: their ratings, their scores and their matches. */

import { callHouse, fetchHouse } from "../common/api.js";
import { createChallenge } from "../challenges/challenge-form.js";
import { createButton, html, loadStyle } from "../common/elements.js";
import { openPage, showContent, showPage } from "../common/page.js";
import { plural, t } from "../common/texts.js";
import { createBlockButton } from "../reports/blocking.js";
import { MatchList } from "./match-list.js";
import { fetchResidentsMatches, residentPath } from "./profiles-api.js";
import { createRatingCharts } from "./ratings.js";
import { describeDay } from "../common/words.js";
import { createProblem, explainRefusal } from "../common/forms.js";

/** @import {House} from "../common/types.js" */
/** @import {Profile, ResidentsMatches} from "./profiles-api.js" */

const wanted = readName();

await openPage();
await showPage(t("Users"), showProfile, wanted);

/** Return the name in the address; an invalid encoding is returned unchanged. */
function readName() {
  const written = location.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

async function showProfile() {
  /** @type {[Profile, ResidentsMatches, House]} */
  const [profile, matches, { games }] = await Promise.all([callHouse(residentPath(wanted)), fetchResidentsMatches(wanted, {}), fetchHouse()]);
  const list = new MatchList(profile.name, games, matches);
  const columns = html("div", { class: "columns" }, createRatingCharts(profile, games), list.scores);
  const challenge = profile.is_followed === null ? null : createChallenge(profile.name, games);
  showContent(profile.name, createTitle(profile, challenge?.button), challenge?.sheet ?? "", columns, list.element);
}

/**
 * @param {Profile} profile
 * @param {HTMLElement} [challenge] the button that challenges them
 */
function createTitle(profile, challenge) {
  const since = describeDay(profile.made_at, "long");
  const followers = plural("{count} follower", "{count} followers", profile.followers);
  const facts = [...(profile.is_bot ? [t("bot")] : []), t("Here since {date}", { date: since }), ...(profile.followers > 0 ? [followers] : [])];
  const name = html("div", {}, html("h1", {}, profile.name), html("p", { class: "since" }, facts.join(" · ")));
  if (profile.is_own) {
    const hidden = profile.is_hidden && html("p", { class: "hint" }, t("Nobody else sees this page."));
    name.append(...(hidden ? [hidden] : []));
    return html("div", { class: "title" }, name, html("a", { class: "button", href: "/account" }, t("Your account")));
  }
  const deeds = html("div", { class: "row deeds" });
  if (profile.is_followed !== null && challenge) deeds.append(challenge, createFollowButton(profile, profile.is_followed), createBlockButton(profile.name, profile.is_blocked === true));
  deeds.append(createButton(t("Report"), () => void openReport(profile.name)));
  return html("div", { class: "title" }, name, deeds);
}

/** @param {string} name */
async function openReport(name) {
  const style = loadStyle(new URL("../reports/report.css", import.meta.url));
  const [{ reportResident }] = await Promise.all([import("../reports/report-dialog.js"), style]);
  reportResident(name);
}

/**
 * @param {Profile} profile
 * @param {boolean} isFollowed
 */
function createFollowButton({ name }, isFollowed) {
  const problem = createProblem();
  const press = async () => {
    await callHouse(`${residentPath(name)}/${isFollowed ? "unfollow" : "follow"}`, {});
    isFollowed = !isFollowed;
    button.setAttribute("aria-pressed", String(isFollowed));
  };
  const button = createButton(t("Follow"), () => void explainRefusal(problem, press));
  button.setAttribute("aria-pressed", String(isFollowed));
  return html("div", {}, button, problem);
}
