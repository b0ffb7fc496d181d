import type { Comparison } from '../../src/compare/comparison.ts'
import type { RunResult } from '../../src/engine/run-result.ts'
import { sumUsage, type Usage } from '../../src/wire/api/usage.ts'
import { makeComparison } from './make-comparison.ts'
import { makeRun } from './make-run.ts'

const usageOf = (tokens: number, cost?: number): Usage[] => [
  { model: 'small', inputTokens: tokens, outputTokens: 40, ...(cost === undefined ? {} : { cost }) },
]

/** The run of `makeRun` with agents that use a model: each conversation costs more than the previous one. */
export function makePaidRun(): RunResult {
  const run = makeRun()
  const conversations = run.conversations.map((each, index) => ({
    ...each,
    usage: usageOf(10_000 * (index + 1), (index + 1) / 1_000),
    turns: each.turns.map((turn) => ({ ...turn, usage: usageOf(5_000, 0.0005) })),
  }))
  return { ...run, usage: usageOf(150_000, 0.015), conversations }
}

/** The comparison of `makeComparison`, whose draft costs 18 % more; with `priced: false` it has only tokens. */
export function makePaidComparison({ priced = true }: { priced?: boolean } = {}): Comparison {
  const comparison = makeComparison()
  const spend = (side: 'a' | 'b') =>
    usageOf(side === 'a' ? 9_960 : 11_760, priced ? (side === 'a' ? 0.01 : 0.0118) : undefined)
  const conversations = comparison.conversations.map((each) => {
    const sideOf = (side: 'a' | 'b') => {
      const result = each.shown[side]
      if (result === null) return null
      return { ...result, usage: spend(side), turns: result.turns.map((turn) => ({ ...turn, usage: spend(side) })) }
    }
    const runs = (side: 'a' | 'b') => each.runs[side].map((run) => ({ ...run, usage: spend(side) }))
    return { ...each, runs: { a: runs('a'), b: runs('b') }, shown: { a: sideOf('a'), b: sideOf('b') } }
  })
  const sum = (side: 'a' | 'b') =>
    sumUsage(conversations.flatMap(({ runs }) => runs[side].flatMap(({ usage }) => usage)))
  return { ...comparison, usage: { a: sum('a'), b: sum('b') }, conversations }
}
