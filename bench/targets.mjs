import { ratios, spread } from './statistics.mjs'

/** Tableread's own targets, by work. `wall` is relative to the bare loop, within a round. */
const targets = [
  { work: 'W(1, 1)', wall: { alone: 1.2, whole: 1.2 } },
  { work: 'W(1000, 5), 8 at once', wall: { alone: 2.2, whole: 3 }, treeMb: 170 },
  { work: 'W(1000, 5), 32 at once', treeMb: 250 },
  { work: 'W(100, 5), 200 ms, 8 at once', wall: { alone: 1.05, whole: 1.05 } },
  { work: 'W(10000, 5), 8 at once', treeMb: 400, wallPerTurnOf: 'W(1000, 5), 8 at once' },
]
const own = 'tableread run'
/** What each wall time is of: all that Tableread does by default, and no more than third-party tools do. */
const sides = {
  alone: { name: `${own}, turns and checks alone`, what: 'turns and checks alone' },
  whole: { name: own, what: 'with sessions, journal and history' },
}

/** Each target with the measured value; targets of works that were not measured are left out. */
export function workTargets(measured) {
  const found = (name) => measured.find(({ work }) => work.name === name)
  return targets
    .filter(({ work }) => found(work) !== undefined)
    .flatMap(({ work, wall = {}, treeMb, wallPerTurnOf }) => {
      const at = found(work)
      const other = wallPerTurnOf === undefined ? undefined : found(wallPerTurnOf)
      return [
        ...Object.entries(wall).map(([side, limit]) => wallTarget(at, limit, sides[side])),
        ...(treeMb === undefined ? [] : [memoryTarget(at, treeMb)]),
        ...(other === undefined ? [] : [perTurnTarget(at, other)]),
      ]
    })
}

const of = ({ entries }, name, field) => entries.find((entry) => entry.name === name).runs.map((run) => run[field])

function wallTarget(at, limit, { name, what }) {
  const actual = ratios(of(at, name, 'wallMs'), of(at, 'bare loop', 'wallMs')).median
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
