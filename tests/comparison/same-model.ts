import { type CalledVerdict, callVerdicts } from '../../src/compare/statistics/call-verdicts.ts'
import type { Pair } from '../../src/compare/statistics/paired-test.ts'
import { createPick, type Pick } from '../corpus/pick.ts'
import { isSure, repeated, simulate, unconfirmed, untilSure, type Way } from './simulate.ts'

/** One way to compare a model with itself; `compare` returns the verdicts of one comparison. */
export interface SameModel {
  name: string
  compare: (tasks: readonly boolean[][], pick: Pick) => CalledVerdict[]
}

/**
 * How often a comparison called anything for sure, how often it left anything unconfirmed, and the mean share
 * of conversations it left unconfirmed.
 */
export interface SameModelRate {
  sure: number
  anyUnconfirmed: number
  unconfirmed: number
}

const settings = { alpha: 0.05 }

/** Two trials of a task against its other two, dealt at random. */
function halve(trials: readonly boolean[], pick: Pick): Pair[] {
  const rest = [...trials]
  const deal = (): boolean => rest.splice(pick(rest.length), 1)[0] ?? false
  return [
    [deal(), deal()],
    [deal(), deal()],
  ]
}

const grouped = (name: string, size: number): SameModel => ({
  name,
  compare: (tasks, pick) => {
    const halves = tasks.map((trials) => halve(trials, pick))
    const groups = Array.from({ length: Math.ceil(tasks.length / size) }, (_, index) =>
      halves.slice(index * size, (index + 1) * size).flat(),
    )
    return callVerdicts(
      groups.map((pairs) => ({ pairs })),
      settings,
    )
  },
})

const modelOf = (name: string, way: Way): SameModel => ({
  name: `each task drawn from its four trials, ${name}`,
  compare: (tasks, pick) => {
    const draw = (task: number): boolean => tasks[task]?.[pick(4)] ?? false
    return simulate(tasks.length, way, (task) => [draw(task), draw(task)]).called
  },
})

/** The ways to compare a model with itself, given four runs of every task. */
export const sameModel: readonly SameModel[] = [
  grouped('all 25 tasks as one, two trials against two', 25),
  grouped('five groups of five tasks, two trials against two', 5),
  grouped('each task, two trials against two', 1),
  modelOf('1 pair, breaks left as they are', unconfirmed(1)),
  ...[repeated(3), repeated(5), repeated(10), repeated(20), untilSure].map((way) => modelOf(way.name, way)),
]

/** Runs a thousand comparisons. */
export function sameModelRate({ compare }: SameModel, tasks: readonly boolean[][], seed: number): SameModelRate {
  const pick = createPick(seed)
  const comparisons = 1_000
  let [sure, anyUnconfirmed, unconfirmed] = [0, 0, 0]
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const called = compare(tasks, pick)
    if (called.some(isSure)) sure += 1
    const doubtful = called.filter(({ certainty }) => certainty === 'unconfirmed').length
    if (doubtful > 0) anyUnconfirmed += 1
    unconfirmed += doubtful / called.length
  }
  return {
    sure: sure / comparisons,
    anyUnconfirmed: anyUnconfirmed / comparisons,
    unconfirmed: unconfirmed / comparisons,
  }
}
