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
export function readMatcher(given: Plain, place: Place = {}): Matcher {
  if (isList(given)) return { kind: 'list', items: given.map((each) => readMatcher(each, place)) }
  if (!isMap(given)) return readScalar(given, place)
  const names = Object.keys(given)
  const known = names.filter(isOperator)
  if (names.length === 0 || known.length === 0) {
    names.forEach(refusePatterns)
    if (place.text === true) throw new Broken(`${names.join()} is no operator, and a text has no members`)
    if (names.length === 1 && isNearlyOperator(names[0] ?? '')) throw new Broken(`${names[0]} is nearly an operator`)
    return { kind: 'members', members: readMembers(given, place) }
  }
  if (known.length < names.length) throw new Broken(`operators beside other names: ${names.join()}`)
  refuseOpposites(names.filter((name) => !modifiers.includes(name)).map((name) => ({ [name]: given[name] ?? null })))
  if (names.every((name) => modifiers.includes(name))) throw new Broken(`${names.join()} alone expects nothing`)
  return {
    kind: 'operators',
    parts: names.filter((name) => !modifiers.includes(name)).map((name) => readPart(name, given[name] ?? null, place)),
    ignored: readIgnored(given),
  }
}

/** Rejects a condition next to its own negation. */
function refuseOpposites(conditions: readonly Plain[]): void {
  const said = conditions.map(simplest)
  for (const each of conditions) {
    if (!isMap(each) || Object.keys(each).length !== 1) continue
    const lists = isMap(each.not ?? null) ? Object.values(each.not as PlainMap).filter(isList) : []
    if (lists.some(({ length }) => length > 1)) continue // `not` of a list rules out each item: no exact opposite
    const opposite = each.not === undefined ? { present: each.present === false } : each.not
    if ((each.not ?? each.present) !== undefined && said.includes(simplest(opposite)))
      throw new Broken(`opposites side by side: ${simplest(opposite)}`)
  }
}

/** The canonical form of a condition that can be written in several ways. */
function simplest(condition: Plain): string {
  const [name = '', ...others] = isMap(condition) ? Object.keys(condition) : []
  const given = isMap(condition) ? (condition[name] ?? null) : null
  if (others.length > 0 || !isMap(condition)) return JSON.stringify(jsonOf(condition))
  if (name === 'equals' && typeof given === 'string') return JSON.stringify(given)
  const only =
    ['contains', 'matches'].includes(name) && isList(given) && given.length === 1 ? (given[0] ?? null) : given
  return JSON.stringify({ [name === 'one of' ? 'any' : name]: jsonOf(only) })
}

/** What the options next to some conditions ignore. */
function readIgnored(given: Readonly<Record<string, Plain>>): string[] {
  const listed = isList(given.ignore) ? given.ignore : given.ignore === undefined ? [] : [given.ignore]
  const odd = listed.find((each) => typeof each !== 'string' || !differences.includes(each))
  if (odd !== undefined) throw new Broken(`nothing to ignore: ${String(odd)}`)
  return differences.filter((each) => listed.includes(each) || given[`ignore ${each}`] === true)
}

function readScalar(given: Plain, place: Place): Matcher {
  const plainText = place.text === true && place.counts !== true && place.unit === undefined
  if (typeof given === 'string' && !plainText) {
    const [, sign, number, unit] = time.exec(given) ?? []
    if (unit !== undefined && (place.unit !== undefined || sign !== undefined)) {
      if (place.unit === undefined) throw new Broken(`a time where no unit is known: ${given}`)
      const bound = (Number(number) * (unitMs[unit] ?? 1)) / place.unit
      return { kind: 'compare', by: signs[sign ?? ''] ?? 'equals', bound }
    }
    const [, compared, bound] = short.exec(given) ?? []
    if (bound !== undefined) {
      if (place.counts !== true) throw new Broken(`a comparison where nothing says what it means: ${given}`)
      return { kind: 'compare', by: signs[compared ?? ''] ?? 'equals', bound: Number(bound) }
    }
  }
  if (isPattern(given) && place.counts !== true) return matching(given, place)
  return { kind: 'value', value: given, text: place.text === true || place.scalars === true }
}

/** A scalar that is a pattern: the condition that it stands for. */
const matching = (given: string, place: Place): Matcher => ({
  kind: 'operators',
  parts: [readPart('matches', given, place)],
  ignored: [],
})

function readMembers(given: Plain, { scalars }: Place): (readonly [string, Matcher])[] {
  if (!isMap(given)) throw new Broken('members are wanted')
  const around = scalars === true ? { scalars } : {}
  return Object.entries(given).map(
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

function readPart(name: string, given: Plain, place: Place): Part {
  const part = (of: readonly Matcher[]): Part => ({ name, given, of, text: place.text === true })
  const many = isList(given) ? given : [given]
  if (name === 'not') {
    if (isMap(given) && Object.keys(given).filter((each) => isOperator(each) && !modifiers.includes(each)).length > 1)
      throw new Broken('several operators under one not')
    return part([readMatcher(given, place)])
  }
  if (['one of', 'any', 'all'].includes(name)) refuseOpposites(many)
  if (['one of', 'any', 'all', 'none'].includes(name)) return part(many.map((each) => readMatcher(each, place)))
  if (name === 'contains') return part(many.map((each) => readPiece(each, place)))
  if (name === 'in any order' && !isList(given)) throw new Broken('in any order takes a list')
  if (name === 'in any order') return part(many.map((each) => readMatcher(each, place.scalars === true ? place : {})))
  if (name === 'each') return part([readMatcher(given, place.scalars === true ? place : {})])
  if (name === 'json') return part([readMatcher(given)])
  if (name === 'fields') return part([{ kind: 'members', members: readMembers(given, place) }])
  if (name === 'exactly') {
    const plain = isMap(given) && !Object.keys(given).some(isOperator)
    return part([
      plain
        ? { kind: 'members', members: readMembers(given, place) }
        : readMatcher(given, place.scalars === true ? place : {}),
    ])
  }
  if (['length', 'words', 'sentences', 'reading level'].includes(name)) return part([readCount(given)])
  if (['equals', 'starts with', 'ends with', 'similar to', 'schema'].includes(name)) refusePatterns(given)
  if (name === 'similar to') readLikeness(given)
  if (name === 'matches') many.forEach(checkPattern)
  if (name === 'schema') checkSchema(given)
  if (comparisons.includes(name)) return part([readBound(given, place)])
  if (name === 'between') return part(many.map((each) => readBound(each, place)))
  return part([])
}

/** Parses a part of a text or an item of a list; a scalar stands for itself. */
const readPiece = (given: Plain, place: Place): Matcher =>
  typeof given === 'string' && !isPattern(given)
    ? { kind: 'value', value: given, text: place.text === true }
    : readMatcher(given, place)

/** Parses a count; one of at least zero is rejected, because it expects nothing. */
export function readCount(given: Plain): Matcher {
  const names = isMap(given) ? Object.keys(given) : []
  const least = isMap(given) ? given['at least'] : null
  if (names.length === 1 && least instanceof Written && least.value <= 0) throw new Broken('holds for every count')
  return readMatcher(given, { counts: true })
}

function readBound(given: Plain, place: Place): Matcher {
  if (given instanceof Written) return { kind: 'value', value: given, text: false }
  if (typeof given === 'string' && time.test(given) && place.unit === undefined)
    throw new Broken(`a time where no unit is known: ${given}`)
  const read = readScalar(given, place)
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
