import { repeatInterval } from '../../src/engine/perform/repeat.ts'

/**
 * A way for the attempts at a conversation to end: how many passed and failed, and in how many orders that
 * can happen.
 */
export interface End {
  passed: number
  failed: number
  orders: number
}

/** A repeat, and after how many judged attempts something external interrupts it, if anything does. */
export interface Design {
  times: number
  pass: number
  endsAtPass: boolean
  /** The most attempts that get judged; `times` if nothing interrupts them. */
  most: number
}

/** Every end of a repeat, by the rule that docs/language.md states in words: enumerated, not simulated. */
export function endsOf({ times, pass, endsAtPass, most }: Design): End[] {
  const ends: End[] = []
  let under = new Map<number, number>([[0, 1]])
  for (let attempt = 1; attempt <= most; attempt += 1) {
    const next = new Map<number, number>()
    for (const [passed, orders] of under)
      for (const now of [passed, passed + 1]) next.set(now, (next.get(now) ?? 0) + orders)
    under = new Map()
    for (const [passed, orders] of next) {
      const failed = attempt - passed
      const isOver = (endsAtPass && passed >= pass) || (passed > 0 && failed > times - pass) || attempt === most
      if (isOver) ends.push({ passed, failed, orders })
      else under.set(passed, orders)
    }
  }
  return ends
}

type Interval = readonly [from: number, to: number]

/**
 * How often intervals cover the true rate, over the rates from 0.5 % to 99.5 %: the least, the mean, and the
 * mean width.
 */
export function coverageOfRepeats(
  design: Design,
  intervalOf: (end: End) => Interval = (end) => repeatInterval({ ...design, ...end }) ?? [0, 1],
): { least: number; mean: number; width: number } {
  const ends = endsOf(design).map((end) => ({ ...end, interval: intervalOf(end) }))
  const cells = Array.from({ length: 199 }, (_, index) => (index + 1) / 200).map((rate) => {
    let [coverage, width] = [0, 0]
    for (const { passed, failed, orders, interval } of ends) {
      const chance = orders * rate ** passed * (1 - rate) ** failed
      if (interval[0] <= rate && rate <= interval[1]) coverage += chance
      width += chance * (interval[1] - interval[0])
    }
    return { held: coverage, width }
  })
  return {
    least: Math.min(...cells.map(({ held }) => held)),
    mean: cells.reduce((sum, { held }) => sum + held, 0) / cells.length,
    width: cells.reduce((sum, { width }) => sum + width, 0) / cells.length,
  }
}

/** Wilson's interval, which assumes a fixed number of attempts; here to show what that assumption costs. */
export function wilson({ passed, failed }: End): Interval {
  const [z, of] = [1.959964, passed + failed]
  const rate = passed / of
  const middle = (rate + z ** 2 / (2 * of)) / (1 + z ** 2 / of)
  const half = (z / (1 + z ** 2 / of)) * Math.sqrt((rate * (1 - rate)) / of + z ** 2 / (4 * of ** 2))
  return [middle - half, middle + half]
}
