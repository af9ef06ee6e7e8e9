// What the server says, as types: protocol/json_lines/README.md is their document.

/** @typedef {import("../../web/assets/board.js").Changes} Changes */
/** @typedef {import("../../web/assets/board.js").BoardData} BoardData */
/** @typedef {import("../../web/assets/values.js").Judged} Judged */

/**
 * @typedef {{kind: "person", name?: string | null}} PersonSeat
 * @typedef {{kind: "engine", level?: string | null, seconds?: number | null, visits?: number | null,
 *   name?: string | null}} EngineSeat
 * @typedef {PersonSeat | EngineSeat} Seat
 * @typedef {{left: number, stones?: number, periods?: number, running: boolean}} SeatClock
 * @typedef {{main: number, increment?: number, period?: number, periods?: number,
 *   stones?: number}} Clock
 * @typedef {{name: string, colour: string, called: string, seat: Seat, clock: SeatClock | null}} Player
 */

/**
 * A move that may be made. Games whose moves are more than a cell say which decision it is.
 * @typedef {{move: string, cell: number, letter?: string, word?: string, changes?: Changes}} Legal
 * @typedef {{ply: number, player: number, move: string, cell: number, forced: boolean, by: string,
 *   seconds: number, changes: Changes, judged: Judged | null, scores?: string[]}} Made
 */

/**
 * A chain of Acquire, and what lies open there: `bonuses` and `shares` by player and by chain.
 * @typedef {{name: string, letter: string, size: number, safe: boolean, price: number, majority: number,
 *   minority: number, bank: number, bonuses: number[]}} Chain
 * @typedef {{cash: number, worth: number, shares: number[], tiles: number}} Holding
 * @typedef {{turn: number, called: boolean, bag: number, out: string[], chains: Chain[], seats: Holding[],
 *   merger: {survivor: string, defunct: string[], now: string | null} | null}} Table
 */

/**
 * @typedef {object} Position
 * @property {string} text
 * @property {string} hash
 * @property {string} cells
 * @property {number} mover
 * @property {string} kind
 * @property {boolean} over
 * @property {Legal[]} legal
 * @property {boolean} forced
 * @property {number[] | null} counts
 * @property {string[] | null} scores
 * @property {string | null} say
 * @property {string[] | null} [hand] the tiles of `holder`, of which nobody else may know
 * @property {number | null} [holder]
 * @property {Table} [table]
 */

/**
 * @typedef {{text: string, end: string, scores: number[], rewards: number[], winners: number[]}} Result
 */

/**
 * @typedef {object} State
 * @property {number} version
 * @property {string} game
 * @property {number} size
 * @property {string | null} rules
 * @property {number | null} komi
 * @property {string} title
 * @property {Player[]} players
 * @property {string} start
 * @property {string} start_cells
 * @property {number} ply
 * @property {number} plies
 * @property {Made[]} moves
 * @property {Position} position
 * @property {"person" | "engine" | "paused" | "over"} waiting
 * @property {boolean} thinking
 * @property {Clock | null} clock
 * @property {Result | null} result
 * @property {boolean} undo
 * @property {boolean} redo
 * @property {{on: boolean}} watch
 * @property {{on: boolean}} losses
 * @property {string} link
 */

/**
 * A move that the engine thinks of. `winrate` and `lead` are those of who is to move.
 * @typedef {{move: string, cell: number, visits: number, winrate: number, lead: number | null,
 *   certain: number | null, margin: number | null, source: string, pv: string[]}} Candidate
 */

/**
 * @typedef {object} Thoughts
 * @property {number} version
 * @property {number} ply
 * @property {string} by
 * @property {number} player
 * @property {number} visits
 * @property {number} seconds
 * @property {number} winrate
 * @property {number | null} lead
 * @property {Candidate[]} moves
 * @property {(number | [number, number] | null)[]} [ownership]
 */

/**
 * A game that can be played.
 * @typedef {{name: string, title: string, players: string[], colours: string[], sizes: number[],
 *   rules: string[], komi: number | null, unit: "discs" | "share", squares: boolean, formats: string[],
 *   bots: string[], hidden: boolean, letters: string[]}} GameRow
 * @typedef {{name: string, kind: string, about: string}} LevelRow
 */

/**
 * Anything that the server says.
 * @typedef {{type: string, id?: number | string | null, code?: string, text?: string} &
 *   Record<string, any>} Message
 */

export {};
