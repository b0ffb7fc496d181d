import { sumTally, type Tally } from '../verdict/tally.ts'
import type { ToolCoverage } from './tool-coverage.ts'

/** The ways in which the calls of a tool in a phase ended, in words, with how often; those that were never seen are left out. */
export function callEndings({ phase, success, error, unanswered }: ToolCoverage): [detail: string, tally: Tally][] {
  const where = phase ?? 'no phase'
  const ends: [string, Tally][] = [
    [where, success],
    [`${where}, error`, error],
    [`${where}, no output`, unanswered],
  ]
  return ends.filter(([, tally]) => sumTally(tally) > 0)
}
