import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binomialAtMost } from '../../base/binomial.ts'
import { everyOutcome } from './every-outcome.fixture.ts'
import { adjustByHolm, countPairs, mayBeBreak, type PairCounts, pairedTest, pairsForHardBreak } from './paired-test.ts'
import { pairsOf } from './pairs.fixture.ts'

const test = (letters: string): number => pairedTest(countPairs(pairsOf(letters)))
const rates = [0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.8, 0.95, 0.99]

describe('pairedTest', () => {
  it('is the risk of a break, both ways, where there is one', () => {
    expect([test('a'), test('bb'), test('aaa'), test('bbbbb')]).toEqual([1 / 2, 2 / 16, 2 / 64, 2 / 1024])
  })
  it('adds up what is as uneven', () => {
    // 4 of 5 differ in one direction: ten ways of that kind at 1/4^4 · 1/2, and the break itself.
    expect(test('aaaap')).toBe(10 / 512 + 2 / 1024)
    expect([test(''), test('ppf'), test('ab'), test('aabbp')]).toEqual([1, 1, 1, 1])
    expect(test('abbbbppp')).toBe(test('baaaafff'))
  })
  it('is never above McNemar’s', () => {
    for (const pairs of [4, 9, 17])
      for (const { counts } of everyOutcome(pairs, 0.5, 0.5)) {
        const { onlyA, onlyB } = counts
        const mcNemar = Math.min(1, 2 * binomialAtMost(Math.min(onlyA, onlyB), onlyA + onlyB, 0.5))
        expect(pairedTest(counts)).toBeLessThanOrEqual(mcNemar + 1e-9)
      }
  })
  it.each([1, 2, 3, 4, 5, 6, 8, 10, 15, 20])(
    'of %i pairs of equal sides is at most t no more often than t, for every t',
    (pairs) => {
      for (const rate of rates) expectHonest(everyOutcome(pairs, rate, rate))
    },
  )
  it('is as honest where the agent is erratic in some pairs and steady in others', () => {
    for (const [erratic, steady] of [
      [3, 5],
      [6, 4],
      [2, 15],
    ] as const)
      expectHonest(
        everyOutcome(erratic, 0.5, 0.5).map(({ counts, probability }) => ({
          counts: { ...counts, pairs: erratic + steady },
          probability,
        })),
      )
  })
  it('falls with every further pair that differs in the one direction there is', () => {
    for (const start of ['a', 'pa', 'pppppaa'])
      for (let [letters, more] = [start, 0]; more < 12; more += 1) {
        expect(test(`${letters}a`)).toBeLessThan(test(letters))
        letters += 'a'
      }
  })
})

function expectHonest(outcomes: { counts: PairCounts; probability: number }[]): void {
  const sorted = outcomes.map(({ counts, probability }) => ({ probability, p: pairedTest(counts) }))
  sorted.sort((one, other) => one.p - other.p)
  let total = 0
  for (const [index, { p, probability }] of sorted.entries()) {
    total += probability
    if (p !== sorted[index + 1]?.p) expect(total).toBeLessThanOrEqual(p + 1e-9)
  }
}

describe('pairsForHardBreak', () => {
  it.each([
    [0.05, 1, 1, 3],
    [0.05, 10, 1, 5],
    [0.05, 100, 1, 6],
    [0.05, 5_000, 1, 9],
    [0.05, 10, 4, 6],
    [0.01, 10, 1, 6],
    [0.05, 0, 1, 3],
    [0.03125, 1, 1, 3], // the chance of three is the level itself
    [0.03124, 1, 1, 4],
  ])('at %f for %i conversations and %i looks is %i', (alpha, conversations, looks, pairs) => {
    expect(pairsForHardBreak(alpha, conversations, looks)).toBe(pairs)
  })
})

const chances = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 })

/** Rates that an adversary chooses from, pair by pair, knowing how the pairs before came out. */
const choices = Array.from({ length: 51 }, (_, index) => index / 50)

/** The greatest chance that equal sides, whose rate moves as an adversary likes, come out as regressed. */
function worstChance(breaks: { enough: number; level: number }): number {
  const chanceByKey = new Map<string, number>()
  const chanceFrom = (pairs: number, onlyA: number): number => {
    const counts = { pairs, bothPassed: 0, onlyA, onlyB: 0, neitherPassed: pairs - onlyA }
    if (pairs >= breaks.enough && onlyA > 0 && pairedTest(counts) <= breaks.level) return 1
    if (pairs >= breaks.enough && !mayBeBreak(counts, breaks)) return 0
    const key = `${pairs} ${onlyA}`
    const chance =
      chanceByKey.get(key) ??
      Math.max(
        ...choices.map(
          (rate) =>
            rate * (1 - rate) * chanceFrom(pairs + 1, onlyA + 1) + (1 - rate) ** 2 * chanceFrom(pairs + 1, onlyA),
        ),
      )
    chanceByKey.set(key, chance)
    return chance
  }
  return chanceFrom(0, 0)
}

describe('mayBeBreak', () => {
  it.each<[string, number | null, boolean]>([
    ['aaa', null, true],
    ['bbb', null, true],
    ['aaaaa', null, false],
    ['aaf', null, false],
    ['aaf', 0.0025, true],
    ['aafb', 0.0025, false],
    ['aafp', 0.0025, false],
    ['fff', 0.0025, false],
    ['aaaaaaf', 0.0025, false],
    ['afffffffffffff', 0.0025, true],
    ['affffffffffffff', 0.0025, false],
  ])('%s at the level %s: %s', (letters, level, expected) => {
    expect(mayBeBreak(countPairs(pairsOf(letters)), { enough: 5, level })).toBe(expected)
  })
  it.each([1, 2, 5, 20, 25, 100, 400])(
    'errs in less than 0.8 of the level, among %i conversations',
    (conversations) => {
      const breaks = { enough: pairsForHardBreak(0.05, conversations), level: 0.05 / conversations }
      expect(worstChance(breaks) / breaks.level).toBeLessThan(0.8)
    },
  )
})

describe('adjustByHolm', () => {
  it('steps down from the smallest', () => {
    // 4 · 0.005, then 3 · 0.01, then 2 · 0.03, and 0.04 may not be below that.
    expect(adjustByHolm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(6)))).toEqual([0.03, 0.06, 0.06, 0.02])
    expect(adjustByHolm([0.2])).toEqual([0.2])
    expect(adjustByHolm([])).toEqual([])
  })
  it('is never below the chance, above one, or out of order', () => {
    fc.assert(
      fc.property(chances, (pValues) => {
        const adjusted = adjustByHolm(pValues)
        const pairs = pValues
          .map((chance, index) => [chance, adjusted[index] ?? -1] as const)
          .sort(([one], [other]) => one - other)
        return pairs.every(([chance, now], index) => now >= chance && now <= 1 && now >= (pairs[index - 1]?.[1] ?? 0))
      }),
      { seed: 16 },
    )
  })
  it('never falls where another chance rises, so that what is called stays called', () => {
    fc.assert(
      fc.property(chances, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (pValues, at, more) => {
        const index = at % Math.max(1, pValues.length)
        const raised = pValues.map((chance, each) => (each === index ? Math.max(chance, more) : chance))
        const [before, after] = [adjustByHolm(pValues), adjustByHolm(raised)]
        return before.every((chance, each) => (after[each] ?? 0) >= chance)
      }),
      { seed: 16 },
    )
  })
})
