import { distance } from 'fastest-levenshtein'
import { readLikeness } from './likeness.ts'
import { checkPattern, checkSchema, isPattern, refusePatterns } from './outside.ts'
import { Broken, isList, isMap, jsonOf, type Plain, type PlainMap, Written } from './plain.ts'

/** What is known about a value in advance. */
export interface Place {
  /** It is text, as in a reply, so an expected number means its text. */
  text?: boolean
  /** It is text, null or an object of those, so an expected number means its text here, too. */
  scalars?: boolean
  /** If it is a time, the milliseconds in its unit. */
  unit?: number
  /** Whether it is a count. */
  counts?: boolean
}

export type Comparison = 'at least' | 'at most' | 'more than' | 'less than' | 'equals'

/** A parsed expectation of a value. */
export type Matcher =
  | { kind: 'value'; value: Plain; text: boolean }
  | { kind: 'compare'; by: Comparison; bound: number }
  | { kind: 'list'; items: readonly Matcher[] }
  | { kind: 'members'; members: readonly (readonly [string, Matcher])[] }
  | { kind: 'operators'; parts: readonly Part[]; ignored: readonly string[] }

/** One operator: its argument, and the matchers inside that. */
export interface Part {
  name: string
  given: Plain
  of: readonly Matcher[]
  text: boolean
}

const modifiers = ['ignore', 'ignore case', 'ignore spaces']
const differences = ['case', 'spaces', 'quotes', 'width']
const comparisons = ['at least', 'at most', 'more than', 'less than']
const operators = [
  ...['equals', 'exactly', 'fields', 'contains', 'matches', 'starts with', 'ends with', 'one of', 'any', 'all', 'none'],
  ...[
    'not',
    ...comparisons,
    'between',
    'before',
    'after',
    'on',
    'length',
    'words',
    'sentences',
    'each',
    'type',
    'present',
  ],
  ...['language', 'similar to', 'reading level'],
  ...['empty', 'json', 'schema', 'in any order', ...modifiers],
]

export const isOperator = (name: string): boolean => operators.includes(name)

const unitMs: Record<string, number> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 }
const time = /^\s*(<=|>=|<|>)?\s*(\d+(?:\.\d+)?)\s*(ms|s|min|h)\s*$/
const short = /^\s*(<=|>=|<|>)\s*(-?\d+(?:\.\d+)?)\s*$/
const signs: Record<string, Comparison> = { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' }

/** Parses what is expected of a value; throws if the docs reject it. */
export function readMatcher(plain: Plain, place: Place = {}): Matcher {
  if (isList(plain)) return { kind: 'list', items: plain.map((each) => readMatcher(each, place)) }
  if (!isMap(plain)) return readScalar(plain, place)
  const names = Object.keys(plain)
  const knownNames = names.filter(isOperator)
  if (names.length === 0 || knownNames.length === 0) {
    names.forEach(refusePatterns)
    if (place.text === true) throw new Broken(`${names.join()} is no operator, and a text has no members`)
    if (names.length === 1 && isNearlyOperator(names[0] ?? '')) throw new Broken(`${names[0]} is nearly an operator`)
    return { kind: 'members', members: readMembers(plain, place) }
  }
  if (knownNames.length < names.length) throw new Broken(`operators beside other names: ${names.join()}`)
  refuseOpposites(names.filter((name) => !modifiers.includes(name)).map((name) => ({ [name]: plain[name] ?? null })))
  if (names.every((name) => modifiers.includes(name))) throw new Broken(`${names.join()} alone expects nothing`)
  return {
    kind: 'operators',
    parts: names.filter((name) => !modifiers.includes(name)).map((name) => readPart(name, plain[name] ?? null, place)),
    ignored: readIgnored(plain),
  }
}

/** Rejects a condition next to its own negation. */
function refuseOpposites(conditions: readonly Plain[]): void {
  const texts = conditions.map(simplest)
  for (const each of conditions) {
    if (!isMap(each) || Object.keys(each).length !== 1) continue
    const lists = isMap(each.not ?? null) ? Object.values(each.not as PlainMap).filter(isList) : []
    if (lists.some(({ length }) => length > 1)) continue // `not` of a list rules out each item: no exact opposite
    const opposite = each.not === undefined ? { present: each.present === false } : each.not
    if ((each.not ?? each.present) !== undefined && texts.includes(simplest(opposite)))
      throw new Broken(`opposites side by side: ${simplest(opposite)}`)
  }
}

/** The canonical form of a condition that can be written in several ways. */
function simplest(condition: Plain): string {
  const [name = '', ...others] = isMap(condition) ? Object.keys(condition) : []
  const operand = isMap(condition) ? (condition[name] ?? null) : null
  if (others.length > 0 || !isMap(condition)) return JSON.stringify(jsonOf(condition))
  if (name === 'equals' && typeof operand === 'string') return JSON.stringify(operand)
  const only =
    ['contains', 'matches'].includes(name) && isList(operand) && operand.length === 1 ? (operand[0] ?? null) : operand
  return JSON.stringify({ [name === 'one of' ? 'any' : name]: jsonOf(only) })
}

/** What the options next to some conditions ignore. */
function readIgnored(members: Readonly<Record<string, Plain>>): string[] {
  const list = isList(members.ignore) ? members.ignore : members.ignore === undefined ? [] : [members.ignore]
  const odd = list.find((each) => typeof each !== 'string' || !differences.includes(each))
  if (odd !== undefined) throw new Broken(`nothing to ignore: ${String(odd)}`)
  return differences.filter((each) => list.includes(each) || members[`ignore ${each}`] === true)
}

function readScalar(source: Plain, place: Place): Matcher {
  const plainText = place.text === true && place.counts !== true && place.unit === undefined
  if (typeof source === 'string' && !plainText) {
    const [, sign, number, unit] = time.exec(source) ?? []
    if (unit !== undefined && (place.unit !== undefined || sign !== undefined)) {
      if (place.unit === undefined) throw new Broken(`a time where no unit is known: ${source}`)
      const bound = (Number(number) * (unitMs[unit] ?? 1)) / place.unit
      return { kind: 'compare', by: signs[sign ?? ''] ?? 'equals', bound }
    }
    const [, compared, bound] = short.exec(source) ?? []
    if (bound !== undefined) {
      if (place.counts !== true) throw new Broken(`a comparison where nothing says what it means: ${source}`)
      return { kind: 'compare', by: signs[compared ?? ''] ?? 'equals', bound: Number(bound) }
    }
  }
  if (isPattern(source) && place.counts !== true) return matching(source, place)
  return { kind: 'value', value: source, text: place.text === true || place.scalars === true }
}

/** A scalar that is a pattern: the condition that it stands for. */
const matching = (pattern: string, place: Place): Matcher => ({
  kind: 'operators',
  parts: [readPart('matches', pattern, place)],
  ignored: [],
})

function readMembers(plain: Plain, { scalars }: Place): (readonly [string, Matcher])[] {
  if (!isMap(plain)) throw new Broken('members are wanted')
  const around = scalars === true ? { scalars } : {}
  return Object.entries(plain).map(
    ([name, value]) => [name, readMatcher(value, { ...placeOfMember(name), ...around })] as const,
  )
}

function placeOfMember(path: string): Place {
  const name = path.split('.').at(-1) ?? ''
  if (/(Ms|_ms)$/.test(name)) return { unit: 1 }
  if (/(_seconds|Seconds)$/.test(name)) return { unit: 1000 }
  if (/(_hours|Hours)$/.test(name)) return { unit: 3_600_000 }
  return {}
}

function readPart(name: string, source: Plain, place: Place): Part {
  const part = (of: readonly Matcher[]): Part => ({ name, given: source, of, text: place.text === true })
  const many = isList(source) ? source : [source]
  if (name === 'not') {
    if (isMap(source) && Object.keys(source).filter((each) => isOperator(each) && !modifiers.includes(each)).length > 1)
      throw new Broken('several operators under one not')
    return part([readMatcher(source, place)])
  }
  if (['one of', 'any', 'all'].includes(name)) refuseOpposites(many)
  if (['one of', 'any', 'all', 'none'].includes(name)) return part(many.map((each) => readMatcher(each, place)))
  if (name === 'contains') return part(many.map((each) => readPiece(each, place)))
  if (name === 'in any order' && !isList(source)) throw new Broken('in any order takes a list')
  if (name === 'in any order') return part(many.map((each) => readMatcher(each, place.scalars === true ? place : {})))
  if (name === 'each') return part([readMatcher(source, place.scalars === true ? place : {})])
  if (name === 'json') return part([readMatcher(source)])
  if (name === 'fields') return part([{ kind: 'members', members: readMembers(source, place) }])
  if (name === 'exactly') {
    const plain = isMap(source) && !Object.keys(source).some(isOperator)
    return part([
      plain
        ? { kind: 'members', members: readMembers(source, place) }
        : readMatcher(source, place.scalars === true ? place : {}),
    ])
  }
  if (['length', 'words', 'sentences', 'reading level'].includes(name)) return part([readCount(source)])
  if (['equals', 'starts with', 'ends with', 'similar to', 'schema'].includes(name)) refusePatterns(source)
  if (name === 'similar to') readLikeness(source)
  if (name === 'matches') many.forEach(checkPattern)
  if (name === 'schema') checkSchema(source)
  if (comparisons.includes(name)) return part([readBound(source, place)])
  if (name === 'between') return part(many.map((each) => readBound(each, place)))
  return part([])
}

/** Parses a part of a text or an item of a list; a scalar stands for itself. */
const readPiece = (plain: Plain, place: Place): Matcher =>
  typeof plain === 'string' && !isPattern(plain)
    ? { kind: 'value', value: plain, text: place.text === true }
    : readMatcher(plain, place)

/** Parses a count; one of at least zero is rejected, because it expects nothing. */
export function readCount(plain: Plain): Matcher {
  const names = isMap(plain) ? Object.keys(plain) : []
  const least = isMap(plain) ? plain['at least'] : null
  if (names.length === 1 && least instanceof Written && least.value <= 0) throw new Broken('holds for every count')
  return readMatcher(plain, { counts: true })
}

function readBound(plain: Plain, place: Place): Matcher {
  if (plain instanceof Written) return { kind: 'value', value: plain, text: false }
  if (typeof plain === 'string' && time.test(plain) && place.unit === undefined)
    throw new Broken(`a time where no unit is known: ${plain}`)
  const read = readScalar(plain, place)
  if (read.kind === 'compare' && read.by !== 'equals') throw new Broken('a comparison within a comparison')
  if (read.kind === 'compare') return { kind: 'value', value: new Written(read.bound, String(read.bound)), text: false }
  return read
}

/** Whether a name is a misspelled operator: different only in case, separators or a few letters. */
function isNearlyOperator(name: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
  return operators.some(
    (each) => bare(each) === bare(name) || (name.length > 6 && distance(bare(each), bare(name)) < 4),
  )
}
