import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeProbe, type PassRate, seeded } from './fake-agent.fixture.ts'
import { findBreak, type SearchEnds } from './find-break.ts'
import { openLedger } from './ledger.ts'
import type { BisectOutcome } from './result.ts'

interface Searched {
  outcome: BisectOutcome
  /** The number of distinct versions that exist and were tried. */
  tried: number
  attempts: number
}

async function search(
  rate: PassRate,
  ends: SearchEnds,
  { repeat = 10, random, published }: { repeat?: number; random?: () => number; published?: number } = {},
): Promise<Searched> {
  const { probe, asked } = fakeProbe(rate, random)
  const versions = { missing: new Map<string, string>(), newest: published ?? null }
  const ledger = openLedger(probe, versions.missing)
  const outcome = await findBreak(ledger, { ...ends, repeat, known: versions })
  return {
    outcome,
    tried: ledger.tallies.size,
    attempts: asked.filter((version) => !versions.missing.has(version)).length,
  }
}

const breaksAt =
  (first: number, newest = 1_000): PassRate =>
  (version) =>
    version === 'draft' ? 0 : Number(version) > newest ? null : Number(version) < first ? 1 : 0

const breakOf = (outcome: BisectOutcome): string =>
  outcome.kind === 'found' ? `${outcome.before} ${outcome.first}` : JSON.stringify(outcome)

describe('a search for the first bad version', () => {
  it('finds any break point, in as few versions as halving takes', async () => {
    const cases = fc.tuple(
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 1, max: 300 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ([good, count, share]) => {
        const first = good + 1 + Math.floor(share * (count - 1))
        const { outcome, tried, attempts } = await search(breaksAt(first), { good, bad: good + count })
        expect(breakOf(outcome)).toBe(`${first - 1} ${first}`)
        expect(outcome.kind === 'found' && outcome.confidence).toBeGreaterThan(0.95)
        expect(tried).toBeLessThanOrEqual(Math.ceil(Math.log2(count)) + 2)
        expect(attempts).toBeLessThanOrEqual(10 + 4 * Math.ceil(Math.log2(count)) + 2)
      }),
      { seed: 16 },
    )
  })
  it('finds it among versions of which some do not exist', async () => {
    const cases = fc.tuple(
      fc.uniqueArray(fc.integer({ min: 2, max: 59 }), { maxLength: 50 }),
      fc.integer({ min: 2, max: 60 }),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ([goneVersions, first]) => {
        const exists = (version: number): boolean => !goneVersions.includes(version)
        const { outcome } = await search((version) => (exists(Number(version)) ? breaksAt(first)(version) : null), {
          good: 1,
          bad: 60,
        })
        const numbers = Array.from({ length: 60 }, (_, index) => index + 1).filter(exists)
        const at = numbers.findIndex((version) => version >= first)
        expect(breakOf(outcome)).toBe(`${numbers[at - 1]} ${numbers[at]}`)
      }),
      { seed: 16 },
    )
  })
  it('finds it below the draft, whose number nobody lists', async () => {
    const cases = fc.tuple(
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: 0, max: 80 }),
      fc.integer({ min: 1, max: 200 }),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ([good, more, at]) => {
        const newest = good + more
        const first = good + at
        const { outcome } = await search(breaksAt(first, newest), { good, bad: 'draft' })
        expect(breakOf(outcome)).toBe(first > newest ? `${newest} draft` : `${first - 1} ${first}`)
      }),
      { seed: 16 },
    )
  })
  it('begins at the published version where it is known', async () => {
    const { outcome, tried } = await search(breaksAt(999, 40), { good: 1, bad: 'draft' }, { published: 40 })
    expect([breakOf(outcome), tried]).toEqual(['40 draft', 8])
  })
  it('needs two versions side by side no further', async () => {
    expect(await search(breaksAt(4), { good: 3, bad: 4 })).toMatchObject({
      outcome: { first: '4', before: '3' },
      attempts: 10,
    })
  })
  it('believes one attempt where no more are allowed', async () => {
    const { outcome, attempts } = await search(breaksAt(40), { good: 1, bad: 64 }, { repeat: 1 })
    expect([breakOf(outcome), attempts]).toEqual(['39 40', 8])
  })
})

describe('ends that do not hold', () => {
  it.each<[string, PassRate, object, number]>([
    ['a good one that fails', () => 0, { why: 'good fails', version: '1' }, 5],
    ['a bad one that passes', () => 1, { why: 'bad passes', version: '9' }, 10],
    [
      'a good one that is not there',
      (version) => (version === '1' ? null : 0),
      { why: 'no such version', version: '1' },
      0,
    ],
    [
      'a bad one that is not there',
      (version) => (version === '9' ? null : 1),
      { why: 'no such version', version: '9' },
      5,
    ],
  ])('are told: %s', async (_, rate, details, attempts) => {
    expect(await search(rate, { good: 1, bad: 9 })).toMatchObject({
      outcome: { kind: 'not comparable', ...details },
      attempts,
    })
  })
  it('are told when noise could make the difference', async () => {
    let even = 0
    const rate: PassRate = (version) => {
      even = 1 - even
      return version === '1' ? 1 : even
    }
    expect(await search(rate, { good: 1, bad: 9 }, { repeat: 5 })).toMatchObject({
      outcome: { kind: 'not comparable', why: 'too alike', version: '9' },
    })
  })
})

describe('what cannot be judged', () => {
  it('is tried again, and ends the search when it stays so', async () => {
    let failures = 2
    const missing = new Map<string, string>()
    const shaky = fakeProbe(breaksAt(5)).probe
    const probe = async (version: string) => {
      if (version !== '4' || failures === 0) return shaky(version)
      failures -= 1
      return { kind: 'errored' as const, reason: '503', turns: 1 }
    }
    const settings = { good: 1, bad: 8, repeat: 10, known: { missing, newest: null } }
    expect(breakOf(await findBreak(openLedger(probe, missing), settings))).toBe('4 5')
    failures = 3
    expect(await findBreak(openLedger(probe, missing), settings)).toEqual({ kind: 'errored', reason: '503' })
  })
})

describe('a flaky agent', () => {
  /**
   * How often the break is found or the ends are refused, over many searches among 12 versions, and how sure
   * the answers were.
   */
  async function simulate(good: number, bad: number, repeat: number) {
    const runs = 400
    const all = { right: 0, wrong: 0, confidence: 0 }
    for (let seed = 0; seed < runs; seed += 1) {
      const first = 2 + (seed % 11)
      const rate: PassRate = (version) => (Number(version) < first ? good : bad)
      const { outcome } = await search(rate, { good: 1, bad: 12 }, { repeat, random: seeded(seed + 1) })
      if (outcome.kind !== 'found') continue
      all[outcome.first === String(first) ? 'right' : 'wrong'] += 1
      all.confidence += outcome.confidence
    }
    const answers = all.right + all.wrong
    return {
      right: all.right / runs,
      wrong: all.wrong / runs,
      confidence: all.confidence / answers,
      share: all.right / answers,
    }
  }

  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/measurements.md'), 'utf8')

  /**
   * The table of docs/measurements.md: the least share of right answers, and the largest share of wrong ones; the
   * rest are refused.
   */
  it.each([
    [1, 0, 10, 1, 0],
    [0.8, 0, 10, 0.95, 0.05],
    [1, 0.2, 10, 0.95, 0.05],
    [0.9, 0.1, 10, 0.95, 0.05],
    [0.8, 0.2, 10, 0.6, 0.12],
    [0.8, 0.2, 20, 0.92, 0.05],
    [1, 0.5, 20, 0.94, 0.05],
  ])(
    'that passes at %f before and %f after, %i repeats: right in %f, wrong in %f',
    { tags: 'slow' },
    async (good, bad, repeat, least, most) => {
      const { right, wrong, confidence, share } = await simulate(good, bad, repeat)
      const cells = [good, bad, repeat, right, wrong, 1 - right - wrong].map((cell, at) =>
        at === 2 ? cell : `${Math.round(cell * 100)} %`,
      )
      expect(page).toContain(`\n| ${cells.join(' | ')} |\n`)
      expect(right).toBeGreaterThanOrEqual(least)
      expect(wrong).toBeLessThanOrEqual(most)
      expect(Math.abs(confidence - share), `confidence ${confidence}, right ${share}`).toBeLessThan(0.06)
    },
  )
})
