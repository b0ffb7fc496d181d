import { ratios, spread } from './statistics.mjs'

/** Tableread's own targets, by work. `wall` is relative to the bare loop, within a round. */
const targets = [
  { work: 'W(1, 1)', wall: 2 },
  { work: 'W(1000, 5), 8 at once', wall: 2.5, treeMb: 250, overPeers: { speed: 5, memory: 1 / 3 } },
  { work: 'W(1000, 5), 32 at once', wall: 2.5, treeMb: 250 },
  { work: 'W(100, 5), 200 ms, 8 at once', wall: 1.02 },
  { work: 'W(100, 5), 200 ms, 32 at once', wall: 1.06 },
  { work: 'W(10000, 5), 8 at once', treeMb: 400, wallPerTurnOf: 'W(1000, 5), 8 at once' },
]
const own = 'tableread run'
/** Tableread reduced to what third-party tools do: they fetch no sessions and keep nothing. */
const alike = `${own}, turns and checks alone`
/**
 * Which contender is compared with which loop: in two pairs both send the same requests, in the third
 * Tableread sends more.
 */
const pairs = [
  [`${own} --no-reconcile`, 'bare loop', 'turns alone'],
  [own, 'bare loop, fetching sessions', 'turns and sessions'],
  [own, 'bare loop', 'turns and sessions over turns alone'],
]

/** Each target with the measured value; targets of works that were not measured are left out. */
export function workTargets(measured) {
  const found = (name) => measured.find(({ work }) => work.name === name)
  return targets
    .filter(({ work }) => found(work) !== undefined)
    .flatMap(({ work, wall, treeMb, overPeers, wallPerTurnOf }) => {
      const at = found(work)
      const other = wallPerTurnOf === undefined ? undefined : found(wallPerTurnOf)
      return [
        ...(wall === undefined ? [] : pairs.map((pair) => wallTarget(at, wall, pair))),
        ...(treeMb === undefined ? [] : [memoryTarget(at, treeMb)]),
        ...(other === undefined ? [] : [perTurnTarget(at, other)]),
        ...(overPeers === undefined ? [] : peerTargets(at, overPeers)),
      ]
    })
}

const of = ({ entries }, name, field) => entries.find((entry) => entry.name === name).runs.map((run) => run[field])

function wallTarget(at, limit, [name, base, what]) {
  const actual = ratios(of(at, name, 'wallMs'), of(at, base, 'wallMs')).median
  return { what: `${at.work.name}: wall time, ${what}`, limit, actual, unit: '×' }
}

function memoryTarget(at, limit) {
  const actual = spread(of(at, own, 'treeMb')).median
  return { what: `${at.work.name}: peak memory of the process tree`, limit, actual, unit: ' MB' }
}

function perTurnTarget(at, other) {
  const perTurn = (which) => spread(of(which, own, 'wallMs')).median / which.work.conversations
  const actual = perTurn(at) / perTurn(other)
  return { what: `${at.work.name}: wall time per turn over that of ${other.work.name}`, limit: 1, actual, unit: '×' }
}

/**
 * Compared with the tools whose work is all configuration: with the fastest of them, in time and in memory.
 * Twice: with the defaults, and doing only what they do.
 */
function peerTargets(at, { speed, memory }) {
  const median = (entry, field) => spread(entry.runs.map((run) => run[field])).median
  const measured = at.entries.filter(({ config, runs }) => config && runs.length > 0)
  const [fastest] = measured.toSorted((a, b) => median(a, 'wallMs') - median(b, 'wallMs'))
  if (fastest === undefined) return []
  return [
    [alike, 'turns and checks alone'],
    [own, 'sessions, journal and history too'],
  ].flatMap(([name, what]) => {
    const entry = at.entries.find((each) => each.name === name)
    const faster = median(fastest, 'wallMs') / median(entry, 'wallMs')
    const share = median(entry, 'treeMb') / median(fastest, 'treeMb')
    const against = `the fastest configured tool (${fastest.name}), ${what}`
    return [
      { what: `${at.work.name}: faster than ${against}`, least: true, limit: speed, actual: faster, unit: '×' },
      { what: `${at.work.name}: memory over that of ${against}`, limit: memory, actual: share, unit: '×' },
    ]
  })
}
