/** The script of the match page: it connects, and shows the match when the first view comes. */

import { Connection } from "./connection/connection.js";
import { byId, html } from "../common/elements.js";
import { fetchHouse } from "../common/api.js";
import { Looks } from "../board/looks.js";
import { showContent, createNotice, openPage } from "../common/page.js";
import { MatchPage } from "./match-page.js";
import { say, t } from "../common/texts.js";

/** @import {View} from "../common/types.js" */

await openPage();
const match = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
byId("top").after(html("p", { id: "connection", role: "status" }));
showContent("", html("p", { class: "setting-up", role: "status" }, html("span", { class: "thinking" }, t("Setting up the board"))));
const house = fetchHouse().catch(() => ({ games: [], phrases: [] }));
/** @type {Promise<MatchPage> | null} */ let play = null;

const connection = new Connection(match, {
  onView(view) {
    const isFirst = play === null;
    play ??= createMatchPage(view);
    void play.then((one) => {
      one.show(view);
      if (isFirst) focusBoard(view);
    });
  },
  onRefusal(refusal, command) {
    if (play) void play.then((one) => one.showRefusal(refusal, command));
    else showContent("", createNotice(t("This match can't be opened"), say(refusal.message)));
  },
  onChat: (entries) => void play?.then((one) => one.showChat(entries)),
  onHint: (hint) => void play?.then((one) => one.showHint(hint)),
  onRematch: (id) => void play?.then((one) => one.offerRematch(id)),
  onState: (isOpen) => showConnectionState(isOpen),
  onMissing() {
    showContent(
      t("Match not found"),
      createNotice(t("Match not found"), t("There's no match at this address. Part of the address may be missing.")),
    );
  },
});

/**
 * Create the page for the game of the first view.
 * @param {View} view
 */
async function createMatchPage(view) {
  const [looks, { games, phrases = [] }] = await Promise.all([Looks.load(view.game), house]);
  const game = games.find((one) => one.name === view.game);
  const title = game?.title ?? view.game;
  const canBeAnalysed = game?.analysis ?? false;
  const canBeReviewed = game?.review ?? false;
  const details = { title, levels: game?.levels ?? 0, usualLevel: game?.usual_level ?? 0, phrases, canBeAnalysed, canBeReviewed };
  const play = new MatchPage(view, { connection, looks, details });
  showContent("", ...play.elements);
  return play;
}

/**
 * Put a player's focus on the board, unless it is already where it is needed.
 * @param {View} view the first one
 */
function focusBoard({ seats, waiting, result }) {
  const isPlaying = seats.some((seat) => seat.yours) && !waiting && !result;
  /** @type {SVGElement | null} */ const board = document.querySelector(".stage > .board");
  if (isPlaying && document.activeElement === document.body) board?.focus({ preventScroll: true });
}

/** @param {boolean} isOpen */
function showConnectionState(isOpen) {
  const text = isOpen ? [] : [html("span", { class: "thinking" }, t("Connection lost. Reconnecting"))];
  byId("connection").replaceChildren(...text);
  document.body.classList.toggle("offline", !isOpen);
}
