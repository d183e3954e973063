/**
 * The types of the protocol between the house and its clients (docs/protocol.md). This module contains no code.
 *
 * @typedef {string | [text: string, values: Values] | [text: string, values: Values, plural: string]} Message
 *   a sentence to be translated
 * @typedef {{[name: string]: number | Message}} Values of the {names} in a message
 *
 * @typedef {{name: string, x: number, y: number, kind: string, label: Message | null, sheet: string, note?: string}} Place
 *   note: the reader's note on it
 * @typedef {{id: string, kind: string, seat: number, place: string, facing: number, arrows?: number[], numeral?: string, symbol: string, label: Message, stand?: Stand, counter?: [count: number, x: number, y: number, scale: number]}} Piece
 * @typedef {[x: number, y: number, scale: number]} Stand the offset of a piece from the centre of its place, and its size
 * @typedef {{places: Place[], lines: Line[], bounds: [left: number, top: number, width: number, height: number], columns: [x: number, letter: string][], rows: [y: number, number: string][]}} Layout
 * @typedef {{kind: string, place: string}} Mark
 * @typedef {{kind: string, points: [number, number][], sheet: string}} Line
 * @typedef {{name: string, label: Message, words?: Message}} Choice words: what can be typed instead of the label, separated by commas
 * @typedef {{label: Message, value: number | Message}} Entry
 * @typedef {{[name: string]: Trie | string}} Trie
 *   a name leads to the next; "" ends a path with its action text
 *
 * @typedef {{[name: string]: Prompts | Message}} Prompts
 *   a name leads to the next; "" has the prompt after the names so far
 *
 * @typedef {{[name: string]: Previews | Piece[]}} Previews
 *   a name leads to the next; "" ends a path with the pieces that would be on their places
 *
 * @typedef {Partial<Layout> & SceneContent} Scene the layout is present only where it may have changed
 * @typedef {object} SceneContent
 * @property {Message} status
 * @property {Piece[]} pieces
 * @property {Mark[]} marks
 * @property {Choice[]} choices
 * @property {number[]} dice
 * @property {Entry[]} panel
 * @property {Trie} paths
 * @property {Previews} previews
 * @property {Prompts} prompts
 *
 * @typedef {{letter: string, number: number, title: Message, kind: string, level: number, name: string, guest: number | null, standing: Standing, present: boolean, gone: number | null, claimable_in: number | null, yours: boolean, turned: boolean, hints: number}} Seat
 *   gone: for how many seconds this person has been away; claimable_in: after how many more seconds the others can claim
 * @typedef {"guest" | "resident" | "bot" | "former"} Standing of a person: without an account, with one, with one for a program, or with one that was deleted
 * @typedef {"draw" | "back"} Matter what people can offer each other
 * @typedef {[letter: string, text: string | null, says?: Message[]]} Move
 *   text: what the reader's seat heard of it, or null; says: the same in sentences, if the game has them
 *
 * @typedef {{match?: string, commitment: string, salts: [letter: string, salt: string][], seed: string | null}} Proof
 *   what the throws of a match are verified with; the seed is there once it is over
 * @typedef {object} ThrowCounts throw counts of all matches of a game
 * @property {string} game
 * @property {Message} title
 * @property {string} kind "fair" or "bag"
 * @property {number} faces
 * @property {number} throws
 * @property {number[]} counts by face, from 1
 * @property {number} chi_square
 * @property {number} degrees
 * @property {number | null} p the probability that fair dice are at least as uneven; null for bags and for few throws
 * @property {{text: string, length: number}} run the longest run of equal throws
 *
 * @typedef {Partial<Omit<View, "scene">> & {scene?: SceneChange}} Change
 * @typedef {Partial<Omit<Scene, "pieces">> & {pieces?: {set: Piece[], gone: string[]}}} SceneChange
 *
 * @typedef {object} View
 * @property {string} id
 * @property {string} room names the sequence of scenes in which ids of pieces are valid
 * @property {string} game
 * @property {boolean} scores results are scores, not 1, 0 and -1
 * @property {boolean} [turns_board] several people at one screen are first shown the board from the side of the player to move
 * @property {Record<string, unknown>} options
 * @property {boolean} whole it does not continue an earlier view
 * @property {Seat[]} seats
 * @property {string | null} seat the seat whose view this is; null for a spectator
 * @property {string | null} curtain the seat to which the screen must be handed before the board is shown
 * @property {string | null} to_act
 * @property {boolean} yours
 * @property {string | null} thrower the seat that throws now
 * @property {boolean} thinking
 * @property {boolean} waiting the match has not begun, because seats are free
 * @property {string | null} invitation the secret with which free seats are taken; null for readers who may not invite
 * @property {Scene} scene
 * @property {{from: number, list: Move[]}} moves
 * @property {Record<string, number> | null} result
 * @property {Clock | null} clock
 * @property {Proof | null} dice
 * @property {Record<string, Matter>} offers pending offers, by the letter of the seat that made them
 * @property {string | null} ending how it ended other than by the rules
 * @property {string} visibility "private" or "public"
 * @property {boolean} host_knows_secrets because they chose a secret option
 * @property {boolean} rated its result changes ratings
 * @property {string | null} tournament to which it belongs
 * @property {number} watching number of spectators
 * @property {Can} can
 *
 * @typedef {object} Can what the reader may do now
 * @property {boolean} back
 * @property {boolean} throw
 * @property {boolean} resign
 * @property {boolean} rematch
 * @property {boolean} leave
 * @property {boolean} fill
 * @property {boolean} offer_draw
 * @property {boolean} offer_back
 * @property {Matter[]} accept
 * @property {boolean} abort
 * @property {boolean} claim
 * @property {"" | "phrases" | "words"} chat
 * @property {boolean} hint
 *
 * @typedef {{n: number, seat: string, name: string, guest: number, phrase?: string, text?: string, at: number, yours: boolean}} ChatEntry
 *   a text, or a phrase by its id
 * @typedef {{text: string, path: string[]}} Hint an action, and the names to pick for it
 * @typedef {{code: string, message: Message, places: string[]}} Refusal
 * @typedef {{id: string, text: Message}} Phrase
 *
 * @typedef {object} Review of a match in a game without secrets
 * @property {string} game
 * @property {string} result
 * @property {ReviewedSeat[]} seats
 * @property {number[]} start chances to win at the start, in per mille, by seat
 * @property {number[]} end
 * @property {ReviewStep[]} steps
 * @property {{step: number, sentences: Message[]}[]} turning_points
 * @typedef {{letter: string, title: Message, moves: number, mean_loss: number, mistakes: number, grades: Record<string, number>, luck: number, skill: number}} ReviewedSeat
 *   moves: those with a choice; losses, luck and skill in millionths of the chance to win
 * @typedef {object} ReviewStep an action, or a throw, which has no grade
 * @property {string | null} seat
 * @property {string} text
 * @property {number[]} chances after it
 * @property {number[]} [luck] of each seat
 * @property {number} [loss]
 * @property {string} [grade]
 * @property {string[]} [best] the best line
 * @property {string[]} [path] the names to pick for its first action
 * @typedef {{seat: string, text: string | null, places: Record<string, string>, facts: Message[], says?: Message[]}} HindsightStep
 *   places: where everybody was after it, by seat; says: what was said of it aloud, which older reviews leave out
 * @typedef {{game: string, result: string, seats: string[], hindsight: HindsightStep[]}} Hindsight of a match in a game with secrets
 * @typedef {{done: number, total: number, review: Review | Hindsight | null}} ReviewState
 *
 * @typedef {{letter: string, title: Message}[]} Seats
 * @typedef {{value: unknown, title: Message, seats?: Seats}} OptionChoice seats: if this choice changes the seats
 * @typedef {{name: string, title: Message, choices: OptionChoice[], offered: number, file?: boolean, at_tables?: boolean, for_guests?: boolean, usual?: number, in_tournaments?: number}} Option in_tournaments: index of the choice that is selected at first in tournaments and between computers, if it is another; for_guests: asked only if other people may join; usual: so many choices are shown side by side; at_tables: tournaments set it by the size of a table; offered: index of the choice that is selected at first; file: another value can be given as a file
 * @typedef {{name: string, title: Message, summary: Message, seats: {letter: string, title: Message}[], options: Option[], levels: number, usual_level: number, scores: boolean, analysis: boolean, review: boolean, rated: boolean, tables: number[], puzzles: number}} Game tables: the possible table sizes of tournaments; analysis: the analysis board can show it; review: its matches can be reviewed; rated: they can be rated, if there are two players
 * @typedef {object} Analysed a position of an analysis
 * @property {Record<string, unknown>} options
 * @property {string} position
 * @property {{letter: string, number: number, title: Message, turned: boolean}[]} seats
 * @property {string | null} to_act
 * @property {Scene} scene
 * @property {[text: string, weight: number][]} throws the possible throws, with the number of equally likely rolls that give each
 * @property {Move[]} moves
 * @property {Message[]} says what the last action did
 * @property {Record<string, number> | null} result
 * @typedef {{game: string, title: Message, number: number, count: number, position: string, options: Record<string, unknown>, task: Message, level: number}} Puzzle
 * @typedef {{daily: {game: string, number: number} | null, games: {name: string, title: Message, levels: number[]}[]}} PuzzleList
 * @typedef {object} Attempt the outcome of an attempt at a puzzle
 * @property {"open" | "right" | "wrong" | "solved"} verdict
 * @property {string[]} actions those that are right or of a turn that is not over
 * @property {string[]} played the actions of both sides up to now
 * @property {string | null} hint what to pick first
 * @property {string[] | null} solution the actions of both sides, if it was asked for
 * @typedef {{version: string, welcome: string, games: Game[], phrases?: Phrase[]}} House
 * @typedef {{letter: string, title: Message, kind: string, level: number, name: string, guest: number | null, standing: Standing, yours: boolean}} Occupant
 * @typedef {{control: string, left: Record<string, number>, running: string | null, delay?: number}} Clock
 *   left: seconds, by letter; delay: seconds before the running clock begins to run
 * @typedef {{id: string, game: string, made_at: number, seats: Occupant[], result: Record<string, number> | null, yours: boolean, clock: string, visibility: string, rated: boolean}} MatchEntry
 * @typedef {object} OpenTable
 * @property {string} id
 * @property {string} game
 * @property {Record<string, unknown>} options
 * @property {string} clock the time control, "" for none
 * @property {number} made_at
 * @property {Occupant[]} seats
 * @property {boolean} host_knows_secrets because they chose a secret option
 * @property {boolean} rated its result changes ratings
 * @property {{name: string, guest: number | null, standing: Standing}} host
 * @typedef {{open: OpenTable[], playing: OpenTable[]}} OpenTables
 */

export {};
