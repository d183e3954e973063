/** The rules of Tavlei as a game of boardgame.io: the same as src/ludoteka/games/tavlei/rules.py, but without listing legal moves. */

const SIDE = 9;
const WIDTH = SIDE + 2; // the board and its border
const [EMPTY, ATTACKER, DEFENDER, KING, EXIT, RIM] = [0, 1, 2, 3, 4, 5];
const [ATTACKERS, DEFENDERS] = ["0", "1"];
const STEPS = [-WIDTH, 1, WIDTH, -1];
const SETUP = "x..aaa..x|....a....|....d....|a...d...a|aaddkddaa|a...d...a|....d....|....a....|x..aaa..x".split("|");
const THRONE = cell(4, 4);
const REACH = 3; // of the king
const INVALID = "INVALID_MOVE"; // as boardgame.io calls it

/** @param {number} row @param {number} column */
function cell(row, column) {
  return (row + 1) * WIDTH + column + 1;
}

/** @param {string} name "e2" */
function named(name) {
  return cell(SIDE - Number(name[1]), name.charCodeAt(0) - 97);
}

function setup() {
  const board = Array(WIDTH * WIDTH).fill(RIM);
  SETUP.forEach((line, row) => [...line].forEach((kind, column) => (board[cell(row, column)] = ".adkx".indexOf(kind))));
  return { board, winner: "" };
}

/** @param {string} seat @param {number} piece */
function owns(seat, piece) {
  return seat === ATTACKERS ? piece === ATTACKER : piece === DEFENDER || piece === KING;
}

/** @param {number[]} board @param {number} origin @param {number} target */
function reaches(board, origin, target) {
  const king = board[origin] === KING;
  for (const step of STEPS) {
    let place = origin + step;
    for (let far = 1; board[place] === EMPTY || (king && board[place] === EXIT); far += 1, place += step) {
      if (king && far > REACH) break;
      if (place === target) return king || place !== THRONE;
    }
  }
  return false;
}

/** @param {number[]} board @param {number} beyond @param {number} piece */
function isJaw(board, beyond, piece) {
  const other = board[beyond];
  if (other === EXIT) return true;
  if (piece === ATTACKER) return other === DEFENDER || other === KING || beyond === THRONE;
  return other === ATTACKER || (piece === DEFENDER && beyond === THRONE && other === EMPTY);
}

/** @param {number[]} board @param {string} mover @param {number} target @param {number} step */
function isCaptured(board, mover, target, step) {
  const victim = target + step;
  const piece = board[victim];
  if (piece === EMPTY || piece >= EXIT || owns(mover, piece)) return false;
  if (piece === KING && [0, 1, WIDTH].includes(Math.abs(victim - THRONE))) {
    return STEPS.every((one) => victim + one === THRONE || board[victim + one] === ATTACKER);
  }
  return isJaw(board, victim + step, piece);
}

/** @param {number[]} board @param {number} origin */
function isFree(board, origin) {
  const king = board[origin] === KING;
  return STEPS.some((step) => {
    let beside = origin + step;
    if (beside === THRONE && !king && board[beside] === EMPTY) beside += step;
    return board[beside] === EMPTY || (king && board[beside] === EXIT);
  });
}

/** @param {{G: {board: number[], winner: string}, playerID: string}} context @param {string} text "e2-f2" */
function play({ G, playerID }, text) {
  const board = [...G.board]; // a plain array is faster than the draft
  const [origin, target] = text.split("-").map(named);
  if (!owns(playerID, board[origin]) || !reaches(board, origin, target)) return INVALID;
  const piece = board[origin];
  if (piece === KING && board[target] === EXIT) G.winner = DEFENDERS;
  board[origin] = EMPTY;
  board[target] = piece;
  for (const step of STEPS) {
    if (isCaptured(board, playerID, target, step)) {
      if (board[target + step] === KING) G.winner = ATTACKERS;
      board[target + step] = EMPTY;
    }
  }
  const other = playerID === ATTACKERS ? DEFENDERS : ATTACKERS;
  if (!G.winner && !board.some((one, place) => owns(other, one) && isFree(board, place))) G.winner = playerID;
  G.board = board;
  return undefined;
}

export const TAVLEI = {
  name: "tavlei",
  setup,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play },
  /** @param {{G: {winner: string}}} context */
  endIf: ({ G }) => (G.winner ? { winner: G.winner } : undefined),
};
