/** What the parts of the match page have in common. */

/** @import {Board} from "../board/board.js" */
/** @import {Connection} from "./connection.js" */

/** A part of the page that sends commands, and gives the focus back to the board. */
export class Part {
  /**
   * @param {Connection} connection
   * @param {Board} board
   */
  constructor(connection, board) {
    this.connection = connection;
    this.board = board;
  }
}
