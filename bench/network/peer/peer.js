/**
 * A boardgame.io server with default settings, matches in memory, and two games: a minimal one, whose move
 * changes three fields, and Tavlei by its rules. `node peer.js PORT` prints "listening" once it listens.
 */

import server from "boardgame.io/dist/cjs/server.js";
import { TAVLEI } from "./tavlei.js";

const SMALLEST = {
  name: "smallest",
  setup: () => ({ count: 0, last: "", seat: "0" }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    /** A move: every client receives it, and then it is the other seat's turn. */
    play: ({ G, playerID }, text) => {
      G.count += 1;
      G.last = text;
      G.seat = playerID;
    },
  },
};

const { Server, Origins } = server;
await Server({ games: [SMALLEST, TAVLEI], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
process.stdout.write("listening\n");
