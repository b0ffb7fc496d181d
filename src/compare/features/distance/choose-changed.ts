import { countValues } from '../../../base/group-by.ts'
import { isWordedAnew, listSplits } from './permutation-test.ts'

/** One feature over all runs, those of a first and then those of b; null where a run says nothing about it. */
export interface FeatureSeries {
  /** The turn it is seen in, from 0. */
  turn: number
  graded: boolean
  values: readonly (string | null)[]
}

/** How often equal sides may be called changed with enough runs: one in twenty, split by what the call rests on. */
const alpha = { facts: 0.03, gaps: 0.01, wordings: 0.01 }

/** With too few runs for `alpha`: what any other split may separate in a turn, as a share of the true one's. */
const fewRunsShare = 0.25

/**
 * The features that differ beyond noise, of `size` runs of a and the rest of b.
 *
 * - One run each: every difference, since nothing is known of the noise.
 * - Facts (calls, arguments, phases, counts): a feature is *separated* when the sides share no value of it and
 *   differ more between than within. An agent that varies in many things has some separated features by chance;
 *   but then other splits of the runs would separate as many. So all of them count only if at most the share
 *   `alpha` of all splits separates as many features. With too few runs for that (fewer than four a side) see
 *   `chooseFromFew`, a rule of thumb without a stated error rate. Features on which some runs say nothing rest
 *   on fewer runs, and are tested separately.
 * - Wordings: each by `isWordedAnew`, with `alpha` shared by all wordings that differ; where neither side
 *   varies at all, a wording is a fact.
 */
export function chooseChanged<T extends FeatureSeries>(observed: readonly T[], size: number): T[] {
  const varying = observed.filter(({ values }) => new Set(values.filter((value) => value !== null)).size > 1)
  if (varying[0]?.values.length === 2) return varying
  const facts = new Set(chooseFacts(varying, size))
  const wordings = varying.filter(({ graded }) => graded)
  return varying.filter((each) => {
    if (facts.has(each) || !each.graded) return facts.has(each)
    return isWordedAnew(
      withoutNulls(each.values.slice(0, size)),
      withoutNulls(each.values.slice(size)),
      alpha.wordings / wordings.length,
    )
  })
}

/** The separated facts, or none where chance alone would separate as many. */
function chooseFacts<T extends FeatureSeries>(varying: readonly T[], size: number): T[] {
  const count = varying[0]?.values.length ?? 0
  const splits = listSplits(count, size)
  const same = splits.filter((split) => isTrueSplit(split, size, count)).length
  if (same / splits.length > alpha.facts) return chooseFromFew(varying, splits, size, count)
  const outdo = (some: readonly T[], limit: number): T[] => {
    const selection = separated(some, splits[0] ?? [])
    if (selection.length === 0) return []
    const asGood = splits.filter((split) => separated(some, split).length >= selection.length)
    return asGood.length / splits.length <= limit ? selection : []
  }
  const whole = varying.filter(({ values }) => !values.includes(null))
  const gaps = varying.filter(({ values }) => values.includes(null))
  return [...outdo(whole, alpha.facts), ...outdo(gaps, alpha.gaps)]
}

/**
 * With too few runs for a rate, this looks no further than the first turn in which a side differs from itself, since
 * anything later may be a consequence. Whatever is separated before that turn counts; failing that, whatever is
 * separated in it, if that is more than another split of the runs would give. On the four trials of real tasks, two a
 * side, this called 6 of 75 equal deals changed, and missed most changes that came after the runs had parted.
 */
function chooseFromFew<T extends FeatureSeries>(
  varying: readonly T[],
  splits: readonly number[][],
  size: number,
  count: number,
): T[] {
  const steady = new Set(separated(varying, splits[0] ?? []))
  const unsteady = varying.filter((each) => !each.graded && !steady.has(each))
  const last = Math.min(...unsteady.map(({ turn }) => turn))
  const before = [...steady].filter(({ turn }) => turn < last)
  if (before.length > 0) return before
  const here = varying.filter(({ turn }) => turn === last)
  const selection = here.filter((each) => steady.has(each))
  const others = splits.filter((split) => !isTrueSplit(split, size, count))
  const calm = others.every((split) => separated(here, split).length <= selection.length * fewRunsShare)
  return calm && here.filter((each) => unsteady.includes(each)).length <= selection.length ? selection : []
}

/** Whether a split is the true one, or the true one with the sides swapped. */
function isTrueSplit(split: readonly number[], size: number, count: number): boolean {
  return split.every((place) => place < size) || (size * 2 === count && split.every((place) => place >= size))
}

/** The features that a split separates. A single run out of several is too little to speak for its side. */
function separated<T extends FeatureSeries>(varying: readonly T[], split: readonly number[]): T[] {
  const first = new Set(split)
  return varying.filter(({ values, graded }) => {
    const [here, there] = [
      values.filter((_, place) => first.has(place)),
      values.filter((_, place) => !first.has(place)),
    ]
    const enough = [here, there].every((side) => withoutNulls(side).length >= Math.min(2, side.length))
    return enough && isSeparated(withoutNulls(here), withoutNulls(there), graded)
  })
}

const withoutNulls = (values: readonly (string | null)[]): string[] => values.filter((value) => value !== null)

/** Whether groups share no value and differ more between than within; `whole` demands that neither varies at all. */
function isSeparated(a: readonly string[], b: readonly string[], whole: boolean): boolean {
  if (a.length === 0 || b.length === 0 || a.some((value) => b.includes(value))) return false
  const varies = differing(a) + differing(b)
  if (whole || varies === 0) return varies === 0
  return varies < pairs(a) + pairs(b)
}

const pairs = ({ length }: readonly string[]): number => (length * (length - 1)) / 2

function differing(values: readonly string[]): number {
  return [...countValues(values).values()].reduce((rest, count) => rest - (count * (count - 1)) / 2, pairs(values))
}
