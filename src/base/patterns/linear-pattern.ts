import type { Matcher } from 're2js'
import { lazyLibrary, onFirstUse, remembering } from '../memoize.ts'
import { matchesNothing } from './pattern-emptiness.ts'
import { type PatternToken, splitPattern } from './pattern-tokens.ts'
import { hasWideWords, markPattern, markText, unmarkText, widenPattern } from './unicode-pattern.ts'

/** A linear-time regular expression: the part between the slashes and the flags i, m, s, u. */
export interface Pattern {
  source: string
  flags: string
}

/** Where a pattern first matches: the words, those of its first group, and its named groups that took part. */
export interface PatternMatch {
  text: string
  /** Null if the group took no part; left out if the pattern has none. */
  first?: string | null
  groups: Record<string, string>
}

export interface CompiledPattern {
  test: (text: string) => boolean
  find: (text: string) => PatternMatch | null
  findAll: (text: string) => string[]
  groups: readonly string[]
  isEmpty: () => boolean
}

const library = lazyLibrary<typeof import('re2js')>('re2js')

/** Compiles a pattern for linear time; `ascii` narrows `\w` and the like. @throws for what `explainPattern` refuses */
export function compilePattern({ source, flags }: Pattern, ascii = false): CompiledPattern {
  const { RE2JS } = library()
  let bits = 0
  if (flags.includes('i')) bits |= RE2JS.CASE_INSENSITIVE
  if (flags.includes('m')) bits |= RE2JS.MULTILINE
  if (flags.includes('s')) bits |= RE2JS.DOTALL
  const translated = RE2JS.translateRegExp(source)
  const widen = (unicode: boolean): string => widenPattern(translated, unicode, isNativeProperty)
  const narrow = RE2JS.compile(widen(false), bits)
  const wide = onFirstUse(() => RE2JS.compile(widen(true), bits))
  const ownPattern = onFirstUse(() => RE2JS.compile(markPattern(widen(true)), bits | RE2JS.LOOKBEHINDS))
  const looksAtWords = /\\[bB]/.test(source)
  const search = (text: string): { matcher: Matcher; words: (found: string) => string } => {
    if (ascii || !/[^\0-\x7f]/.test(text)) return { matcher: narrow.matcher(text), words: String }
    if (!looksAtWords || !hasWideWords(text)) return { matcher: wide().matcher(text), words: String }
    return { matcher: ownPattern().matcher(markText(text)), words: unmarkText }
  }
  const names = Object.keys(narrow.namedGroups())
  return {
    groups: names,
    test: (text) => search(text).matcher.find(),
    isEmpty: () => matchesNothing(narrow.re2Input.prog) && matchesNothing(wide().re2Input.prog),
    find(text) {
      const { matcher, words } = search(text)
      if (!matcher.find()) return null
      const groups = names.flatMap((name) => {
        const group = matcher.group(name)
        return group === null ? [] : [[name, words(group)]]
      })
      const first = narrow.groupCount() === 0 ? undefined : matcher.group(1)
      return {
        text: words(matcher.group() ?? ''),
        ...(first === undefined ? {} : { first: first === null ? null : words(first) }),
        groups: Object.fromEntries(groups),
      }
    },
    findAll(text) {
      const { matcher, words } = search(text)
      const matches: string[] = []
      while (matcher.find()) matches.push(words(matcher.group() ?? ''))
      return matches
    },
  }
}

/** Whether the engine itself knows the name of a set of characters: `L`, `Cyrillic`. */
const isNativeProperty = remembering(500, (name): boolean => {
  try {
    library().RE2JS.compile(`\\p{${name}}`)
    return true
  } catch {
    return false
  }
})

/** A pattern, compiled on first use. @throws as `compilePattern` does */
export function recallPattern({ source, flags }: Pattern): CompiledPattern {
  return recall(`${flags}/${source}`)
}

const recall = remembering(1_000, (key) => {
  const [, flags = '', source = ''] = /^([^/]*)\/(.*)$/s.exec(key) ?? []
  return compilePattern({ source, flags })
})

/** The named groups of the first match, or null; one that took no part is left out, so that it hides no known value. */
export function matchGroups(pattern: Pattern, text: string): Record<string, string> | null {
  return recallPattern(pattern).find(text)?.groups ?? null
}

/** Why a pattern cannot be used, and what to write instead; null for a valid one. `what` is what it is called. */
export function explainPattern(
  { source, flags }: Pattern,
  what = 'the pattern',
): { reason: string; hint: string } | null {
  const strange = [...flags].find((flag) => !'imsu'.includes(flag))
  if (strange !== undefined)
    return {
      reason: `the flag "${strange}" is not known`,
      hint: 'the flags are i (ignore case), m (lines), s (dot takes newlines), u',
    }
  if (source === '')
    return { reason: 'an empty pattern matches every text', hint: 'write something between the slashes' }
  const tokens = splitPattern(source)
  try {
    if (tokens.some(isReference)) throw new Error('backreference')
    compilePattern({ source, flags })
    return null
  } catch (error) {
    const limitation = unsupported.find(({ matches }) =>
      tokens.some((token, index) => matches(token, tokens[index + 1])),
    )
    const message = (error as Error).message.split('\n', 1)[0]?.replace('error parsing regexp: ', '')
    return {
      reason: `${what} cannot be used: ${limitation?.reason ?? message}`,
      hint: limitation?.hint ?? 'escape special characters with \\, or use contains for plain text',
    }
  }
}

/** Whether a part refers to what a group matched. The engine would silently match `\\k<name>` as plain text. */
function isReference({ kind, text }: PatternToken): boolean {
  return kind === 'atom' && /^\\(?:[1-9]|k$)/.test(text)
}

/** Features that the engine lacks because they could take exponential time, and what to write instead. */
const unsupported: {
  matches: (token: PatternToken, next: PatternToken | undefined) => boolean
  reason: string
  hint: string
}[] = [
  {
    matches: ({ kind, text }) => kind === 'group' && /^\(\?<?!/.test(text),
    reason: 'negative lookaround is not supported',
    hint: 'say it with two expectations: matches, and not: { matches: … }',
  },
  {
    matches: ({ kind, text }) => kind === 'group' && /^\(\?<?=/.test(text),
    reason: 'lookaround is not supported',
    hint: 'write what stands around it into the pattern, or say it with two expectations',
  },
  {
    matches: isReference,
    reason: 'backreferences are not supported',
    hint: 'write what it stands for into the pattern, or say it with two expectations',
  },
  {
    matches: ({ kind, text }, next) =>
      text === '(?>' || (kind === 'repeat' && next?.kind === 'repeat' && next.text[0] === '+'),
    reason: 'possessive quantifiers and atomic groups are not supported',
    hint: 'leave the + or the ?> out: a pattern never backtracks here',
  },
  {
    matches: ({ kind, text }) => kind === 'repeat' && /\d{4}/.test(text),
    reason: 'more than 1000 repetitions, nested ones together, are not supported',
    hint: 'repeat at most 1000 times, or hold the length against a number',
  },
]
