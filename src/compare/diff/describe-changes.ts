import type { TurnResult } from '../../engine/verdict/conversation-result.ts'
import type { AlignedRow } from '../align/align-entries.ts'
import { changeLevels } from '../model/comparison-words.ts'
import type { ItemDifference, RowComparison, TurnChange } from '../model/turn-comparison.ts'
import { describeCallChanges } from './describe-call-changes.ts'
import { describeWords, quote } from './describe-difference.ts'
import { listItems } from './diff-items.ts'
import { type ComparedRow, messageText } from './diff-row.ts'

/** What b does compared with a, one line each, the gravest first. Null where a talk ended by itself before the turn. */
export function describeChanges(
  a: TurnResult | null,
  b: TurnResult | null,
  rows: readonly AlignedRow[],
  compared: readonly RowComparison[],
): TurnChange[] {
  if ([a, b].some((turn) => turn?.verdict === 'errored' || turn?.verdict === 'unsafe')) return []
  if (b === null) return [{ level: 'turns', text: 'the turn is no longer reached' }]
  if (a === null) return [{ level: 'turns', text: 'the turn is now reached' }]
  const both = rows.flatMap((row, index): ComparedRow[] => {
    const difference = compared[index]
    return difference === undefined || difference.kind === 'same' ? [] : [{ row, compared: difference }]
  })
  const changes = [
    ...describeCallChanges(rows, both),
    ...describeMessageChanges(rows, both),
    ...describeOtherChanges(both),
    ...describeJudgedChanges(a, b),
  ]
  const lines = new Set<string>()
  return changes
    .sort((one, two) => changeLevels.indexOf(one.level) - changeLevels.indexOf(two.level))
    .filter(({ text }) => !lines.has(text) && lines.add(text))
}

/** Lines about criteria on which judges' findings differ; advice counts for nothing and is not a difference. */
function describeJudgedChanges(a: TurnResult, b: TurnResult): TurnChange[] {
  const [before, after] = [countedFindings(a.outcomes), countedFindings(b.outcomes)]
  return [...after].flatMap(([criterion, says]): TurnChange[] => {
    const other = before.get(criterion)
    return other === undefined || other === says
      ? []
      : [{ level: 'judged', text: describeFinding(criterion, other, says) }]
  })
}

/** The findings on each criterion that counts. */
export function countedFindings(outcomes: TurnResult['outcomes']): Map<string, string> {
  return new Map(
    outcomes.flatMap((outcome): [string, string][] =>
      outcome.kind === 'judge' && (outcome.verdict === 'passed' || outcome.verdict === 'failed')
        ? [[outcome.criterion, outcome.judgement.says]]
        : [],
    ),
  )
}

/** `"is sorry" is judged not met instead of met`. */
export function describeFinding(criterion: string, a: string, b: string): string {
  return `${quote(criterion)} is judged ${b} instead of ${a}`
}

/** Lines about other entries. How thinking is worded is not behaviour: only that it started or stopped is told. */
function describeOtherChanges(differing: readonly ComparedRow[]): TurnChange[] {
  return differing.flatMap(({ row, compared }): TurnChange[] => {
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

/** Lines about messages: how many replies, by whom, with which items, in which words. */
function describeMessageChanges(rows: readonly AlignedRow[], differing: readonly ComparedRow[]): TurnChange[] {
  const replies = { a: countReplies(rows, 'a'), b: countReplies(rows, 'b') }
  const countChanges: TurnChange[] =
    replies.a === replies.b
      ? []
      : [{ level: 'messages', text: `${replies.b} ${replies.b === 1 ? 'reply' : 'replies'} instead of ${replies.a}` }]
  return [...countChanges, ...differing.flatMap(({ row, compared }) => describeRow(row, compared))]
}

function countReplies(rows: readonly AlignedRow[], side: 'a' | 'b'): number {
  return rows.filter((row) => row[side]?.sort === 'assistant').length
}

function describeRow({ a, b }: AlignedRow, compared: ComparedRow['compared']): TurnChange[] {
  if (compared.kind === 'only a' || compared.kind === 'only b') return describeLone(a ?? b, compared.kind === 'only b')
  if (compared.kind !== 'message') return []
  if (b?.sort === 'backgroundAgent')
    return [{ level: 'other entries', text: `the background agent ${describeWords(compared.words)}` }]
  const changes: TurnChange[] = []
  if (compared.agents !== null) changes.push({ level: 'handoff', text: describeSpeaker(...compared.agents) })
  changes.push(...compared.items.map((item): TurnChange => ({ level: 'items', text: describeItemChange(item) })))
  if (compared.words.some(({ kind }) => kind !== 'same')) {
    const who = b?.sort === 'user' ? 'the user' : 'the reply'
    changes.push({ level: 'reply', text: `${who} ${describeWords(compared.words)}` })
  }
  return changes
}

/** `human-desk speaks instead of order-desk`. */
export function describeSpeaker(a: string | null, b: string | null): string {
  return `${b ?? 'an agent without a name'} speaks instead of ${a ?? 'an agent without a name'}`
}

/** `no longer shows the button "Track" (payload track)`. */
export function describeItemChange({ a, b }: ItemDifference): string {
  if (b === null) return `no longer shows ${a}`
  return a === null ? `now shows ${b}` : `shows ${b} instead of ${a}`
}

function describeLone(unit: AlignedRow['a'], isAdded: boolean): TurnChange[] {
  if (unit === null || unit.entry.type !== 'message') return []
  const text = messageText(unit.entry)
  const items = listItems(unit.entry.content).map(
    (line): TurnChange => ({
      level: 'items',
      text: describeItemChange(isAdded ? { a: null, b: line } : { a: line, b: null }),
    }),
  )
  if (text.trim() === '') return items
  const verb = isAdded ? 'now' : 'no longer'
  const change: TurnChange =
    unit.sort === 'backgroundAgent'
      ? { level: 'other entries', text: `the background agent ${verb} says ${quote(text)}` }
      : { level: 'reply', text: `${unit.sort === 'user' ? 'the user' : 'the agent'} ${verb} says ${quote(text)}` }
  return [change, ...items]
}
