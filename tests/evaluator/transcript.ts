import { plainOfJson, twofold } from './measure.ts'
import { at, isList, isMap, type Plain, type PlainMap, Written } from './plain.ts'

/** A tool call with its output, in call order. */
export interface Call {
  name: string
  index: number
  given: Plain
  phase: string | null
  output: { value: Plain; text: string; saysTwice: boolean; isError: boolean; ms: number | null } | null
}

/** Entries of a turn or of the stored session. */
export type Entries = readonly PlainMap[]

export const textAt = (value: Plain, path: string): string | null => {
  const text = at(value, path)
  return typeof text === 'string' ? text : null
}

export const typeOf = (entry: PlainMap): string => textAt(entry, 'type') ?? ''

const isSaidBy = (role: string) => (entry: PlainMap) => typeOf(entry) === 'message' && entry.role === role

export const messagesOf = (entries: Entries): Entries => entries.filter(isSaidBy('assistant'))
export const backgroundOf = (entries: Entries): Entries => entries.filter(isSaidBy('backgroundAgent'))
export const saidByUser = (entries: Entries): Entries => entries.filter(isSaidBy('user'))

/** The content items of a message. */
export const itemsOf = (message: PlainMap): Entries => (isList(message.content) ? message.content.filter(isMap) : [])

/** The text of one message. */
export const messageText = (message: PlainMap): string =>
  itemsOf(message)
    .filter((item) => item.type === 'text')
    .map((item) => String(item.text))
    .join('\n')

export const replyText = (entries: Entries): string => messagesOf(entries).map(messageText).join('\n')

/** What the customer reads besides the texts: buttons, captions, file names. */
export const besides = (entries: Entries): string[] =>
  messagesOf(entries)
    .flatMap(itemsOf)
    .flatMap((item) =>
      item.type === 'text' ? [] : [item.type === 'button' ? item.text : (item.caption ?? item.filename)],
    )
    .filter((text): text is string => typeof text === 'string' && text !== '')

/** The time of an entry in milliseconds; null if it is not a date. */
export function timeOf(entry: PlainMap): number | null {
  const ms = Date.parse(textAt(entry, 'timestamp') ?? '')
  return Number.isNaN(ms) ? null : ms
}

export const lastTime = (entries: Entries): number => entries.map(timeOf).findLast((ms) => ms !== null) ?? 0

/** Every call paired with its output, which belongs to the nearest open call with its id and name. */
export function callsOf(entries: Entries): Call[] {
  const calls: (Call & { id: Plain })[] = []
  for (const entry of entries) {
    if (typeOf(entry) === 'function_call')
      calls.push({
        name: String(entry.name),
        id: entry.call_id ?? null,
        index: calls.length,
        given: entry.arguments ?? {},
        phase: textAt(entry, 'phase'),
        output: null,
      })
    if (typeOf(entry) !== 'function_call_output') continue
    const open = calls.findLast((call) => call.id === entry.call_id && call.name === entry.name && call.output === null)
    if (open !== undefined) open.output = readOutput(entry)
  }
  return calls
}

function readOutput(entry: PlainMap): Call['output'] {
  const ms = entry.executionTimeMs
  const text = String(entry.output)
  const parsed = plainOfJson(text)
  return {
    value: parsed === undefined || parsed === twofold ? text : parsed,
    text,
    saysTwice: parsed === twofold,
    isError: entry.is_error === true,
    ms: ms instanceof Written ? ms.value : null,
  }
}
