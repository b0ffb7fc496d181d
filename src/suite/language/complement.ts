import { compilePattern } from '../../base/linear-pattern.ts'
import { toNormalForm } from '../../base/normal-form.ts'
import { splitPattern } from '../../base/pattern-tokens.ts'
import type { Place } from '../yaml/place.ts'
import { checked, type Reading, refuse, type Shape } from '../yaml/shape.ts'
import { readMoment } from './date.ts'
import type { Matcher } from './matcher.ts'
import { decide, decideNumber } from './quantity.ts'
import { languageOf } from './text-measures.ts'
import { escapeText } from './text-or-pattern.ts'
import { type Kind, kindsLeft, type Literal } from './value-kinds.ts'

/**
 * Refuses conditions that contradict each other (`all`, `none`), and ones of which one always holds (`any`), however
 * deep they stand in groups and negations. Returns true if it was refused.
 */
export function refuseOpposites(
  kind: 'all' | 'any' | 'none',
  of: readonly Matcher[],
  at: Place,
  reading: Reading,
  kinds?: readonly Kind[],
): boolean {
  const group: Matcher = { kind, of: [...of], at }
  const known = reading.about === 'parts' ? 'parts' : (kinds ?? (reading.about === 'one value' ? undefined : null))
  if (!isImpossible(kind === 'any' ? { kind: 'not', of: group, at } : group, known)) return false
  const message =
    kind === 'any'
      ? 'one of these is the opposite of another, so it could never fail'
      : 'one of these is the opposite of another, so nothing can be both'
  refuse(reading, 'wrong-value', at, message, 'keep the one that is meant')
  return true
}

/** The same shape, for values of one kind: what all of them are, or none, is refused. */
export function ofKind(shape: Shape<Matcher>, kind: Kind): Shape<Matcher> {
  return checked(shape, (read, reading, { at }) => {
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

/** More ways than this are not looked through. */
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
  let joined: Literal[][] | null = isOneEnough ? [] : [[]]
  for (const part of parts) {
    const own = ways(part)
    if (own === null || joined === null) return null
    joined = isOneEnough ? [...joined, ...own] : joined.flatMap((one) => own.map((other) => [...one, ...other]))
    if (joined.length > mostWays) return null
  }
  return joined
}

function isContradiction(way: readonly Literal[], kinds: Subject): boolean {
  const known = new Map<string, boolean>()
  for (const each of way) {
    const key = keyOf(each)
    if (known.get(key) === !each.holds) return true
    known.set(key, each.holds)
  }
  if (kinds === 'parts') return false
  const fixed = way.filter((each) => !keyOf(each).includes('{{')) // nothing is known of variables
  if (kinds !== null && kindsLeft(fixed, kinds).length === 0) return true
  const isText = kinds?.length === 1 && kinds[0] === 'text'
  return hasNoNumber(fixed) || hasNoDate(fixed) || hasNoMeasure(fixed, isText) || hasNoText(fixed, isText)
}

/** The meaning of a literal as a key, without places and spelling differences. */
function keyOf({ atom, ignored }: Literal): string {
  const codes = atom.kind === 'language' ? atom.codes.map((code) => languageOf(code) ?? code).sort() : undefined
  const said = codes === undefined ? atom : { ...atom, codes: [...new Set(codes)] }
  return JSON.stringify([said, ignored], (key, value: unknown) => (key === 'at' ? undefined : value))
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
  const bounds = (sign: 'before' | 'after'): number[] =>
    way.flatMap(({ atom, holds }) => {
      const moment = holds && atom.kind === 'date' && atom.sign === sign ? readMoment(atom.bound) : null
      return moment?.kind === 'fixed' ? [moment.ms] : []
    })
  return Math.max(...bounds('after')) >= Math.min(...bounds('before'))
}

/** Conditions on one measure, such as the words, that exclude each other; a text has every measure. */
function hasNoMeasure(way: readonly Literal[], isText: boolean): boolean {
  return (['length', 'words', 'sentences', 'reading level'] as const).some((kind) => {
    if (!isText && !way.some(({ atom, holds }) => holds && atom.kind === kind)) return false
    const together = all(way, (atom) => (atom.kind === kind ? atom.of : undefined))
    return together.of.length > 1 && decide(together, kind === 'reading level' ? 'grade' : 'count') === false
  })
}

/** What a condition says of the text for which it holds: the whole of it, its beginning or end, or a part. */
interface Said {
  whole?: string
  start?: string
  end?: string
  part?: string
}

/** Null where it says nothing of the kind. In a list, `contains` says nothing of a text. */
function saidBy(atom: Matcher, isText: boolean): Said | null {
  switch (atom.kind) {
    case 'equals':
      return typeof atom.value === 'string' ? { whole: atom.written ?? atom.value } : null
    case 'starts with':
      return { start: atom.text }
    case 'ends with':
      return { end: atom.text }
    case 'contains': {
      const [part] = atom.parts
      return isText && part?.kind === 'equals' ? { part: part.written ?? String(part.value) } : null
    }
    case 'matches': {
      const [{ pattern } = { pattern: { source: '', flags: '' } }] = atom.patterns
      const isLiteral = !pattern.flags.includes('i') && escapeText(pattern.source) === pattern.source
      return isLiteral ? { part: pattern.source } : null
    }
    default:
      return null
  }
}

/** Conditions on the text that exclude each other: one that holds brings about one that must not. */
function hasNoText(way: readonly Literal[], isText: boolean): boolean {
  return way.some((one) => {
    const said = one.holds ? saidBy(one.atom, isText) : null
    if (said === null) return false
    return way.some((other) => {
      if (String(one.ignored) !== String(other.ignored)) return false
      const outcome = follows(other.atom, said)
      return other.holds ? outcome === false && one.ignored.length === 0 : outcome === true
    })
  })
}

/** Whether a condition holds for each text of which something is known, for none, or null where that depends. */
function follows(atom: Matcher, { whole, start = whole, end = whole, part }: Said): boolean | null {
  const texts = [whole, start, end, part].flatMap((text) => (text === undefined ? [] : toNormalForm(text, 'NFC')))
  const inAll = (holds: (text: string) => boolean): boolean | null => {
    if (texts.some(holds)) return true
    return whole === undefined ? null : false
  }
  switch (atom.kind) {
    case 'equals':
      return whole === undefined || typeof atom.value !== 'string'
        ? null
        : toNormalForm(atom.written ?? atom.value, 'NFC') === toNormalForm(whole, 'NFC')
    case 'contains': {
      const [sought] = atom.parts
      const text = sought?.kind === 'equals' ? toNormalForm(sought.written ?? String(sought.value), 'NFC') : null
      return text === null ? null : inAll((each) => each.includes(text))
    }
    case 'starts with':
    case 'ends with': {
      const side = atom.kind === 'starts with' ? start : end
      const known = side === undefined ? undefined : toNormalForm(side, 'NFC')
      const wanted = toNormalForm(atom.text, 'NFC')
      const isSo = atom.kind === 'starts with' ? known?.startsWith(wanted) : known?.endsWith(wanted)
      return isSo === true ? true : whole === undefined ? null : false
    }
    case 'matches': {
      const [first] = atom.patterns
      if (first === undefined) return null
      // A part says nothing of what stands around it, which ^, $ and \b look at.
      const looksAround = splitPattern(first.pattern.source).some(({ kind }) => kind === 'assertion')
      if (looksAround && whole === undefined) return null
      const compiled = compilePattern(first.pattern)
      return inAll((each) => (each !== whole && looksAround ? false : compiled.test(each)))
    }
    default:
      return null
  }
}
