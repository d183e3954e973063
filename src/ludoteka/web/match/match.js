/** The page of a match: connects, and once the first view is there lets the players play. */

import { Connection } from "./connection/connection.js";
import { byId, html } from "../common/elements.js";
import { house } from "../common/api.js";
import { Looks } from "../board/looks.js";
import { fill, notice, openPage } from "../common/page.js";
import { Play } from "./match-page.js";
import { say, t } from "../common/texts.js";

/** @import {View} from "../common/types.js" */

await openPage();
const match = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
byId("top").after(html("p", { id: "connection", role: "status" }));
const offer = house().catch(() => ({ games: [], phrases: [] }));
/** @type {Promise<Play> | null} */ let play = null;

const connection = new Connection(match, {
  view(view) {
    play ??= begin(view);
    void play.then((one) => one.show(view));
  },
  refused(refusal, command) {
    if (play) void play.then((one) => one.refuse(refusal, command));
    else fill("", notice(t("This match cannot be opened"), say(refusal.message)));
  },
  chat: (entries) => void play?.then((one) => one.hear(entries)),
  rematch: (id) => void play?.then((one) => one.invite(id)),
  state: (isOpen) => showConnection(isOpen),
  missing() {
    fill(
      t("No such match"),
      notice(t("No such match"), t("There is no match at this address. Perhaps a part of it was lost on the way.")),
    );
  },
});

/**
 * Lay out the page for the game that the first view is of.
 * @param {View} view
 */
async function begin(view) {
  const [looks, { games, phrases = [] }] = await Promise.all([Looks.of(view.game), offer]);
  const game = games.find((one) => one.name === view.game);
  const known = { title: game?.title ?? view.game, levels: game?.levels ?? 0, phrases };
  const play = new Play(view, { connection, looks, ...known });
  fill("", ...play.elements);
  return play;
}

/** @param {boolean} isOpen */
function showConnection(isOpen) {
  const text = isOpen ? [] : [html("span", { class: "thinking" }, t("The connection is lost. Trying again"))];
  byId("connection").replaceChildren(...text);
  document.body.classList.toggle("offline", !isOpen);
}
