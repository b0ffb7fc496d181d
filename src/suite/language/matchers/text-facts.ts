import { compilePattern } from '../../../base/patterns/linear-pattern.ts'
import { splitPattern } from '../../../base/patterns/pattern-tokens.ts'
import { toNormalForm } from '../../../base/text/normal-form.ts'
import type { Matcher } from './matcher.ts'
import { escapeText } from './text-or-pattern.ts'
import type { Literal } from './value-kinds.ts'

/** What a condition says of the text for which it holds: the whole of it, its beginning or end, or a part. */
interface Said {
  whole?: string
  start?: string
  end?: string
  part?: string
}

/** Null where it says nothing of the kind. In a list, `contains` says nothing of a text. */
export function saidBy(atom: Matcher, isText: boolean): Said | null {
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
export function hasNoText(way: readonly Literal[], isText: boolean): boolean {
  return way.some((one) => {
    const statement = one.holds ? saidBy(one.atom, isText) : null
    if (statement === null) return false
    return way.some((other) => {
      if (String(one.ignored) !== String(other.ignored)) return false
      const outcome = follows(other.atom, statement, one.ignored.includes('case'))
      if (!other.holds) return outcome === true
      return one.ignored.length === 0 && (outcome === false || areApart(statement, saidBy(other.atom, isText)))
    })
  })
}

/** Whether a text consists of letters, digits and spaces, so that it is the same as it was sent and as it is read. */
export function isPlain(text: string): boolean {
  return /^[a-z0-9 ]+$/i.test(text)
}

/** Two beginnings, or two ends, of which neither is a part of the other. */
function areApart(one: Said, other: Said | null): boolean {
  const differ = (first = '', second = '', isEnd = false): boolean => {
    const length = Math.min(first.length, second.length)
    const cut = (text: string): string => (isEnd ? text.slice(text.length - length) : text.slice(0, length))
    return length > 0 && isPlain(first + second) && cut(first) !== cut(second)
  }
  return differ(one.start, other?.start) || differ(one.end, other?.end, true)
}

/** Whether a condition holds for each text of which something is known, for none, or null where that depends. */
function follows(atom: Matcher, statement: Said, isCaseless: boolean): boolean | null {
  const { whole, start = whole, end = whole, part } = statement
  const form = (text: string): string =>
    isCaseless ? toNormalForm(text, 'NFC').toLowerCase() : toNormalForm(text, 'NFC')
  const texts = [whole, start, end, part].flatMap((text) => (text === undefined ? [] : form(text)))
  const inAll = (holds: (text: string) => boolean): boolean | null => {
    if (texts.some(holds)) return true
    return whole === undefined ? null : false
  }
  switch (atom.kind) {
    case 'equals':
      return whole === undefined || typeof atom.value !== 'string'
        ? null
        : form(atom.written ?? atom.value) === form(whole)
    case 'contains': {
      const [sought] = atom.parts
      const text = sought?.kind === 'equals' ? form(sought.written ?? String(sought.value)) : null
      return text === null ? null : inAll((each) => each.includes(text))
    }
    case 'starts with':
    case 'ends with': {
      const side = atom.kind === 'starts with' ? start : end
      const sideText = side === undefined ? undefined : form(side)
      const soughtText = form(atom.text)
      const isSo = atom.kind === 'starts with' ? sideText?.startsWith(soughtText) : sideText?.endsWith(soughtText)
      return isSo === true ? true : whole === undefined ? null : false
    }
    case 'matches': {
      const [first] = atom.patterns
      if (first === undefined || isCaseless) return null
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
