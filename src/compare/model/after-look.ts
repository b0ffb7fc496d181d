import { isJudged } from '../../engine/verdict/verdict.ts'
import type { SideKey } from './conversation-comparison.ts'

/** The runs that a verdict rests on: those after the look, which chose the conversation for them. */
export function afterLook<T>({ a, b }: Record<SideKey, readonly T[]>, look = 0): Record<SideKey, T[]> {
  return { a: a.slice(look), b: b.slice(look) }
}

/** The first runs of each side, such as those of the look, or those that were settled before anything ran. */
export function firstRuns<T>({ a, b }: Record<SideKey, readonly T[]>, pairs?: number): Record<SideKey, T[]> {
  return { a: a.slice(0, pairs), b: b.slice(0, pairs) }
}

/** The pairs of which both runs were judged, each with its place. */
export function judgedRuns<T extends { verdict: string }>({ a, b }: Record<SideKey, readonly T[]>): JudgedPair<T>[] {
  return a.flatMap((run, index) => {
    const other = b[index]
    return isJudged(run.verdict) && isJudged(other?.verdict) && other !== undefined ? [{ index, a: run, b: other }] : []
  })
}

type JudgedPair<T> = Record<SideKey, T> & { index: number }
