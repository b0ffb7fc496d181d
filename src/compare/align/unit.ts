import { pairCalls } from '../../engine/transcript/tool-call.ts'
import type { FunctionCall, FunctionCallOutput, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { listFacts } from './list-facts.ts'
import { listWords } from './list-words.ts'

/**
 * What is aligned as a whole: a message, a call with its output, or any other entry. `index` and `outputIndex` count
 * the entries of the turn.
 */
export interface Unit {
  /**
   * Only units of the same sort can match: `user`, `assistant`, `backgroundAgent`, `call`, `function_call_output`,
   * `thinking`, `summary`, `unknown`.
   */
  sort: string
  index: number
  entry: TranscriptEntry
  call: { entry: FunctionCall; output: FunctionCallOutput | null; outputIndex: number | null } | null
  /**
   * Units with the same key are alike in everything (text, or name and arguments); those with the same label are nearly
   * so (role or name).
   */
  key: string
  label: string
  /** The features that likeness is measured by: the words of a text, or the paths and values of arguments. */
  features: ReadonlySet<string>
}

/**
 * The entries of a turn as units, in order; each entry is in exactly one unit. An output belongs to the nearest open
 * call (TRN-13).
 */
export function listUnits(entries: readonly TranscriptEntry[]): Unit[] {
  const outputs = new Map(pairCalls(entries).calls.map(({ index, output }) => [index, output?.index ?? null]))
  const taken = new Set(outputs.values())
  return entries.flatMap((entry, index) => {
    if (taken.has(index)) return []
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
  const text = textOf(entry)
  const sort = entry.type === 'message' ? entry.role : entry.type
  const label = entry.type === 'function_call_output' ? `${sort} ${entry.name}` : sort
  return { sort, index, entry, call: null, key: `${label} ${text}`, label, features: listWords(text) }
}

/** All the text of an entry other than a call; items that are not text become one line of JSON each. */
export function textOf(entry: TranscriptEntry): string {
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
