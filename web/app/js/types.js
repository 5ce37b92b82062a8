/**
 * The shapes of data that modules share; docs/api.md describes those of the server.
 *
 * @typedef {'red' | 'blue'} Color
 * @typedef {{ red: string, blue: string }} Names
 *
 * @typedef {object} Board
 * @property {'plane' | 'cylinder' | 'torus'} topology
 * @property {number} cols
 * @property {number} rows
 *
 * @typedef {{ col: number, row: number }} Cell   Both counted from 0.
 *
 * @typedef {object} Seasons
 * @property {string} layout   Rows of digits: 123/231.
 * @property {Names} years
 * @property {string} [no_move]
 *
 * @typedef {object} Rules
 * @property {string} board
 * @property {Color} first
 * @property {string} turns
 * @property {string} swap
 * @property {Seasons | null} seasons
 *
 * @typedef {object} Certificate
 * @property {Color} color
 * @property {string[]} cells
 * @property {[number, number]} winding
 *
 * @typedef {object} Ending
 * @property {Color | null} winner
 * @property {'board' | 'resignation' | 'time' | 'other' | 'no-cell'} [cause]   Not in what was kept by older versions.
 * @property {string} text   In the words of the program.
 *
 * @typedef {object} Position
 * @property {Rules} rules
 * @property {string} rules_text
 * @property {{ red: string[], blue: string[] }} stones
 * @property {Record<string, number>} numbers
 * @property {string | null} last
 * @property {Color | null} to_move
 * @property {boolean} coin_due
 * @property {boolean} can_swap
 * @property {boolean} must_pass
 * @property {{ red: number, blue: number } | null} seasons
 * @property {boolean} sides_swapped
 * @property {Ending | null} ending
 * @property {Certificate | null} certificate
 * @property {BookView | null} [book]   What the opening book knows of it; live games do not tell.
 *
 * @typedef {{ value: number, best: string[], map: ScoreMap }} BookView   Chances and replies of who is to move.
 *
 * @typedef {{ color: Color, move: string }} Ply
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {number} revision
 * @property {Names} players
 * @property {Names} seats
 * @property {Ply[]} plies
 * @property {Position} position
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {boolean} player_to_move
 * @property {boolean} thinking
 * @property {boolean} paused
 * @property {number} pace
 * @property {number} seed
 * @property {string | null} note
 * @property {Apart | null} apart   The people, where they sit in two browsers; all by the colour that is played now.
 *
 * @typedef {object} Apart
 * @property {Names} names
 * @property {{ base: number, increment: number, left: { red: number, blue: number }, running: Color | null } | null} clock   In milliseconds.
 * @property {{ by: Color, what: 'take-back' | 'rematch' } | null} offer
 * @property {string | null} next   The game in which they meet again.
 *
 * @typedef {{ red: boolean, blue: boolean }} Present   Which people are here, by the colour at the start.
 *
 * @typedef {object} Beginning   How a game would begin, and who could play it.
 * @property {Position} position
 * @property {Suits[]} players
 *
 * @typedef {{ player: string, red: string | null, blue: string | null }} Suits   Why a player cannot play a colour, if so.
 *
 * @typedef {object} ScoreMap
 * @property {string} name
 * @property {'higher' | 'lower'} better
 * @property {[string, number][]} scores
 *
 * @typedef {{ moves: string[], value: number, visits: number }} Line   One of the ways on, as a player sees it.
 *
 * @typedef {object} Choice
 * @property {string} move
 * @property {number | null} value
 * @property {string[]} line
 * @property {Line[]} lines   The best ways on, where the player compares them.
 * @property {ScoreMap[]} maps
 * @property {{ count: number, unit: string }} work
 * @property {boolean} resigns
 * @property {string | null} note
 * @property {{ text: string, cells: string[] } | null} [reason]   Why a strategy wants this move.
 * @property {number} seconds
 *
 * @typedef {object} Thought
 * @property {number} revision
 * @property {Color} color
 * @property {string} player
 * @property {boolean} done
 * @property {Choice} choice
 *
 * @typedef {object} OptionKind
 * @property {'whole' | 'real' | 'time' | 'flag' | 'words' | 'file'} type
 * @property {number} [min]
 * @property {number} [max]
 * @property {string[]} [words]
 * @property {string} text   In words.
 *
 * @typedef {{ name: string, kind: OptionKind, default: string, help: string }} PlayerOption
 *
 * @typedef {object} Player
 * @property {string} name
 * @property {string} summary
 * @property {string} supports
 * @property {PlayerOption[]} options
 *
 * @typedef {object} Level   One of the twelve opponents that are offered first.
 * @property {number} number
 * @property {string} name
 * @property {string} spec   What to ask for.
 * @property {number} rating   In Elo points; level 1 has 500.
 * @property {string} player   Who is behind it.
 * @property {string} random_turns   Who is behind it where a coin decides.
 *
 * @typedef {object} Edit
 * @property {string[]} [red]
 * @property {string[]} [blue]
 * @property {string[]} [empty]
 * @property {Color} [to_move]
 *
 * @typedef {object} RecordNode   A node of a record in JSON.
 * @property {number} [parent]
 * @property {Color} [color]
 * @property {string} [move]
 * @property {unknown} [forfeit]
 * @property {Edit} [edit]
 * @property {string} [comment]
 * @property {{ cell: string, text: string }[]} [labels]
 * @property {{ name: string, values: string[] }[]} [properties]   Of SGF, with their escapes.
 *
 * @typedef {object} GameRecord
 * @property {string} format
 * @property {number} version
 * @property {Rules} rules
 * @property {{ players?: Names, [key: string]: unknown }} [info]
 * @property {string} [view]   HexWorld's settings and a number of moves: r9nc1,4.
 * @property {RecordNode[]} nodes
 *
 * @typedef {{ done: number, total: number }} Standing
 *
 * @typedef {object} Experiment
 * @property {string} name
 * @property {boolean} quick_match
 * @property {string} title
 * @property {string} source
 * @property {string} about
 * @property {'new' | 'waiting' | 'running' | 'stopped' | 'done'} state
 * @property {boolean} quick   Whether the run that goes on or waits is a short one.
 * @property {Standing} full
 * @property {Standing} short
 * @property {string | null} fault
 *
 * @typedef {{ type: 'text', text: string }
 *   | { type: 'table', caption: string, head: string[], rows: [string, string][][] }
 *   | { type: 'figures', figures: { caption: string, svg: string }[] }} ReportBlock   Cells have a text and a tone.
 *
 * @typedef {object} Report
 * @property {string} title
 * @property {string[]} lead
 * @property {[string, string][]} facts
 * @property {{ title: string, blocks: ReportBlock[] }[]} sections
 *
 * @typedef {object} LabGame   A game of an experiment.
 * @property {string} key
 * @property {string} part
 * @property {number} number
 * @property {string} rules
 * @property {Names} players
 * @property {number} moves
 * @property {Color | null} winner
 * @property {string} reason
 *
 * @typedef {object} Listed
 * @property {string} id
 * @property {number} created
 * @property {number} updated
 * @property {string} rules
 * @property {Names} players
 * @property {Names} [names]   Of people in two browsers.
 * @property {number} moves
 * @property {Ending | null} ending
 *
 * @typedef {{ type: 'waiting', ahead: number }
 *   | { type: 'thought' | 'choice', choice: Choice }
 *   | { type: 'value', index: number, red: number | null, best: string | null }
 *   | { type: 'progress', nodes: number }
 *   | { type: 'solution', winner?: Color | null, red?: number, moves: string[], nodes?: number, seconds: number, theorem?: string }} AnalysisLine
 *
 * @typedef {{ board: string, first: Color, winner: Color, winning_moves: string[], complete: boolean, nodes: number, seconds: number }} SolvedBoard
 *
 * @typedef {object} Trial   How a strategy did against every reply.
 * @property {boolean} wins
 * @property {number | null} positions
 * @property {'loses' | 'no-move' | 'illegal' | null} how
 * @property {GameRecord | null} record   The shortest game in which it fails.
 * @property {number} seconds
 *
 * @typedef {{ path: 'tables', body: { boards: string, first?: Color } }
 *   | { path: 'verifications', body: { record: GameRecord, strategy: string, color: Color } }} Exact   An exact question.
 *
 * @typedef {{ type: 'waiting', ahead: number }
 *   | { type: 'progress', nodes: number }
 *   | { type: 'row', row: SolvedBoard }
 *   | { type: 'table', rows: SolvedBoard[], seconds: number }
 *   | ({ type: 'verification' } & Trial)} ExactLine
 *
 * @typedef {object} Backend   Whoever answers: a server, or the browser itself.
 * @property {(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<any>} ask   Refusals are errors, with their status as cause.
 * @property {(path: string) => Promise<Blob>} file   Something to be saved.
 * @property {(path: string, body: object, hear: (line: any) => void, signal: AbortSignal) => Promise<void>} stream
 *   Hands on the answer line by line; aborting the signal ends the work.
 * @property {(path: string, hear: (news: any) => void, online?: (online: boolean) => void) => () => void} listen
 *   Tells news until what it returns is called.
 */
export {};
