import { findLikely } from '../../src/compare/find-likely.ts'
import { defaultPolicy } from '../../src/compare/gate/gate-policy.ts'
import { callVerdicts } from '../../src/compare/statistics/call-verdicts.ts'
import { chanceOfRegression, findNewFailures, type WayOfFailing } from '../../src/compare/statistics/new-failures.ts'
import { countPairs } from '../../src/compare/statistics/paired-test.ts'
import { createPick } from '../corpus/pick.ts'
import { isSure } from './simulate.ts'

/** Twenty conversations, some of which changed. */
export interface Changed {
  name: string
  /** How often a conversation passes on each side, in a given pair. */
  a: (conversation: number, pair: number) => number
  b: (conversation: number, pair: number) => number
  /** How many of them are worse, counted from the first. */
  worse: number
}

const mixed = [0.5, 0.8, 0.95, 1]
const equal = (name: string, rate: Changed['a']): Changed => ({
  name: `equal sides ${name}`,
  a: rate,
  b: rate,
  worse: 0,
})
/** A drop in the first conversations; the others pass at the rate `others` on both sides. */
const drop = (a: number, b: number, worse: number, others = 0.98): Changed => ({
  name: `${Math.round(a * 100)} % → ${Math.round(b * 100)} % in ${worse}${others === 0.98 ? '' : `, the others ${others * 100} %`}`,
  a: (conversation) => (conversation < worse ? a : others),
  b: (conversation) => (conversation < worse ? b : others),
  worse,
})

/** Equal sides, and sides where five or ten of twenty conversations are worse. */
export const changed: readonly Changed[] = [
  equal('passing 50 %', () => 0.5),
  equal('passing 80 %', () => 0.8),
  equal('passing 95 %', () => 0.95),
  equal('each its own rate', (conversation) => mixed[conversation % mixed.length] ?? 1),
  equal('service up and down', (_, pair) => (pair % 4 < 2 ? 0.9 : 0.4)),
  {
    name: 'equal sides passing 50 % beside 10 that improve',
    a: () => 0.5,
    b: (conversation) => (conversation < 10 ? 0.9 : 0.5),
    worse: 0,
  },
  ...[5, 10].flatMap((worse) => [
    drop(0.95, 0.75, worse),
    drop(0.9, 0.5, worse),
    drop(1, 0.6, worse),
    drop(0.5, 0.2, worse, 0.5),
  ]),
]

/** Shares of the worse conversations that get named, and how much of the list is there by chance. */
export interface Discovered {
  /** By the certain verdicts of single conversations. */
  sure: number
  /** Also by new failures, each in one of four ways. */
  withWays: number
  /** Also by the list of those worth a look. */
  withList: number
  /** The mean share of the list that is there by chance. */
  chance: number
}

const alpha = 0.05
const conversations = 20
const ways = 4

/**
 * Which of the worse conversations comparisons of that many pairs name. The extra failures of each all fail
 * in one of four ways.
 */
export function discover({ a, b, worse }: Changed, pairs: number, seed: number, comparisons: number): Discovered {
  const pick = createPick(seed)
  const draw = (): number => pick(1_000_000) / 1_000_000
  const sums = { sure: 0, withWays: 0, withList: 0, chance: 0 }
  for (let comparison = 0; comparison < comparisons; comparison += 1) {
    const failureWays: WayOfFailing[] = []
    const all = Array.from({ length: conversations }, (_, conversation) => {
      const counts = Array.from({ length: ways }, () => ({ a: 0, b: 0 }))
      const passes = (side: 'a' | 'b', pair: number): boolean => {
        const usual = 1 - a(conversation, pair)
        const fails = 1 - (side === 'a' ? a : b)(conversation, pair)
        const chance = draw()
        if (chance >= fails) return true
        const own = Math.min(usual, fails)
        const count = counts[chance < own ? Math.min(ways - 1, Math.floor((chance / own) * ways)) : 0]
        if (count !== undefined) count[side] += 1
        return false
      }
      const pairOutcomes = Array.from({ length: pairs }, (__, pair): [boolean, boolean] => [
        passes('a', pair),
        passes('b', pair),
      ])
      for (const [way, count] of counts.entries())
        failureWays.push({
          ...{ id: String(conversation), way: String(way), earlier: null },
          a: { count: count.a, of: pairs },
          b: { count: count.b, of: pairs },
        })
      return { pairs: pairOutcomes }
    })
    const called = callVerdicts(all, { alpha })
    const sure = called.flatMap((each, index) => (isSure(each) && each.verdict === 'regressed' ? [index] : []))
    const spentChance = chanceOfRegression(
      all.map((each) => countPairs(each.pairs)),
      alpha,
    )
    const level = (defaultPolicy.newFailures ?? 0) - spentChance
    const failing = findNewFailures(
      failureWays.filter(({ id }) => !sure.includes(Number(id))),
      level,
    ).found.filter(({ adjusted }) => adjusted <= level)
    const talks = called.map(({ pass }, index) => ({ id: String(index), name: String(index), pass }))
    const likely = findLikely(talks, { alpha, looks: 1, noise: null, label: 'b' })
    const suspects = likely?.worse.map(Number) ?? []
    const foundBy = (...lists: number[][]): number =>
      new Set(lists.flat().filter((index) => index < worse)).size / Math.max(1, worse)
    const byWays = failing.map(({ id }) => Number(id))
    sums.sure += foundBy(sure)
    sums.withWays += foundBy(sure, byWays)
    sums.withList += foundBy(sure, byWays, suspects)
    sums.chance += suspects.length === 0 ? 0 : suspects.filter((index) => index >= worse).length / suspects.length
  }
  const mean = (sum: number): number => sum / comparisons
  return {
    sure: mean(sums.sure),
    withWays: mean(sums.withWays),
    withList: mean(sums.withList),
    chance: mean(sums.chance),
  }
}
