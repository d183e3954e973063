/** A board in words: places, pieces, previews, and what the game tells beside it. */

import { html } from "../common/elements.js";
import { say, t } from "../common/texts.js";
import { findFor } from "./paths.js";

/** @import {Piece} from "#api" */
/** @import {Place, Scene} from "../common/types.js" */

const DIRECTIONS = 8;
const READABLE = /^[\p{L}\p{N}]+$/u;

/**
 * Describe a piece: "white Tri, facing right, arrows up, right, down".
 * @param {Piece} piece
 */
function describePiece({ label, facing, arrows = [] }) {
  const ways = [t("facing up"), t("facing right"), t("facing down"), t("facing left")];
  const seen = facing ? ways[facing % ways.length] : "";
  return [say(label), seen, describeArrows(facing, arrows)].filter(Boolean).join(", ");
}

/**
 * @param {number} facing
 * @param {number[]} arrows eighths of a turn clockwise from where it faces
 */
function describeArrows(facing, arrows) {
  if (arrows.length === 0) return "";
  if (arrows.length === DIRECTIONS) return t("arrows to all sides");
  const words = [t("up"), t("up right"), t("right"), t("down right"), t("down"), t("down left"), t("left"), t("up left")];
  const ways = arrows.map((arrow) => words[(2 * facing + arrow) % DIRECTIONS]);
  return t("arrows {ways}", { ways: ways.join(", ") });
}

/**
 * Name a place for people: by its label if its name is meant for programs, as "g-off" is.
 * @param {Place} place
 */
export function namePlace({ name, label }) {
  return label && !READABLE.test(name) ? say(label) : name;
}

/**
 * Describe a place: "e5, throne, king"; "a1, 15 × man"; "men borne off, empty".
 * @param {Place} place
 * @param {Piece[]} pieces on this place
 */
export function describePlace(place, pieces) {
  const { label, note = "" } = place;
  /** @type {Map<string, number>} */ const counts = new Map();
  for (const piece of pieces.map(describePiece)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const men = [...counts].map(([piece, count]) => (count > 1 ? `${count} × ${piece}` : piece));
  const names = new Set([namePlace(place), label ? say(label) : ""]);
  return [...names, ...(men.length ? men : [t("empty")]), note].filter(Boolean).join(", ");
}

/**
 * Return the pieces as they would be after these picks, on the places that they change; none if there is no preview.
 * @param {Scene} scene
 * @param {string[]} path
 * @returns {Piece[]}
 */
export function findPreview({ previews, choices }, path) {
  const [place, last] = path.slice(-2);
  const facing = choices.find(({ name }) => name === last)?.facing;
  if (facing === undefined) return findFor(previews, path) ?? [];
  return (findFor(previews, path.slice(0, -1)) ?? []).map((piece) => (piece.place === place ? { ...piece, facing } : piece));
}

/**
 * Describe the preview of a path in words, for the button that would complete it; "" if there is none.
 * @param {Scene} scene
 * @param {string[]} path
 */
export function describeThen(scene, path) {
  const pieces = findPreview(scene, path).map((piece) => `${piece.place}: ${describePiece(piece)}`);
  return pieces.length > 0 ? t("then {pieces}", { pieces: pieces.join(", ") }) : "";
}

/**
 * Return what a game tells beside its board, as terms and values.
 * @param {Scene} scene
 */
export function listPanel({ panel }) {
  return panel.flatMap(({ label, value }) => [html("dt", {}, say(label)), html("dd", {}, say(value))]);
}
