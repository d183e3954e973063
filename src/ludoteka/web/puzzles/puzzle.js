/** The script of the page of a puzzle. */

import { Looks } from "../board/looks.js";
import { HouseError } from "../common/api.js";
import { fetchPuzzle } from "./puzzle-api.js";
import { createNotice, openPage, showContent } from "../common/page.js";
import { say, t } from "../common/texts.js";
import { PuzzlePage } from "./puzzle-page.js";

await openPage();
const [game = "", number = ""] = location.pathname.split("/").slice(-2).map(decodeURIComponent);
try {
  const [puzzle, looks] = await Promise.all([fetchPuzzle(game, Number(number)), Looks.load(game)]);
  const page = new PuzzlePage(puzzle, looks);
  const values = { game: say(puzzle.title), number: String(puzzle.number) };
  showContent(t("{game}: puzzle {number}", values), ...page.elements);
  await page.begin();
} catch (error) {
  if (!(error instanceof HouseError)) throw error;
  showContent(t("Puzzles"), createNotice(t("This puzzle can't be opened"), error.message));
}
