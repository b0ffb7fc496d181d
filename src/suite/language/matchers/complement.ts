import type { Place } from '../../yaml/place.ts'
import { type Reading, refuse, type Shape, withCheck } from '../../yaml/shape.ts'
import { readMoment } from './date.ts'
import type { Matcher } from './matcher.ts'
import { decide, decideNumber } from './quantity.ts'
import { hasNoText, isPlain, saidBy } from './text-facts.ts'
import { languageOf } from './text-measures.ts'
import { isTextOnly, type Kind, kindsLeft, type Literal } from './value-kinds.ts'

/** However deep in groups and negations; in `any`, ones of which one always holds. True if it was refused. */
export function refuseOpposites(
  kind: 'all' | 'any' | 'none',
  of: readonly Matcher[],
  at: Place,
  reading: Reading,
  kinds?: readonly Kind[],
): boolean {
  const group: Matcher = { kind, of: [...of], at }
  const knownKinds = reading.about === 'parts' ? 'parts' : (kinds ?? (reading.about === 'one value' ? undefined : null))
  if (!isImpossible(kind === 'any' ? { kind: 'not', of: group, at } : group, knownKinds)) return false
  const message =
    kind === 'any'
      ? 'one of these is the opposite of another, so it could never fail'
      : 'one of these is the opposite of another, so nothing can be both'
  refuse(reading, 'wrong-value', at, message, 'keep the one that is meant')
  return true
}

/** The same shape, for values of one kind: what all of them are, or none, is refused. */
export function ofKind(shape: Shape<Matcher>, kind: Kind): Shape<Matcher> {
  return withCheck(shape, (read, reading, { at }) => {
    const isNever = isImpossible(read, [kind])
    if (!isNever && !isImpossible({ kind: 'not', of: read, at }, [kind])) return read
    const message = isNever
      ? `there is always ${kind === 'object' ? 'an object' : 'a list'} here, and none can be that`
      : `there is always ${kind === 'object' ? 'an object' : 'a list'} here, so it could never fail`
    return refuse(reading, 'wrong-value', at, message, 'say more of what is in it, or leave it out')
  })
}

/**
 * The kinds of value that a condition may be about. Null: its parts may be about different readings of one thing, as
 * under `returns`, so that kinds decide nothing. `parts`: about several parts of a text, so that only opposites exclude
 * each other.
 */
type Subject = readonly Kind[] | 'parts' | null | undefined

/** Whether no such value can meet a condition. False where it is not certain. */
function isImpossible(matcher: Matcher, kinds?: Subject): boolean {
  return waysOf(matcher, true, [])?.every((way) => isContradiction(way, kinds)) ?? false
}

const mostWays = 200

/** The ways in which a condition can hold, or not: in each, all its literals are so. Null if there are too many. */
function waysOf(matcher: Matcher, holds: boolean, ignored: readonly string[]): Literal[][] | null {
  switch (matcher.kind) {
    case 'not':
      return waysOf(matcher.of, !holds, ignored)
    case 'folded':
      return waysOf(matcher.of, holds, [...new Set([...ignored, ...matcher.ignored])].sort())
    case 'none':
      return join(matcher.of, !holds, (of) => waysOf(of, !holds, ignored))
    case 'all':
      return join(matcher.of, !holds, (of) => waysOf(of, holds, ignored))
    case 'any':
      return join(matcher.of, holds, (of) => waysOf(of, holds, ignored))
    case 'present':
    case 'empty':
      return [[{ atom: { ...matcher, wanted: true }, holds: matcher.wanted === holds, ignored }]]
    case 'contains':
      return join(matcher.parts, !holds, (part) => [[{ atom: { ...matcher, parts: [part] }, holds, ignored }]])
    case 'matches':
      return join(matcher.patterns, !holds, (each) => [[{ atom: { ...matcher, patterns: [each] }, holds, ignored }]])
    default:
      return [[{ atom: matcher, holds, ignored }]]
  }
}

/** The ways of several parts, of which one has to be so, or all of them. */
function join<T>(parts: readonly T[], isOneEnough: boolean, ways: (part: T) => Literal[][] | null): Literal[][] | null {
  let joinedWays: Literal[][] | null = isOneEnough ? [] : [[]]
  for (const part of parts) {
    const own = ways(part)
    if (own === null || joinedWays === null) return null
    joinedWays = isOneEnough
      ? [...joinedWays, ...own]
      : joinedWays.flatMap((one) => own.map((other) => [...one, ...other]))
    if (joinedWays.length > mostWays) return null
  }
  return joinedWays
}

function isContradiction(way: readonly Literal[], kinds: Subject): boolean {
  const truthByKey = new Map<string, boolean>()
  for (const each of way) {
    const key = keyOf(each)
    if (truthByKey.get(key) === !each.holds) return true
    truthByKey.set(key, each.holds)
  }
  if (kinds === 'parts') return false
  const fixed = way.filter((each) => !keyOf(each).includes('{{')) // nothing is known of variables
  const restKinds = kinds === null ? [] : kindsLeft(fixed, kinds)
  if (kinds !== null && restKinds.length === 0) return true
  const isText = isTextOnly(restKinds)
  return hasNoNumber(fixed) || hasNoDate(fixed) || hasNoMeasure(fixed, isText) || hasNoText(fixed, isText)
}

/** The meaning of a literal as a key, without places and spelling differences. */
function keyOf({ atom, ignored }: Literal): string {
  const codes = atom.kind === 'language' ? atom.codes.map((code) => languageOf(code) ?? code).sort() : undefined
  const atomKey = codes === undefined ? atom : { ...atom, codes: [...new Set(codes)] }
  return JSON.stringify([atomKey, ignored], (key, value: unknown) => (key === 'at' ? undefined : value))
}

function all(way: readonly Literal[], of: (atom: Matcher) => Matcher | undefined): Matcher & { of: Matcher[] } {
  const { at } = way[0]?.atom ?? { at: { line: 1, column: 1, length: 1 } }
  const parts = way.flatMap(({ atom, holds }): Matcher[] => {
    const inner = of(atom)
    return inner === undefined ? [] : [holds ? inner : { kind: 'not', of: inner, at }]
  })
  return { kind: 'all', of: parts, at }
}

function isNumeric(atom: Matcher): boolean {
  return atom.kind === 'compare' || (atom.kind === 'equals' && typeof atom.value === 'number')
}

/** Bounds that exclude each other, where one of them asks for a number. */
function hasNoNumber(way: readonly Literal[]): boolean {
  if (!way.some(({ atom, holds }) => holds && isNumeric(atom))) return false
  return decideNumber(all(way, (atom) => (isNumeric(atom) ? atom : undefined))) === false
}

function hasNoDate(way: readonly Literal[]): boolean {
  const bounds = (sign: 'before' | 'after', kind: 'fixed' | 'now'): number[] =>
    way.flatMap(({ atom, holds }) => {
      const moment = holds && atom.kind === 'date' && atom.sign === sign ? readMoment(atom.bound) : null
      if (moment?.kind === 'fixed' && kind === 'fixed') return [moment.ms]
      return moment?.kind === 'now' && kind === 'now' ? [moment.offsetMs] : []
    })
  const days = way.flatMap(({ atom, holds }) =>
    holds && atom.kind === 'date' && atom.sign === 'on' && readMoment(atom.bound).kind === 'fixed'
      ? [atom.bound.slice(0, 10)]
      : [],
  )
  if (new Set(days).size > 1) return true
  return (['fixed', 'now'] as const).some(
    (kind) => Math.max(...bounds('after', kind)) >= Math.min(...bounds('before', kind)),
  )
}

/** Conditions on one measure, such as the words, that exclude each other; a text has every measure. */
function hasNoMeasure(way: readonly Literal[], isText: boolean): boolean {
  const literals = [...way, ...way.flatMap((each) => measuresOf(each, isText))]
  return (['length', 'words', 'sentences', 'reading level'] as const).some((kind) => {
    if (!isText && !way.some(({ atom, holds }) => holds && atom.kind === kind)) return false
    const together = all(literals, (atom) => (atom.kind === kind ? atom.of : undefined))
    return together.of.length > 1 && decide(together, kind === 'reading level' ? 'grade' : 'count') === false
  })
}

function measuresOf({ atom, holds, ignored }: Literal, isText: boolean): Literal[] {
  const { at } = atom
  const say = (kind: 'length' | 'words' | 'sentences', sign: '<=' | '>=', bound: number): Literal => ({
    atom: { kind, of: { kind: 'compare', sign, bound, at }, at },
    holds: true,
    ignored,
  })
  if (atom.kind === 'empty') return [say('length', holds ? '<=' : '>=', holds ? 0 : 1)]
  if (!holds) return []
  if (atom.kind === 'each') return [say('length', '>=', 1)]
  if (atom.kind === 'items' || atom.kind === 'in any order') return [say('length', '<=', atom.items.length)]
  const { whole, start = whole, end = whole, part } = saidBy(atom, isText) ?? {}
  const text = start ?? end ?? part
  if (text === undefined || ignored.length > 0 || !isPlain(text)) return []
  const length = [...text].length
  return [
    say('length', '>=', length),
    ...(whole === undefined ? [] : [say('length', '<=', length)]),
    ...(text.trim() === '' ? [] : [say('words', '>=', 1), say('sentences', '>=', 1)]),
  ]
}
