import type { ContentItem } from '../api/content-item.ts'
import type { JsonObject, JsonValue } from '../base/json.ts'
import { shorten, writeMember } from '../grammar/write-yaml.ts'
import type { MessageView, TurnView } from '../transcript/turn-view.ts'
import { findWord } from './find-word.ts'
import { leavesOf, outputOf } from './leaves.ts'

/** What a reply is looked through for. */
export interface ReplyContext {
  /** The agent the conversation is with. */
  agent: string
  names: ReadonlyMap<JsonValue, string>
  /** What tools gave back in earlier turns. */
  given: ReadonlySet<JsonValue>
  isVolatile: (text: string) => boolean
}

/**
 * The lines of `reply:`, below the words of the reply as a comment. Words are not pinned: what is expected are the values
 * in them that come from tools, or else that it asks something where it did; buttons and media, and who speaks.
 */
export function draftReply(view: TurnView, context: ReplyContext): string[] {
  if (view.assistant.length === 0) return ['reply: none']
  const values = valuesIn(view, context)
  const parts: JsonObject = {
    ...(values.length === 0 ? {} : { contains: values.length === 1 ? (values[0] ?? '') : values }),
    ...(values.length === 0 && view.replyText.includes('?') ? { contains: '?' } : {}),
    ...draftItems(view.assistant),
    ...(view.background.some(({ text }) => text.trim() !== '') ? { background: { matches: '/\\S/' } } : {}),
    ...draftSpeaker(view.assistant, context.agent),
  }
  const suggestion = view.replyText.trim() === '' ? [] : [`# suggestion: reply ${shorten(view.replyText)}`]
  return [...suggestion, ...(Object.keys(parts).length === 0 ? [] : writeMember('reply', parts, 10))]
}

/** At most three values of tools that the reply tells, as a script writes them: captured ones first, then ids, then amounts and words for a state. */
function valuesIn({ replyText, calls }: TurnView, { names, given, isVolatile }: ReplyContext): string[] {
  const text = replyText.normalize('NFC')
  const own = calls.flatMap((call) => leavesOf(outputOf(call)))
  const chosen: string[] = []
  const offer = (value: JsonValue, written: string): void => {
    if (chosen.length >= 3 || findWord(text, String(value).normalize('NFC')) === -1) return
    if (chosen.some((each) => each.includes(written) || written.includes(each)) || isVolatile(String(value))) return
    chosen.push(written)
  }
  for (const [value, name] of names) offer(value, name)
  const others = [...own.map(({ value }) => value), ...[...given].reverse()].filter((value) => !names.has(value))
  for (const value of others) if (tellsWhich(value)) offer(value, String(value))
  for (const value of others) if (tellsHowMuch(value, text)) offer(value, String(value))
  for (const { value, path } of own) if (tellsHow(value, path.at(-1))) offer(value, String(value))
  return chosen
}

/** A word with a letter and a digit, such as an id or a flight; a date. */
function tellsWhich(value: JsonValue): boolean {
  if (typeof value !== 'string' || value.length < 3 || value.length > 60 || /[\s{}]/.test(value)) return false
  return /^\d{4}-\d\d-\d\d$/.test(value) || (/\d/.test(value) && /\p{L}/u.test(value))
}

/** A number that hardly stands there by chance: of three digits, or of money. */
function tellsHowMuch(value: JsonValue, text: string): boolean {
  const written = String(value)
  if (typeof value === 'object' || !/^-?\d{1,15}(\.\d+)?$/.test(written)) return false
  return (
    written.replace(/\D/g, '').length >= 3 || ['$', '€', '£', '₹'].some((sign) => findWord(text, sign + written) !== -1)
  )
}

/** A word that says in which state something is. */
function tellsHow(value: string | number, key: string | number | undefined): boolean {
  return typeof value === 'string' && /^\p{L}{4,20}$/u.test(value) && /status|state$|result|outcome/i.test(String(key))
}

/** Buttons by their payload, media by their kind: what they show may be worded anew. */
function draftItems(messages: readonly MessageView[]): JsonObject {
  const found: Record<string, JsonValue[]> = {}
  for (const item of messages.flatMap(({ items }) => items)) {
    const drafted = draftItem(item)
    if (drafted !== null) found[item.type] = [...(found[item.type] ?? []), drafted]
  }
  return Object.fromEntries(
    Object.entries(found).map(([kind, [first = null, ...more]]) => [
      kind,
      more.length === 0 ? first : [first, ...more],
    ]),
  )
}

function draftItem(item: ContentItem): JsonValue {
  switch (item.type) {
    case 'button':
      return item.payload === '' || item.payload.includes('{{')
        ? { text: { present: true } }
        : { payload: { equals: item.payload } }
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return { mimeType: item.mimeType }
    default:
      return null
  }
}

/** Another agent that speaks is a handoff. */
function draftSpeaker(messages: readonly MessageView[], agent: string): JsonObject {
  const last = messages.at(-1)?.agentName ?? null
  return last === null || last === agent ? {} : { agentName: last }
}
