import type { Change } from '../model/change.ts'
import type { ComparedRow } from './compared-row.ts'
import { describeWords } from './describe-words.ts'

/**
 * Lines about entries that are neither messages nor calls. How an agent words its thinking is no behaviour: rows show it,
 * and only that it thinks at all, or no longer does, is told.
 */
export function describeOtherChanges(differing: readonly ComparedRow[]): Change[] {
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
