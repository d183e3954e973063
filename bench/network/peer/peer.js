/**
 * A boardgame.io server with default settings and two games: a minimal one, whose move changes three fields, and
 * Tavlei by its rules. `node peer.js PORT [FOLDER]` prints "listening" once it listens. Matches are kept in memory, or
 * in the files of a folder by FlatFile, the only other storage that boardgame.io contains.
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

const { Server, Origins, FlatFile } = server;
const [port, folder] = process.argv.slice(2);
const storage = folder ? { db: new FlatFile({ dir: folder }) } : {};
await Server({ games: [SMALLEST, TAVLEI], origins: [Origins.LOCALHOST], ...storage }).run(Number(port));
// Every two minutes, FlatFile's library reads all files to remove expired ones, and a file that is just being written
// stops the server.  Nothing expires here.
if (folder) storage.db.games.stopExpiredKeysInterval();
process.stdout.write("listening\n");
