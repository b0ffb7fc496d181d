import type { CallExpectation } from '../../suite/language/expectations/call-expectation.ts'
import { mentionsOf } from '../../suite/language/script/mentions.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import type { Assignment, alignInOrder } from './align-calls.ts'
import { type CallsInView, mayHide, type OpenOutcome, viewCall } from './fitting-calls.ts'
import { matchCall, orderMismatches, unknownTime } from './match-call.ts'
import { answerOf, certainFirst } from './outcome/answer.ts'
import type { CallOutcome, Mismatch } from './outcome/outcome.ts'

/** `only`: the one call that an expectation may get; `extra` collects the calls that none took, not even as closest. */
interface Wishes {
  only?: readonly (ToolCall | undefined)[]
  extra?: ToolCall[]
}

/** Prefers calls that certainly fit; an expectation without a call is shown beside the closest free one of its name. */
export function assignCalls(
  expected: readonly CallExpectation[],
  view: CallsInView,
  align: typeof alignInOrder,
  { only, extra }: Wishes = {},
): OpenOutcome[] {
  const { calls, turn, phase } = view
  const mismatchesByPair = new Map<number, Mismatch[] | null>()
  const misses = (row: number, column: number): Mismatch[] | null => {
    const [each, call, own] = [expected[row], calls[column], only?.[row]]
    if (each === undefined || call === undefined) return null
    if (own !== undefined) return call === own ? [] : null
    const key = row * calls.length + column
    const mismatches = mismatchesByPair.get(key)
    if (mismatches !== undefined) return mismatches
    const misfits = call.name === each.name ? holdAgainst(each, call, turn) : null
    mismatchesByPair.set(key, misfits)
    return misfits
  }
  const isKnown = (row: number, column: number): boolean => {
    const [each, call] = [expected[row], calls[column]]
    if (each === undefined || call === undefined) return true
    return unknownTime(each, call).length === 0 && misses(row, column)?.length === 0
  }
  const fits = (row: number, column: number): boolean => {
    const mismatches = misses(row, column)
    return mismatches !== null && answerOf(mismatches) !== 'fails'
  }
  const mayBeUnsure = expected.some((each) => each.within !== undefined || mentionsOf(each).doubtful)
  const assignment = align(expected.length, calls.length, fits, mayBeUnsure ? isKnown : undefined)
  const nearest = closestCalls(expected, calls, assignment, misses)
  const columns = new Set([...assignment, ...nearest])
  for (const [column, call] of calls.entries()) if (!columns.has(column)) extra?.push(call)
  const narrowed = phase === undefined ? {} : { inPhase: phase }
  return expected.map((each, row): OpenOutcome => {
    const { name, at } = each
    const call = calls[assignment[row] ?? -1]
    if (call !== undefined) return judgeFound(each, call, misses(row, assignment[row] ?? -1) ?? [])
    const column = nearest[row] ?? -1
    const mismatches = certainFirst(misses(row, column) ?? [])
    const place = mismatches[0]?.at ?? at
    const near = calls[column]
    const closest = near === undefined ? null : viewCall(near)
    const missed = {
      kind: 'call',
      verdict: 'failed',
      at: place,
      name,
      closest,
      mismatches,
      made: turn.map(viewCall),
    } as const
    return { ...missed, ...narrowed, ...(mayHide(view, each.phase?.value) ? { isOpen: true } : {}) }
  })
}

/** Every mismatch of a call that has the right name. */
function holdAgainst(expected: CallExpectation, call: ToolCall, turn: readonly ToolCall[]): Mismatch[] {
  const mismatches = matchCall(expected, call)
  if (expected.before !== undefined || expected.after !== undefined)
    mismatches.push(...orderMismatches(expected, call, turn))
  return mismatches
}

function judgeFound(expected: CallExpectation, call: ToolCall, doubts: readonly Mismatch[]): CallOutcome {
  const mismatches = [...unknownTime(expected, call), ...doubts]
  const verdict = mismatches.length === 0 ? 'passed' : 'not judged'
  const at = mismatches[0]?.at ?? expected.at
  return { kind: 'call', verdict, at, name: expected.name, closest: viewCall(call), mismatches, made: [] }
}

/** The closest free call by name, for display only; closest pairs first, so that no order of expectations decides. */
function closestCalls(
  expected: readonly CallExpectation[],
  calls: readonly ToolCall[],
  assignment: Assignment,
  misses: (row: number, column: number) => readonly Mismatch[] | null,
): Assignment {
  const closest: Assignment = expected.map(() => null)
  if (assignment.length === expected.length && !assignment.includes(null)) return closest
  const free = new Set(calls.keys())
  for (const column of assignment) if (column !== null) free.delete(column)
  const pairs = expected.flatMap((_, row) =>
    (assignment[row] ?? null) === null
      ? [...free].flatMap((column) => {
          const cost = misses(row, column)?.length
          return cost === undefined ? [] : [{ row, column, cost }]
        })
      : [],
  )
  for (const { row, column } of pairs.sort((one, two) => one.cost - two.cost)) {
    if (closest[row] !== null || !free.delete(column)) continue
    closest[row] = column
  }
  return closest
}
