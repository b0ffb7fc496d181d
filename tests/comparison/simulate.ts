import type { JudgeEvidence } from '../../src/compare/model/comparison-verdict.ts'
import { type CalledVerdict, callVerdicts } from '../../src/compare/statistics/call-verdicts.ts'
import { findOpen } from '../../src/compare/statistics/find-open.ts'
import { breakOf, countPairs, type Pair, pairsForHardBreak } from '../../src/compare/statistics/paired-test.ts'
import { createPick } from '../corpus/pick.ts'

/**
 * How many pairs a comparison runs: at first, whether it repeats breaks until they are confirmed, and the
 * most pairs after each further stage.
 */
export interface Way {
  name: string
  first: number
  confirm: boolean
  stages: number[]
}

/** `--repeat`: repeats breaks until they are confirmed or turn out to be none. */
export const repeated = (pairs: number): Way => ({ name: `${pairs} pairs`, first: pairs, confirm: true, stages: [] })

/** `--repeat` with `--no-confirm`. */
export const unconfirmed = (pairs: number): Way => ({
  name: pairs === 1 ? '1 pair' : `${pairs} pairs`,
  first: pairs,
  confirm: false,
  stages: [],
})

/** `--until-sure`: adds about a seventh more pairs at a time while the verdict is open. */
export const untilSure: Way = {
  name: 'until sure',
  first: 3,
  confirm: true,
  stages: [4, 5, 6, 7, 9, 11, 13, 15, 18, 21, 25, 29, 34, 40, 46, 53, 60],
}

/** A seeded source of runs: whether a run passes, given its pass rate. */
export function drawPasses(seed: number): (rate: number) => boolean {
  const pick = createPick(seed)
  return (rate) => pick(1_000_000) < rate * 1_000_000
}

/** Draws the next pair of a conversation; `index` is how many it has already. */
export type DrawPair = (conversation: number, index: number) => Pair

/** The verdicts of one comparison, and how many pairs it took. */
export interface Simulated {
  called: CalledVerdict[]
  pairs: number
}

const alpha = 0.05

/**
 * Runs one comparison as the product does, with drawn pairs; `judgesOf` says how much of a conversation rests
 * on judges.
 */
export function simulate(
  conversations: number,
  way: Way,
  draw: DrawPair,
  judgesOf: (conversation: number) => JudgeEvidence | null = () => null,
): Simulated {
  const all = Array.from({ length: conversations }, (): { pairs: Pair[] } => ({ pairs: [] }))
  const looks = 1 + way.stages.length
  const add = (index: number, upTo: number): void => {
    const pairs = all[index]?.pairs ?? []
    while (pairs.length < upTo) pairs.push(draw(index, pairs.length))
  }
  for (const index of all.keys()) add(index, way.first)
  const enough = pairsForHardBreak(alpha, conversations, looks)
  for (const [index, { pairs }] of all.entries())
    while (way.confirm && pairs.length < enough && breakOf(countPairs(pairs)) !== null) add(index, pairs.length + 1)
  for (const stage of way.stages) {
    const isOpen = findOpen(all, { alpha, looks, atMost: way.stages.at(-1) ?? 0 })
    for (const index of all.keys()) if (isOpen[index] === true) add(index, stage)
  }
  return {
    called: callVerdicts(
      all.map((each, index) => ({ ...each, judges: judgesOf(index) })),
      { alpha, looks },
    ),
    pairs: all.reduce((sum, { pairs }) => sum + pairs.length, 0),
  }
}

/** Whether a verdict is a difference that is called for sure. */
export const isSure = ({ certainty }: CalledVerdict): boolean =>
  certainty === 'hard break' || certainty === 'statistical'
