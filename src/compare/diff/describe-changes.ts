import type { TurnResult } from '../../engine/verdict/turn-result.ts'
import type { AlignedRow } from '../align/align-entries.ts'
import { type Change, changeLevels } from '../model/change.ts'
import type { RowComparison } from '../model/turn-comparison.ts'
import type { ComparedRow } from './compared-row.ts'
import { describeCallChanges } from './describe-call-changes.ts'
import { describeMessageChanges } from './describe-message-changes.ts'
import { describeWords } from './describe-words.ts'

/**
 * The differences between two turns, one line each, the gravest first. A line says what b does compared with a; there
 * is nothing to say about a turn that errored or was not sent.
 */
export function describeChanges(
  a: TurnResult | null,
  b: TurnResult | null,
  rows: readonly AlignedRow[],
  compared: readonly RowComparison[],
): Change[] {
  if ([a, b].some((turn) => turn?.verdict === 'errored' || turn?.verdict === 'unsafe')) return []
  if (!isReached(a) || !isReached(b)) {
    if (isReached(a) === isReached(b)) return []
    return [{ level: 'turns', text: isReached(a) ? 'the turn is no longer reached' : 'the turn is now reached' }]
  }
  const both = rows.flatMap((row, index): ComparedRow[] => {
    const difference = compared[index]
    return difference === undefined || difference.kind === 'same' ? [] : [{ row, compared: difference }]
  })
  const changes = [
    ...describeCallChanges(rows, both),
    ...describeMessageChanges(rows, both),
    ...describeOtherChanges(both),
  ]
  const seen = new Set<string>()
  return changes
    .sort((one, two) => changeLevels.indexOf(one.level) - changeLevels.indexOf(two.level))
    .filter(({ text }) => !seen.has(text) && seen.add(text))
}

function isReached(turn: TurnResult | null): boolean {
  return turn !== null && turn.verdict !== 'not reached'
}

/**
 * Lines about entries that are neither messages nor calls. How an agent words its thinking is not behaviour: the rows
 * show it, but the only thing reported is that it started or stopped thinking at all.
 */
function describeOtherChanges(differing: readonly ComparedRow[]): Change[] {
  return differing.flatMap(({ row, compared }): Change[] => {
    const unit = row.b ?? row.a
    if (unit === null || unit.call !== null || unit.entry.type === 'message') return []
    const name = names[unit.sort] ?? 'an entry of an unknown type'
    if (compared.kind === 'only a') return [{ level: 'other entries', text: `${name} is gone` }]
    if (compared.kind === 'only b') return [{ level: 'other entries', text: `${name} is new` }]
    if (compared.kind !== 'other' || unit.sort === 'thinking') return []
    return [{ level: 'other entries', text: `${name} ${describeWords(compared.words)}` }]
  })
}

const names: Readonly<Record<string, string>> = {
  thinking: 'a thought',
  summary: 'the summary',
  function_call_output: 'an output without a call',
}
