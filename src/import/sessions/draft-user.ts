import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { findWord } from '../../engine/transcript/find-word.ts'
import { variablePattern } from '../../suite/language/fill-text.ts'
import { quoteText } from '../../suite/yaml/quote-text.ts'
import type { ContentItem } from '../../wire/api/content-item.ts'

/** The first line of a turn: what the user says, with captured values by their names; beside it, as comments, what else was sent. */
export function draftUser(
  user: string | null,
  sent: readonly ContentItem[],
  names: ReadonlyMap<JsonValue, string>,
): string[] {
  if (user === null) return ['agent starts: true']
  const media = sent.flatMap((item) => ('mimeType' in item ? [`${item.type} (${String(item.mimeType)})`] : []))
  const note = `# the user sent ${media.join(', ')}: name a public link to such a file under attachments:`
  return [`user: ${quoteText(nameValues(user, names))}`, ...(media.length === 0 ? [] : [note])]
}

function nameValues(text: string, names: ReadonlyMap<JsonValue, string>): string {
  const longest = [...names].sort(([one], [two]) => String(two).length - String(one).length)
  let pieces: { text: string; fixed: boolean }[] = [{ text, fixed: false }]
  for (const [value, name] of longest) {
    pieces = pieces.flatMap((piece) => (piece.fixed ? [piece] : split(piece.text, String(value), name)))
  }
  return pieces.map((piece) => piece.text).join('')
}

function split(text: string, value: string, name: string): { text: string; fixed: boolean }[] {
  const pieces: { text: string; fixed: boolean }[] = []
  let done = 0
  for (let at = findWord(text, value); at !== -1; at = findWord(text, value, done)) {
    pieces.push({ text: text.slice(done, at), fixed: false }, { text: name, fixed: true })
    done = at + value.length
  }
  return [...pieces, { text: text.slice(done), fixed: false }]
}

/** What the user wrote in double braces would be a variable: the braces that open it become one instead. */
export function keepBraces(text: string, kept: Record<string, JsonValue>): string {
  return text.replace(variablePattern, (found) => {
    kept.braces = '{{'
    return `{{braces}}${found.slice(2)}`
  })
}

/** The same for all texts in some JSON. */
export function keepBracesIn<T extends JsonValue>(value: T, kept: Record<string, JsonValue>): T
export function keepBracesIn(value: JsonValue, kept: Record<string, JsonValue>): JsonValue {
  if (typeof value === 'string') return keepBraces(value, kept)
  if (Array.isArray(value)) return value.map((item) => keepBracesIn(item, kept))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, keepBracesIn(member, kept)]))
}
