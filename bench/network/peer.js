/**
 * A boardgame.io server with its usual settings and the smallest of games: two seats, one move that changes three
 * fields. Matches are kept in memory.
 * `node peer.js PORT` says "listening" when it does.
 */

import server from "boardgame.io/dist/cjs/server.js";

const GAME = {
  name: "game",
  setup: () => ({ count: 0, last: "", seat: "0" }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    /** What a seat does: everybody is told of it, and it is the other's turn. */
    play: ({ G, playerID }, text) => {
      G.count += 1;
      G.last = text;
      G.seat = playerID;
    },
  },
};

const { Server, Origins } = server;
await Server({ games: [GAME], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
process.stdout.write("listening\n");
