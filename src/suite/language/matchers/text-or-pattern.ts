import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../../../base/json/json.ts'
import type { YamlNode } from '../../yaml/node.ts'
import type { Place } from '../../yaml/place.ts'
import { type Reading, refuse, type Shape, withCheck } from '../../yaml/shape.ts'
import { writeTextScalar } from '../../yaml/write-yaml.ts'
import type { Matcher } from './matcher.ts'

/** What a scalar is where texts are compared. `odd` looks like a pattern whose flags this language does not have. */
type Form = 'text' | 'pattern' | 'odd'

/** A block of YAML ends with a line end, which is no part of a pattern. */
const slashed = /^\/(.+)\/([a-zA-Z]*)\n*$/s

/** Flags as other languages write them, with which no text begins. */
const flagged = /^\(\?[a-z]+\)/i

/** A path stays a text: `/usr/bin` ends with no flags, `/usr/bin/` has nothing that only patterns have. */
export function formOf(writtenText: string): Form {
  const [, source, flags = ''] = slashed.exec(writtenText) ?? []
  if (source === undefined) return flagged.test(writtenText) ? 'odd' : 'text'
  const isPath = source.includes('/') && !/[\\^$*+?()[\]{}|]/.test(source.replace(/\{\{[^{}]*\}\}/g, ''))
  if (/^(?!.*(.).*\1)[imsu]*$/.test(flags)) return isPath && flags === '' ? 'text' : 'pattern'
  return /^[dgimsuvy]{1,8}$/i.test(flags) && !isPath ? 'odd' : 'text'
}

/** The scalars in a part of a script that are read as patterns without the word `matches`. */
export function patternsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { kind, patterns, at } = part as Partial<Matcher & { kind: 'matches' }>
  const [first] = kind === 'matches' ? (patterns ?? []) : []
  if (first !== undefined && first.at === at) return [`/${first.pattern.source}/${first.pattern.flags}`]
  return Object.values(part).flatMap(patternsIn)
}

/** Whether a text would be taken for a pattern where texts are compared. */
export function looksLikePattern(writtenText: string): boolean {
  return formOf(writtenText) !== 'text'
}

/** A text as the source of a pattern that matches just that text; its `{{variables}}` stay variables. */
export function escapeText(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}|[\\^$.*+?()[\]{}|/]/g, (character) =>
    character.length > 1 ? character : `\\${character}`,
  )
}

/** Refuses flags that JavaScript has and this language does not, with both lines that may be meant. */
export function refuseFlags(writtenText: string, at: Place, reading: Reading): undefined {
  const [, source = '', flags = ''] = slashed.exec(writtenText) ?? []
  if (source === '') {
    const hint = `write matches: ${writeTextScalar(writtenText.trim(), true)} for the pattern, ${lineOf(`^${escapeText(writtenText)}$`, '')} for that very text`
    return refuse(
      reading,
      'bad-pattern',
      at,
      `"${writtenText.trim()}" looks like a pattern, and would be a text here`,
      hint,
    )
  }
  const knownFlags = [...new Set(flags.toLowerCase())].filter((flag) => 'imsu'.includes(flag)).join('')
  const message = `"${flags}" are no flags of a pattern here: these are i, m, s and u, each once`
  const hint = `write /${source}/${knownFlags} for the pattern, ${lineOf(`^${escapeText(writtenText)}$`, '')} for that very text`
  return refuse(reading, 'bad-pattern', at, message, hint)
}

export type Anchor = 'whole' | 'start' | 'end' | 'anywhere'

/** Where nothing takes a pattern; the hint says what to write. */
interface WordsOnly {
  hint: string
}

function anchor(source: string, where: Anchor): string {
  const one = where !== 'anywhere' && source.replace(/\\./g, '').includes('|') ? `(?:${source})` : source
  return `${where === 'start' || where === 'whole' ? '^' : ''}${one}${where === 'end' || where === 'whole' ? '$' : ''}`
}

const lineOf = (source: string, flags: string): string => `matches: ${writeTextScalar(`/${source}/${flags}`, true)}`

/** Reports a text that looks like a pattern where only a text can stand. Returns true if it was refused. */
function refusePattern(writtenText: string, at: Place, reading: Reading, where: Anchor | WordsOnly): boolean {
  if (!looksLikePattern(writtenText)) return false
  // a value of a call may well be a folder such as /orders/
  if (typeof where === 'object')
    return !/^\/[\w.-]+\/$/.test(writtenText) && refusePatternName(writtenText, at, reading, where.hint)
  const [, source = writtenText.trim(), flags = ''] = slashed.exec(writtenText) ?? []
  const knownFlags = flags.replace(/[^imsu]/g, '')
  const literal = anchor(escapeText(writtenText), where === 'anywhere' ? 'whole' : where)
  const hint = `write ${lineOf(anchor(source, where), knownFlags)} for the pattern, ${lineOf(literal, '')} for that very text`
  refuse(reading, 'bad-pattern', at, `"${writtenText}" looks like a pattern, and here only a text can stand`, hint)
  return true
}

/** Reports a name that looks like a pattern, which none is; `hint` says what to write. Returns true if it was refused. */
export function refusePatternName(name: string, at: Place, reading: Reading, hint: string): boolean {
  if (!looksLikePattern(name)) return false
  refuse(reading, 'bad-pattern', at, `"${name}" looks like a pattern, and is taken literally here`, hint)
  return true
}

/** The same shape, in which no text looks like a pattern, at any depth; `apart` names keys whose values may. */
export function withoutPatterns<T>(
  shape: Shape<T>,
  where: Anchor | WordsOnly,
  apart: readonly string[] = [],
): Shape<T> {
  return withCheck(shape, (read, reading, node) => {
    const before = reading.problems.length
    refuseIn(node, reading, where, apart)
    return reading.problems.length > before ? undefined : read
  })
}

function refuseIn(node: YamlNode, reading: Reading, where: Anchor | WordsOnly, apart: readonly string[]): void {
  if (node.kind === 'scalar') {
    if (typeof node.value === 'string') refusePattern(node.source, node.at, reading, where)
  } else if (node.kind === 'list') for (const item of node.items) refuseIn(item, reading, where, apart)
  else
    for (const { key, keyAt, value } of node.entries) {
      if (apart.includes(key)) continue
      refusePattern(key, keyAt, reading, where)
      refuseIn(value, reading, where, apart)
    }
}

/** All texts but those under `matches` are meant as texts: one like a pattern is written as a pattern for just it. */
export function writeTexts(value: JsonValue, anchored: Anchor = 'whole'): JsonValue {
  if (typeof value === 'string') return looksLikePattern(value) ? literalOf(value, anchored) : value
  if (Array.isArray(value)) return value.map((item) => writeTexts(item, anchored))
  return isJsonObject(value) ? writeMembers(value, anchored) : value
}

function literalOf(text: string, where: Anchor): JsonValue {
  const pattern = `/${anchor(escapeText(text), where)}/`
  return where === 'whole' ? { matches: pattern } : pattern
}

const anchors: Readonly<Record<string, Anchor>> = { equals: 'whole', 'starts with': 'start', 'ends with': 'end' }
const combining = ['one of', 'any', 'all', 'none', 'not']
const untouched = ['matches', 'schema', 'similar to', 'judge']

function writeMembers(value: JsonObject, around: Anchor): JsonObject {
  const members: JsonObject = {}
  const patterns = [value.matches ?? []].flat()
  for (const [key, each] of Object.entries(value)) {
    const where = Object.hasOwn(anchors, key) ? anchors[key] : undefined
    if (where !== undefined && typeof each === 'string' && looksLikePattern(each))
      members.matches = [...patterns.splice(0), `/${anchor(escapeText(each), where)}/`]
    else if (where !== undefined || untouched.includes(key)) setMember(members, key, each)
    else
      setMember(
        members,
        key,
        writeTexts(each, key === 'contains' ? 'anywhere' : combining.includes(key) ? around : 'whole'),
      )
  }
  return members
}
