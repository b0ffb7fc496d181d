import type { AlignedRow } from '../align/align-entries.ts'
import type { Change } from '../model/change.ts'
import type { ItemDifference } from '../model/turn-comparison.ts'
import type { ComparedRow } from './compared-row.ts'
import { quote } from './describe-value.ts'
import { describeWords } from './describe-words.ts'
import { listItems } from './diff-items.ts'
import { messageText } from './diff-row.ts'

/** Lines about messages: how many replies, by whom, with which items, in which words. */
export function describeMessageChanges(rows: readonly AlignedRow[], differing: readonly ComparedRow[]): Change[] {
  const replies = { a: countReplies(rows, 'a'), b: countReplies(rows, 'b') }
  const counted: Change[] =
    replies.a === replies.b
      ? []
      : [{ level: 'messages', text: `${replies.b} ${replies.b === 1 ? 'reply' : 'replies'} instead of ${replies.a}` }]
  return [...counted, ...differing.flatMap(({ row, compared }) => describeRow(row, compared))]
}

function countReplies(rows: readonly AlignedRow[], side: 'a' | 'b'): number {
  return rows.filter((row) => row[side]?.sort === 'assistant').length
}

function describeRow({ a, b }: AlignedRow, compared: ComparedRow['compared']): Change[] {
  if (compared.kind === 'only a' || compared.kind === 'only b') return describeLone(a ?? b, compared.kind === 'only b')
  if (compared.kind !== 'message') return []
  if (b?.sort === 'backgroundAgent')
    return [{ level: 'other entries', text: `the background agent ${describeWords(compared.words)}` }]
  const changes: Change[] = []
  if (compared.agents !== null) changes.push({ level: 'handoff', text: describeSpeaker(...compared.agents) })
  changes.push(...compared.items.map((item): Change => ({ level: 'items', text: describeItemChange(item) })))
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

function describeLone(unit: AlignedRow['a'], added: boolean): Change[] {
  if (unit === null || unit.entry.type !== 'message') return []
  const text = messageText(unit.entry)
  const items = listItems(unit.entry.content).map(
    (line): Change => ({
      level: 'items',
      text: describeItemChange(added ? { a: null, b: line } : { a: line, b: null }),
    }),
  )
  if (text.trim() === '') return items
  const verb = added ? 'now' : 'no longer'
  const change: Change =
    unit.sort === 'backgroundAgent'
      ? { level: 'other entries', text: `the background agent ${verb} says ${quote(text)}` }
      : { level: 'reply', text: `${unit.sort === 'user' ? 'the user' : 'the agent'} ${verb} says ${quote(text)}` }
  return [change, ...items]
}
