import { isJsonObject, type JsonObject } from '../../src/base/json/json.ts'
import { sectionOf } from './sections.ts'

/** What a schema accepts, in words: `a list of texts`, `a time such as 800 ms`. */
export function describeType(schema: JsonObject): string {
  const { $ref, anyOf, enum: words, const: only, type, pattern, properties, items, format, minimum } = schema
  if (typeof $ref === 'string') return references[$ref] ?? `a ${$ref.replace('#/$defs/', '')}`
  if (Array.isArray(anyOf)) return describeEither(anyOf as JsonObject[])
  if (Array.isArray(words)) return words.map((word) => `\`${String(word)}\``).join(', ')
  if (only !== undefined) return `\`${String(only)}\``
  if (Array.isArray(type)) return type.includes('null') ? 'any text, number, true, false or null' : 'a text'
  if (typeof pattern === 'string') return describePattern(pattern)
  if (format === 'date') return 'a day such as 2026-12-31'
  if (type === 'array') return `a list, each item ${isJsonObject(items) ? describeType(items) : 'any value'}`
  if (type === 'object') return isJsonObject(properties) ? linkTo(schema) : describeObject(schema)
  if (type === 'integer') return `a whole number${typeof minimum === 'number' ? ` of at least ${minimum}` : ''}`
  return scalars[String(type)] ?? 'any value'
}

const references: Record<string, string> = {
  '#/$defs/matcher': 'a [matcher](#matcher)',
  '#/$defs/text matcher': 'a [matcher](#matcher) of text',
  '#/$defs/reply': 'a [reply](#reply), a text, or `none`',
  '#/$defs/calls': '[calls](#calls), a list of them, or `none`',
  '#/$defs/call': 'a [call](#call)',
  '#/$defs/judge': 'a [criterion](#criterion), a sentence, or a list of these',
  '#/$defs/turn': 'a [turn or step](#turn-and-step)',
  '#/$defs/conversation': 'a [conversation](#conversation)',
  '#/$defs/agent name': 'a text',
  '#/$defs/version name': 'a text',
  '#/$defs/tool name': 'a text',
}

const scalars: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: '`true` or `false`',
  null: 'nothing',
}

/** Shortens "X or a list of X", so that X is only described once. */
function describeEither(schemas: readonly JsonObject[]): string {
  const words = schemas.map(describeType)
  const short = words.map((each) =>
    words.some((other) => each === `a list, each item ${other}`) ? 'a list of such' : each,
  )
  return [...new Set(short)].join(', or ')
}

/** The anchor of a heading on the page. */
export function anchor(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function linkTo(schema: JsonObject): string {
  const title = sectionOf(schema)?.title
  if (title === undefined) return 'a mapping'
  return `a mapping: [${title.toLowerCase()}](#${anchor(title)})`
}

/** The patterns of the language are the two kinds of time, and tags. */
function describePattern(pattern: string): string {
  if (pattern.includes('%')) return 'a share such as 90 %'
  if (pattern.startsWith('^\\{\\{')) return 'a `{{variable}}`'
  if (!pattern.includes('ms|s|min')) return 'a word without spaces'
  return pattern.includes('[<>]') ? 'a time such as `800 ms` or `< 3 s`' : 'a time such as `3 s`'
}

function describeObject({ additionalProperties }: JsonObject): string {
  if (!isJsonObject(additionalProperties)) return 'a mapping of any names'
  return `a mapping of names, each ${describeType(additionalProperties)}`
}
