// What Sabaki does with an engine, by its own library: `node sabaki.cjs SCENARIO PROGRAM [OPTION...]`.
// The exit code is 0 when everything was as Sabaki needs it.

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [scenario, program, ...options] = process.argv.slice(2)
const MOVES = 'D3 E3 F5 C5 F3 D6 D7 F2 B4 E6 G1 B5 F6 C4 C6 E2 C3 G5 A4 C7'.split(' ')
const LOOKED_UP = ['analyze', 'kata-analyze', 'lz-analyze']
const FRACTION = /^[01]\.\d+$/
const WINRATES = {analyze: FRACTION, 'kata-analyze': FRACTION, 'lz-analyze': /^\d{1,5}$/}

const play = (move, ply) => ({name: 'play', args: ['BW'[ply % 2], move]})
const position = (moves) => ({komi: 6.5, boardsize: [8, 8], history: moves.map(play)})
const start = () => ControllerStateTracker.fromController(program, options, {})

async function text(tracker, name, ...args) {
  const {error, content} = await tracker.controller.sendCommand({name, args})
  assert(!error, `${name} ${args.join(' ')} is answered by ${content}`)
  return content
}

async function within(milliseconds, what, promise) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no ${what} within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

// Stop as Sabaki does, which kills an engine that does not leave: it must have left by itself.
async function stop(tracker) {
  const ended = new Promise((resolve) => tracker.controller.once('stopped', ({signal}) => resolve(signal)))
  await within(2900, 'end after quit', tracker.controller.stop())
  assert.strictEqual(await ended, 0)
}

// What Sabaki shows of one line: it drops a variation without moves or whose move is a pass.
function variations(line) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map((part) => {
      const [keys, pv] = part.trim().split(/\s+pv(?:\s+|$)/)
      const words = keys.split(/\s+/)
      const found = {pv: (pv || '').split(/\s+/).filter((word) => word)}
      for (let at = 0; at + 1 < words.length; at += 2) found[words[at]] = words[at + 1]
      return found
    })
}

function checkLine(command, line) {
  const found = variations(line)
  assert(found.length > 0, `nothing to show in ${line}`)
  for (const {move, visits, winrate, order, pv} of found) {
    assert(/^([A-H][1-8]|pass)$/i.test(move), line)
    assert(/^\d+$/.test(visits) && /^\d+$/.test(order), line)
    assert(WINRATES[command].test(winrate), `${command} says winrate ${winrate}`)
    assert(pv.length > 0 && pv[0] === move, line)
  }
}

// Analyse until there were some lines, then send what ends it; the two replies must come in this order.
async function analyze(tracker, command, colour) {
  const lines = []
  const order = []
  let enough
  const some = new Promise((resolve) => (enough = resolve))
  const analysis = tracker.controller
    .sendCommand({name: command, args: [colour, '5']}, ({line}) => {
      if (line.startsWith('info ')) lines.push(line)
      if (lines.length >= 3) enough()
    })
    .then((response) => order.push('analysis') && response)
  await within(5000, `lines of ${command}`, some)
  const next = text(tracker, 'protocol_version').then((content) => order.push(content))
  const response = await within(1000, `end of ${command}`, analysis)
  await within(1000, `reply after ${command}`, next)
  assert.deepStrictEqual(order, ['analysis', '2'])
  assert(!response.error)
  for (const line of lines) checkLine(command, line)
}

const scenarios = {
  // Everything that is asked on attaching goes out before the first reply.
  async attach() {
    const tracker = start()
    const names = ['name', 'version', 'protocol_version', 'list_commands']
    const [name, version, protocol, listed] = await Promise.all(names.map((row) => text(tracker, row)))
    assert.strictEqual(name, 'Outflank')
    assert(version && protocol === '2')
    assert(listed.split('\n').includes('undo') && (await tracker.knowsCommand('genmove')))
    await stop(tracker)
  },

  // A game at once, back within it, another branch, another game: each the position that Sabaki shows.
  async sync() {
    const tracker = start()
    const other = start()
    const branch = [...MOVES.slice(0, 18), 'G6']
    for (const moves of [MOVES, MOVES.slice(0, 12), MOVES, branch, ['F5', 'D6'], []]) {
      await tracker.sync(position(moves))
      assert.deepStrictEqual(tracker.state.history, position(moves).history)
      await text(other, 'clear_board')
      for (const {args} of moves.map(play)) await text(other, 'play', ...args)
      assert.strictEqual(await text(tracker, 'showboard'), await text(other, 'showboard'))
    }
    await assert.rejects(tracker.sync(position(['D3', 'D3'])), /cannot be replayed/)
    await tracker.sync({...position(MOVES), timeSettings: {mainTime: 0, byoyomiTime: 1, byoyomiStones: 1}})
    await stop(tracker)
    await stop(other)
  },

  // Two engines, each told of the other's moves by a sync, until both have passed.
  async game() {
    const players = [start(), start()]
    const moves = []
    while (moves.slice(-2).join() !== 'PASS,PASS') {
      const player = players[moves.length % 2]
      await player.sync(position(moves))
      const colour = 'BW'[moves.length % 2]
      const {error, content} = await player.queueCommand({name: 'genmove', args: [colour]})
      assert(!error && /^([A-H][1-8]|PASS)$/.test(content), content)
      moves.push(content)
      assert(moves.length < 130)
    }
    for (const player of players) await player.sync(position(moves))
    const scores = await Promise.all(players.map((player) => text(player, 'final_score')))
    assert.strictEqual(scores[0], scores[1])
    assert(/^([BW]\+\d+|0)$/.test(scores[0]))
    await Promise.all(players.map(stop))
  },

  // Every dialect, from the start and in a game; Sabaki takes the first of them that is listed.
  async analyze() {
    const tracker = start()
    for (const command of LOOKED_UP) {
      assert(await tracker.knowsCommand(command), `${command} is not listed`)
      await analyze(tracker, command, 'B')
      await tracker.sync(position(MOVES.slice(0, 7)))
      await analyze(tracker, command, 'W')
      await tracker.sync(position([]))
    }
    await stop(tracker)
  },

  // The library learns the move from the last line of the stream.
  async genmove_analyze() {
    const tracker = start()
    for (const command of LOOKED_UP) {
      const [name, kind] = [command.replace('analyze', 'genmove_analyze'), command]
      assert(await tracker.knowsCommand(name), `${name} is not listed`)
      await tracker.sync(position(['F5']))
      const lines = []
      const response = await within(
        10000,
        `reply to ${name}`,
        tracker.queueCommand({name, args: ['W', '5']}, ({line}) => lines.push(line))
      )
      assert(!response.error)
      assert.deepStrictEqual([lines[0].trim(), lines[lines.length - 1]], ['=', ''])
      const [, move] = /^play ([A-H][1-8])$/.exec(lines[lines.length - 2])
      assert(lines.length > 3, `${name} says nothing on its way`)
      for (const line of lines.slice(1, -2)) checkLine(kind, line)
      await tracker.sync(position(['F5', move]))
      assert.deepStrictEqual(tracker.state.history, position(['F5', move]).history)
      assert((await text(tracker, 'showboard')).includes('black to move'))
    }
    await stop(tracker)
  },

  // Detaching in the middle of an analysis: quit is the command that ends it.
  async stop() {
    const tracker = start()
    let begun
    const some = new Promise((resolve) => (begun = resolve))
    const listen = ({line}) => line.startsWith('info ') && begun()
    tracker.controller.sendCommand({name: 'lz-analyze', args: ['B', '10']}, listen)
    await within(5000, 'lines', some)
    await stop(tracker)
  },
}

const running = Object.hasOwn(scenarios, scenario)
  ? scenarios[scenario]()
  : Promise.reject(new Error(`no scenario ${scenario}`))
running.then(
  () => process.exit(0),
  (error) => {
    console.error(error.stack)
    process.exit(1)
  }
)
