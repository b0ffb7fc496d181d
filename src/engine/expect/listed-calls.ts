import type { CallExpectation } from '../../suite/language/call-expectation.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import { alignAnyOrder, alignInOrder } from './align-calls.ts'
import { assignCalls } from './assign-calls.ts'
import { evaluateTimes } from './call-times.ts'
import type { CallsInView } from './calls-in-view.ts'
import { mismatch } from './mismatch.ts'
import type { CallOutcome } from './outcome.ts'

/**
 * Calls that have to be there, in order or in any; others are tolerated. Those that one row counts (`times`) have no place of
 * their own in any order; in order they all stand where the row does.
 */
export function evaluateListed(
  expected: readonly CallExpectation[],
  view: CallsInView,
  order: 'in order' | 'any order',
  list: string,
): CallOutcome[] {
  const align = order === 'in order' ? alignInOrder : alignAnyOrder
  const named = (outcome: CallOutcome, row: number): CallOutcome => Object.assign(outcome, { by: `${list}[${row}]` })
  if (expected.every(({ times }) => times === undefined)) return assignCalls(expected, view, align).map(named)
  const counts = expected.map((each) => (each.times === undefined ? null : evaluateTimes(each, each.times, view)))
  const places = expected.flatMap((each, row): Place[] => {
    const count = counts[row] ?? null
    if (count === null) return [{ row, each }]
    const isPlaced = order === 'in order' && count.outcome.verdict === 'passed'
    return isPlaced ? count.counted.map((call) => ({ row, each, call })) : []
  })
  const found = assignCalls(
    places.map(({ each }) => each),
    view,
    align,
    { only: places.map(({ call }) => call) },
  )
  const misplaced = places.flatMap(({ row, call }, index) =>
    call !== undefined && found[index]?.verdict === 'failed' ? [row] : [],
  )
  return [
    ...found.flatMap((outcome, index) => {
      const place = places[index]
      return place === undefined || place.call !== undefined ? [] : [named(outcome, place.row)]
    }),
    ...counts.flatMap((count, row) => {
      if (count === null) return []
      return [named(misplaced.includes(row) ? misplace(count.outcome) : count.outcome, row)]
    }),
  ]
}

/** A place in the list: that of an expectation, or of one call that the expectation counts. */
interface Place {
  row: number
  each: CallExpectation
  call?: ToolCall
}

/** As many calls as expected, but not between what is listed before them and behind. */
function misplace(outcome: CallOutcome & { kind: 'call count' }): CallOutcome {
  const expected = 'all of them at this place of the list'
  return { ...outcome, verdict: 'failed', mismatches: [mismatch(outcome.at, 'order', expected, 'others between')] }
}
