import type { JsonObject, JsonValue } from '../../base/json/json.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import type { MessageView, TurnView } from '../../engine/transcript/turn-view.ts'
import { findWord, leavesOf, outputOf } from '../../engine/transcript/values-in-text.ts'
import { writeTexts } from '../../suite/language/matchers/text-or-pattern.ts'
import { shorten, writeMember } from '../../suite/yaml/write-yaml.ts'
import type { ContentItem } from '../../wire/api/transcript-entry.ts'
import { findFigures, isLoneNumber } from './find-figures.ts'

export interface ReplyContext {
  agent: string
  names: ReadonlyMap<JsonValue, string>
  isVolatile: (text: string) => boolean
  /** A text without what a run will have otherwise, and in which no figures are to be looked for. */
  hide: (text: string) => string
}

/** The lines of `reply:` below its text as a comment. Expected are figures, tools' words, buttons, media, speaker. */
export function draftReply(view: TurnView, context: ReplyContext): string[] {
  if (view.assistant.length === 0) return ['reply: none']
  const { parts: contained, patterns } = valuesIn(view, context)
  const parts: JsonObject = {
    ...(contained.length === 0 ? {} : { contains: bareOrList(contained) }),
    ...(patterns.length === 0 ? {} : { matches: bareOrList(patterns) }),
    ...draftItems(view.assistant, context),
    ...(view.background.some(({ text }) => text.trim() !== '') ? { background: { present: true } } : {}),
    ...draftSpeaker(view.assistant, context.agent),
  }
  const suggestion = view.replyText.trim() === '' ? [] : [`# suggestion: reply ${shorten(view.replyText)}`]
  return [...suggestion, ...(Object.keys(parts).length === 0 ? [] : writeMember('reply', writeTexts(parts), 10))]
}

/** Nobody reviews more than this, and a reply that lists as much will be different tomorrow. */
const mostParts = 40

/** The values in a reply as a script writes them: captures by name, figures, then states and names from tools. */
function valuesIn({ replyText, calls }: TurnView, { names, isVolatile, hide }: ReplyContext): Told {
  const text = hide(toNormalForm(replyText, 'NFC'))
  const captured = [...names]
    .map(([value, name]) => ({ value: toNormalForm(String(value), 'NFC'), name }))
    .filter(({ value }) => findWord(text, value) !== -1 && !isVolatile(value))
  const facts: Told = { parts: [], patterns: [] }
  const tell = (figure: string, name: string): void => {
    const pattern = patternOf(figure, name, text)
    if (pattern === null) facts.parts.push(name)
    else facts.patterns.push(pattern)
  }
  for (const { value, name } of captured) tell(value, name)
  const figures = findFigures(text).filter(
    (each) => !isVolatile(each) && !captured.some(({ value }) => each.includes(value)),
  )
  for (const figure of figures.slice(0, mostParts)) tell(figure, figure)
  for (const { value, path } of calls.flatMap((call) => leavesOf(outputOf(call)))) {
    const word = toNormalForm(String(value), 'NFC')
    if (facts.parts.length >= mostParts || !(tellsHow(value, path.at(-1)) || tellsName(value))) continue
    if (findWord(text, word) !== -1 && !facts.parts.some((each) => each.includes(word))) facts.parts.push(word)
  }
  return facts
}

/** `parts` occur in the reply as they are; `patterns` express what a part cannot. */
interface Told {
  parts: string[]
  patterns: string[]
}

/** Patterns may repeat something a thousand times at most, and whoever reads one does not count that far. */
const mostTimes = 50

/** A pattern for how often a figure occurs if more than once, and for a short one alone; null if it only has to. */
function patternOf(figure: string, name: string, text: string): string | null {
  const lone = isLoneNumber(figure)
  const literal = name === figure ? figure.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : name
  const source = lone ? `\\b${literal}\\b` : literal
  const count = lone ? countAlone(figure, text) : text.split(figure).length - 1
  if (count > 1) return `/(?:${source}.*){${Math.min(count, mostTimes)}}/s`
  return lone ? `/${source}/` : null
}

/** How often a number occurs on its own; once where some occurrences are list numbers, which may change. */
function countAlone(figure: string, text: string): number {
  const numbered = new RegExp(`(?:^|\\n)[\\s>*#-]*${figure}[.)]`).test(text)
  return numbered ? 1 : text.split(new RegExp(`\\b${figure}\\b`)).length - 1
}

/** Whether a value is a word for the state of something. */
function tellsHow(value: string | number, key: string | number | undefined): boolean {
  return typeof value === 'string' && /^\p{L}{4,20}$/u.test(value) && /status|state$|result|outcome/i.test(String(key))
}

/** Whether a value that a tool returned is a capitalised name, which replies repeat as it is. */
function tellsName(value: string | number): boolean {
  return typeof value === 'string' && /^\p{Lu}[\p{L}'’.&-]*(?: [\p{L}'’.&-]+){1,4}$/u.test(value) && value.length <= 60
}

/** Expects buttons by their payload and media by their kind: their texts may be worded anew. */
function draftItems(messages: readonly MessageView[], { hide }: ReplyContext): JsonObject {
  const byType: Record<string, JsonValue[]> = {}
  for (const item of messages.flatMap(({ items }) => items)) {
    const drafted = draftItem(item, hide)
    if (drafted !== null) byType[item.type] = [...(byType[item.type] ?? []), drafted]
  }
  return Object.fromEntries(Object.entries(byType).map(([kind, items]) => [kind, bareOrList(items)]))
}

function bareOrList(values: readonly JsonValue[]): JsonValue {
  return values.length === 1 ? (values[0] ?? null) : [...values]
}

function draftItem(item: ContentItem, hide: ReplyContext['hide']): JsonValue {
  if (item.type === 'unknown' || item.type === 'text') return null
  if (item.type !== 'button') return { mimeType: item.mimeType }
  const { payload } = item
  const isPlain = payload !== '' && !payload.includes('{{') && hide(payload) === payload
  return isPlain ? { payload: { equals: payload } } : { text: { present: true } }
}

/** A different agent that speaks is a handoff. */
function draftSpeaker(messages: readonly MessageView[], agent: string): JsonObject {
  const last = messages.at(-1)?.agentName ?? null
  return last === null || last === agent ? {} : { agentName: last }
}
