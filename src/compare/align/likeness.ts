import { pairCalls } from '../../engine/transcript/tool-call.ts'
import type { FunctionCall, FunctionCallOutput, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { listFacts, listWords } from './tokens.ts'

/** What is aligned as a whole, such as a call with its output; `index` and `outputIndex` count the turn's entries. */
export interface Unit {
  /** Only units of the same sort match: a role, `call`, `function_call_output`, `thinking`, `summary` or `unknown`. */
  sort: string
  index: number
  entry: TranscriptEntry
  call: { entry: FunctionCall; output: FunctionCallOutput | null; outputIndex: number | null } | null
  /** Equal keys: alike in everything (text, or name and arguments); equal labels: nearly so (role or name). */
  key: string
  label: string
  /** The features that likeness is measured by: the words of a text, or the paths and values of arguments. */
  features: ReadonlySet<string>
}

/** The entries of a turn as units, in order, each in one; an output belongs to the nearest open call (TRN-13). */
export function listUnits(entries: readonly TranscriptEntry[]): Unit[] {
  const outputs = new Map(pairCalls(entries).calls.map(({ index, output }) => [index, output?.index ?? null]))
  const outputIndexes = new Set(outputs.values())
  return entries.flatMap((entry, index) => {
    if (outputIndexes.has(index)) return []
    return [entry.type === 'function_call' ? callUnit(entry, index, entries, outputs) : plainUnit(entry, index)]
  })
}

function callUnit(
  entry: FunctionCall,
  index: number,
  entries: readonly TranscriptEntry[],
  outputs: ReadonlyMap<number, number | null>,
): Unit {
  const outputIndex = outputs.get(index) ?? null
  const answer = outputIndex === null ? undefined : entries[outputIndex]
  const output = answer?.type === 'function_call_output' ? answer : null
  const features = listFacts(entry.arguments)
  const key = `${entry.name}(${[...features].sort().join()})`
  return { sort: 'call', index, entry, call: { entry, output, outputIndex }, key, label: entry.name, features }
}

function plainUnit(entry: TranscriptEntry, index: number): Unit {
  const text = textOfEntry(entry)
  const sort = entry.type === 'message' ? entry.role : entry.type
  const label = entry.type === 'function_call_output' ? `${sort} ${entry.name}` : sort
  return { sort, index, entry, call: null, key: `${label} ${text}`, label, features: listWords(text) }
}

/** All the text of an entry other than a call; items that are not text become one line of JSON each. */
export function textOfEntry(entry: TranscriptEntry): string {
  switch (entry.type) {
    case 'message':
      return entry.content.map((item) => (item.type === 'text' ? item.text : JSON.stringify(item))).join('\n')
    case 'thinking':
      return entry.thinking
    case 'summary':
      return entry.summary
    case 'function_call_output':
      return entry.output
    case 'function_call':
      return JSON.stringify(entry.arguments)
    default:
      return JSON.stringify(entry.original) ?? ''
  }
}

/** Calls of different names at least this much alike count as one call that was renamed. */
const renamed = 0.3

/** How alike two units are, 0 (cannot match) to 1; messages match without a shared word, calls rather by own name. */
export function likenessOf(a: Unit, b: Unit): number {
  if (a.sort !== b.sort) return 0
  const shared = overlap(a.features, b.features)
  if (a.call === null || b.call === null) return a.label === b.label ? 0.1 + 0.9 * shared : 0.05 + 0.2 * shared
  if (a.label === b.label) return 0.4 + 0.6 * shared
  if (a.features.size === 0 || b.features.size === 0) return 0
  const likeness = 0.35 * shared + 0.15 * overlap(nameParts(a.label), nameParts(b.label))
  return likeness < renamed ? 0 : likeness
}

/** The share two sets have in common (Dice coefficient), from 0 to 1; two empty sets count as alike. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const each of small) if (large.has(each)) shared += 1
  return (2 * shared) / (a.size + b.size)
}

function nameParts(name: string): Set<string> {
  return new Set(name.split(/[_\-.\s]+|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase()))
}
