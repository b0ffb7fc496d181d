import { z } from 'zod'
import { countOf, type OutputOf } from '../../base/json/typed-shapes.ts'
import { count } from '../../base/text/wording.ts'
import type { Verdict } from './verdict.ts'

const passRateMembers = {
  /** From 0 to 1. */
  least: z.number().meta({ description: 'The share that must pass, from 0 to 1.' }),
  passed: countOf('Conversations that passed; a repeated one counts once, by what its attempts came to.'),
  judged: countOf('Those that passed, failed or are flaky. Expected fails and skipped ones do not count.'),
  unjudged: countOf('Those that errored, are broken or unsafe, or were not reached.'),
  verdict: z.enum(['held', 'broken', 'not judged']),
}

/** The share of a run's conversations that passed, held against the least that the config asks for. */
export interface PassRate extends OutputOf<typeof passRateMembers> {}

export const passRateShape: z.ZodType<PassRate> = z.object(passRateMembers).meta({
  id: 'PassRate',
  description: 'held: enough passed. broken: too few did. not judged: nothing was judged, or not everything.',
})

/** Judges the share that passed. It never holds while anything is unjudged, nor where nothing was judged. */
export function judgePassRate(totals: Readonly<Record<Verdict, number>>, least: number): PassRate {
  const { passed, failed, flaky, errored, broken, unsafe, 'not reached': notReached } = totals
  const judged = passed + failed + flaky
  const unjudged = errored + broken + unsafe + notReached
  const isLow = judged > 0 && passed / judged < least
  const verdict = isLow ? 'broken' : judged === 0 || unjudged > 0 ? 'not judged' : 'held'
  return { least, passed, judged, unjudged, verdict }
}

/** The pass rate in one line: `75 % (3 of 4)`. */
export function describePassRate({ passed, judged, unjudged }: PassRate): string {
  const share = judged === 0 ? 'nothing was judged' : `${tenths(passed / judged)} (${passed} of ${judged})`
  return unjudged === 0 ? share : `${share}; ${count(unjudged, 'conversation')} could not be judged`
}

/** What it must be: `at least 95 %`. */
export function describeLeast({ least }: PassRate): string {
  return `at least ${tenths(least)}`
}

/** Rounded down, so that a rate just below its limit does not read as if it kept it. */
const tenths = (share: number): string => `${Math.floor(Number((share * 1000).toFixed(6))) / 10} %`
