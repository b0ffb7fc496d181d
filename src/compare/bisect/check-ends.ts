import { countChoices } from '../../base/binomial.ts'
import { attemptsOf, type Halt, type VersionLedger } from './ledger.ts'
import type { BisectOutcome } from './result.ts'

/** Whether the good end passes and the bad one fails, clearly enough to tell the versions between them apart. */
export type EndsChecked = { kind: 'ok' } | Extract<BisectOutcome, { kind: 'not comparable' }> | Halt

/** How many attempts each end gets while all of them agree; otherwise both ends get as many as are allowed. */
const enough = 5

/** The highest accepted probability that two equal ends look this different by chance. */
const alpha = 0.05

/** Tries both ends; gives up early on one that has done nothing but the opposite in half of its attempts. */
export async function checkEnds(
  ledger: VersionLedger,
  good: string,
  bad: string,
  repeat: number,
): Promise<EndsChecked> {
  const ends = [
    { version: good, wanted: 'passed', why: 'good fails' },
    { version: bad, wanted: 'failed', why: 'bad passes' },
  ] as const
  const unanimous = (): boolean => ledger.tallies.get(good)?.failed === 0 && ledger.tallies.get(bad)?.passed === 0
  for (const most of [Math.min(enough, repeat), repeat]) {
    if (most === repeat && unanimous()) return { kind: 'ok' }
    for (const { version, wanted, why } of ends) {
      while (attemptsOf(ledger.tallies.get(version) ?? { passed: 0, failed: 0 }) < most) {
        const observation = await ledger.attempt(version)
        if (observation === 'missing') return { kind: 'not comparable', why: 'no such version', version }
        if (typeof observation !== 'string') return observation
        const tally = ledger.tallies.get(version)
        if (tally?.[wanted] === 0 && attemptsOf(tally) * 2 >= repeat) return { kind: 'not comparable', why, version }
      }
    }
  }
  const [passes, fails] = [ledger.tallies.get(good), ledger.tallies.get(bad)]
  const apart = passes !== undefined && fails !== undefined && fisherTest(passes, fails) <= alpha
  return apart || unanimous() ? { kind: 'ok' } : { kind: 'not comparable', why: 'too alike', version: bad }
}

/** Fisher's exact test, one-sided: how likely the first passes at least so much more if both pass equally often. */
export function fisherTest(a: { passed: number; failed: number }, b: { passed: number; failed: number }): number {
  const [sizeA, sizeB] = [a.passed + a.failed, b.passed + b.failed]
  const passed = a.passed + b.passed
  const ways = (k: number): number => countChoices(sizeA, k) * countChoices(sizeB, passed - k)
  let [tail, all] = [0, 0]
  for (let k = Math.max(0, passed - sizeB); k <= Math.min(sizeA, passed); k += 1) {
    all += ways(k)
    if (k >= a.passed) tail += ways(k)
  }
  return tail / all
}
