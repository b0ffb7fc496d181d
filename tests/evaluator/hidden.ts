import type { Expectation } from './expectation.ts'
import { judgeCalls } from './judge-calls.ts'
import type { Sight } from './judge-matcher.ts'
import { fails, holds, type Outcome, unjudged } from './outcome.ts'
import type { PlainMap } from './plain.ts'
import { callsOf, type Entries, saidByUser, textAt, typeOf } from './transcript.ts'

/** What was expected of the calls of a turn, by itself, a guardrail or the next turn. */
export interface CallsExpected {
  turn: number
  entries: Entries
  expected: Expectation
  sight: Sight
}

const isCall = (entry: PlainMap): boolean => typeOf(entry).startsWith('function_call')
const nameOf = (entry: PlainMap): string => `${textAt(entry, 'name')} ${textAt(entry, 'call_id')}`

/** The entries of the stored session's calls that no answer showed. */
const unshown = (stored: Entries, history: Entries): Entries => {
  const names = new Set(history.filter(isCall).map(nameOf))
  return stored.filter((entry) => isCall(entry) && !names.has(nameOf(entry)))
}

/** The turns that a call without an answer that shows it belongs to: certainly, and perhaps. */
function turnsOf(stored: Entries, entry: PlainMap, opens: boolean): { sure: number; perhaps: number | null } {
  const at = stored.indexOf(entry)
  const messages = saidByUser(stored.slice(0, at)).length
  const own = Math.max(0, opens ? messages : messages - 1)
  const phase = textAt(entry, 'phase')
  const until = stored.slice(at).find((each) => !isCall(each) || !['pre', null].includes(textAt(each, 'phase')))
  const opensNext = until !== undefined && saidByUser([until]).length > 0
  const next = opens ? messages + 1 : messages
  if (phase === 'pre' && opensNext) return { sure: next, perhaps: null }
  return { sure: own, perhaps: phase === null && opensNext && next !== own ? next : null }
}

/** Judges again, with calls that the stored session alone shows, what was expected of calls. */
export function judgeHidden(
  expectations: readonly CallsExpected[],
  stored: Entries,
  history: Entries,
  opens: boolean,
): Outcome[] {
  const hidden = unshown(stored, history)
  const belongs = (certainty: 'sure' | 'perhaps') => (turn: number) =>
    hidden.filter((entry) => turnsOf(stored, callEntryOf(hidden, entry), opens)[certainty] === turn)
  return expectations.flatMap(({ turn, entries, expected: { calls }, sight }) => {
    const [sure, perhaps] = [belongs('sure')(turn), belongs('perhaps')(turn)]
    if (calls === null || sure.length + perhaps.length === 0) return []
    const judgeWith = (beside: Entries): Outcome => {
      const iterator = history.values()
      const all = stored.map((entry) => (hidden.includes(entry) ? entry : (iterator.next().value ?? entry)))
      return judgeCalls(calls, callsOf(all.filter((each) => entries.includes(each) || beside.includes(each))), sight)
    }
    const surely = judgeWith(sure)
    const possibly = perhaps.length === 0 ? surely : judgeWith([...sure, ...perhaps])
    return [surely, possibly & fails ? (possibly & ~fails) | unjudged : possibly & holds ? possibly : unjudged]
  })
}

const callEntryOf = (hidden: Entries, entry: PlainMap): PlainMap =>
  hidden.find((each) => typeOf(each) === 'function_call' && nameOf(each) === nameOf(entry)) ?? entry
