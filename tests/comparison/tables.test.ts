// @module-tag stress
import { describe, expect, it } from 'vitest'
import { pairsForHardBreak } from '../../src/compare/statistics/paired-test.ts'
import { coverageOfInterval, coverageUntilSure } from './coverage-of-interval.ts'
import { equalSides, errorRate, unconfirmedRate, ways } from './error-rates.ts'
import { changed, type Discovered, discover } from './false-discoveries.ts'
import { effects, powerOf, powerWays } from './power.ts'
import { stopping, stoppingOf } from './stopping.ts'
import { percent, tableInDocs, writeTable } from './table-in-docs.ts'
import { counts, shutRates, together } from './together.ts'
import { failing, shutByWays, sizes } from './ways.ts'

const seed = 20_261_121

describe('docs/measurements-comparison.md', () => {
  it('shows how often equal sides are called different, which is no more often than one in twenty', () => {
    const rates = equalSides.map((sides) => ways.map((way) => errorRate(sides, way, seed)))
    for (const [index, { name, comparisons }] of equalSides.entries()) {
      // One in twenty, plus three standard errors of chance.
      const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / comparisons)
      for (const rate of rates[index] ?? []) expect(rate, name).toBeLessThanOrEqual(most)
    }
    const table = writeTable([
      ['equal sides', ...ways.map(({ name }) => name)],
      ...equalSides.map(({ name }, index) => [name, ...(rates[index] ?? []).map((rate) => percent(rate, 1))]),
    ])
    expect(tableInDocs('errors', table)).toBe(table)
  })

  it('shows how often equal sides look broken in few pairs', () => {
    const counts = [1, 2, 3, 4]
    const table = writeTable([
      ['both sides pass', ...counts.map((pairs) => (pairs === 1 ? '1 pair' : `${pairs} pairs`))],
      ...[0.5, 0.8, 0.9, 0.95, 0.99].map((rate) => [
        percent(rate),
        ...counts.map((pairs) => percent(unconfirmedRate(rate, pairs, seed), 1)),
      ]),
    ])
    expect(tableInDocs('unconfirmed', table)).toBe(table)
    expect(Math.abs(unconfirmedRate(0.9, 1, seed) - 0.18)).toBeLessThan(0.02)
  })

  it.each([1, 20])('shows how often a change is called among %i', (conversations) => {
    const rows = effects.map((effect) => powerWays.map((way) => powerOf(effect, conversations, way, seed)))
    const table = writeTable([
      ['passes on a → on b', ...powerWays.map(({ name }) => name), 'pairs until sure'],
      ...effects.map(([a, b], index) => [
        `${percent(a)} → ${percent(b)}`,
        ...(rows[index] ?? []).map(({ called }) => percent(called)),
        (rows[index]?.at(-1)?.pairs ?? 0).toFixed(1),
      ]),
    ])
    expect(tableInDocs(`power among ${conversations}`, table)).toBe(table)
    const powers = rows.map((row) => row.map(({ called }) => called))
    expect(powers[0]).toEqual([1, 1, 1, 1, 1])
    for (const [, five = 1, ten = 1, twenty = 1] of powers)
      expect([five <= ten + 0.05, ten <= twenty + 0.05]).toEqual([true, true])
  })

  it('shows when the gate is shut without and with the rule on all conversations together', () => {
    const comparisons = Number(process.env.COMPARISONS ?? 1_000)
    const rates = together.map((each) => counts.map((pairs) => shutRates(each, pairs, seed, comparisons)))
    const most = 0.035 + 3 * Math.sqrt((0.035 * 0.965) / comparisons)
    for (const [index, { name, worse }] of together.entries())
      if (worse === null) for (const { after } of rates[index] ?? []) expect(after, name).toBeLessThanOrEqual(most)
    const table = writeTable([
      ['20 conversations', ...counts.map((pairs) => `${pairs} pairs`)],
      ...together.map(({ name, worse }, index) => [
        name,
        ...(rates[index] ?? []).map(({ before, after }) =>
          [before, after].map((rate) => percent(rate, worse === null ? 1 : 0)).join(' → '),
        ),
      ]),
    ])
    if (process.env.COMPARISONS === undefined) expect(tableInDocs('together', table)).toBe(table)
    else console.log(table)
    const spread = rates[together.findIndex(({ name }) => name === '90 % → 80 % in all')]
    expect(spread?.at(-1)?.after).toBeGreaterThan(0.8)
  })

  it('shows when the gate is shut without and with the rule on new failures', { timeout: 3_600_000 }, () => {
    const comparisons = Number(process.env.COMPARISONS ?? 1_000)
    const rates = failing.map((each) => sizes.map((earlier) => shutByWays(each, earlier, seed, comparisons)))
    const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / comparisons)
    for (const [index, { name, more }] of failing.entries())
      if (more === null) for (const { after } of rates[index] ?? []) expect(after, name).toBeLessThanOrEqual(most)
    const table = writeTable([
      ['20 conversations, 30 pairs', ...sizes.map((earlier) => `${earlier === 0 ? 'no' : earlier} earlier runs`)],
      ...failing.map(({ name, more }, index) => [
        name,
        ...(rates[index] ?? []).map(({ before, after }) =>
          [before, after].map((rate) => percent(rate, more === null ? 1 : 0)).join(' → '),
        ),
      ]),
    ])
    if (process.env.COMPARISONS === undefined) expect(tableInDocs('new failures', table)).toBe(table)
    else console.log(table)
    const target = rates[failing.findIndex(({ name }) => name.endsWith('in one of 4 ways'))] ?? []
    for (const { after } of target.slice(1)) expect(after).toBeGreaterThan(0.8)
    expect(target[0]?.after).toBeGreaterThan(0.76)
  })

  it('shows what the list of likely conversations finds, and how much of it is chance', { timeout: 3_600_000 }, () => {
    const comparisons = Number(process.env.COMPARISONS ?? 200)
    const sizes = [10, 30]
    const rows = changed.map((each) => sizes.map((pairs) => discover(each, pairs, seed, comparisons)))
    const most = 0.1 + 3 * Math.sqrt((0.1 * 0.9) / comparisons)
    for (const [index, { name }] of changed.entries())
      for (const { chance } of rows[index] ?? []) expect(chance, name).toBeLessThanOrEqual(most)
    const formatShares = ({ sure, withWays, withList }: Discovered): string =>
      [sure, withWays, withList].map((share) => percent(share)).join(' → ')
    const table = writeTable([
      ['20 conversations', ...sizes.flatMap((pairs) => [`by chance, ${pairs} pairs`, `found, ${pairs} pairs`])],
      ...changed.map(({ name, worse }, index) => [
        name,
        ...(rows[index] ?? []).flatMap((row) => [percent(row.chance, 1), worse === 0 ? '' : formatShares(row)]),
      ]),
    ])
    if (comparisons >= 10_000) expect(tableInDocs('likely', table)).toBe(table)
    for (const half of changed.filter(({ name }) => name === '95 % → 75 % in 10')) {
      const after = rows[changed.indexOf(half)]?.at(-1)
      expect(after?.withList).toBeGreaterThan((after?.withWays ?? 1) * 1.3)
    }
  })

  it('shows what --until-sure takes, before evidence that holds whenever one stops and since', {
    timeout: 3_600_000,
  }, () => {
    const comparisons = Number(process.env.COMPARISONS ?? 1_000)
    const rows = stopping.map((each) => stoppingOf(each, seed, comparisons))
    const table = writeTable([
      ['passes on a → on b', 'called', 'pairs a conversation', 'fewer turns'],
      ...stopping.map(({ name }, index) => {
        const { before, after } = rows[index] ?? { before: { called: 0, pairs: 1 }, after: { called: 0, pairs: 1 } }
        return [
          name,
          [before, after].map(({ called }) => percent(called, name.includes('equal') ? 1 : 0)).join(' → '),
          [before, after].map(({ pairs }) => pairs.toFixed(1)).join(' → '),
          percent(1 - after.pairs / before.pairs),
        ]
      }),
    ])
    if (process.env.COMPARISONS === undefined) expect(tableInDocs('stopping', table)).toBe(table)
    else console.log(table)
    for (const [index, { name }] of stopping.entries()) {
      const row = rows[index]
      if (row === undefined) continue
      if (name.includes('equal'))
        expect(row.after.called, name).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / comparisons))
      if (!name.includes('100 % → 60 %')) continue
      expect(row.after.pairs / row.before.pairs, name).toBeLessThan(0.69)
      expect(row.after.called, name).toBeGreaterThan(row.before.called - 0.05)
    }
  })

  it('shows how many pairs confirm a break', () => {
    const families = [1, 5, 20, 100, 1_000]
    const table = writeTable([
      ['conversations', ...families.map((count) => count.toLocaleString('en'))],
      ['pairs', ...families.map((count) => String(pairsForHardBreak(0.05, count)))],
      ['pairs with `--until-sure`', ...families.map((count) => String(pairsForHardBreak(0.05, count, 6)))],
    ])
    expect(tableInDocs('hard breaks', table)).toBe(table)
  })

  it('shows how often the interval holds the true difference', () => {
    const counts = [3, 5, 10, 20]
    const coverages = counts.map(coverageOfInterval)
    const table = writeTable([
      ['', ...counts.map((pairs) => `${pairs} pairs`)],
      ['holds it at least', ...coverages.map(({ least }) => percent(least, 1))],
      ['holds it on average', ...coverages.map(({ mean }) => percent(mean, 1))],
      ['points from end to end', ...coverages.map(({ width }) => (width * 100).toFixed(0))],
    ])
    expect(tableInDocs('interval', table)).toBe(table)
    for (const { least, mean } of coverages) expect([least > 0.92, mean > 0.95]).toEqual([true, true])
  })

  it('shows that the interval holds the true difference after --until-sure too', () => {
    const { shown, plain } = coverageUntilSure(seed)
    const table = writeTable([
      ['after `--until-sure`', 'as shown', 'as if the pairs had been settled'],
      ['holds it at least', percent(shown.least, 1), percent(plain.least, 1)],
      ['holds it on average', percent(shown.mean, 1), percent(plain.mean, 1)],
    ])
    expect(tableInDocs('interval until sure', table)).toBe(table)
    expect(shown.least).toBeGreaterThanOrEqual(0.95 - 3 * Math.sqrt((0.05 * 0.95) / 1_000))
  })
})
