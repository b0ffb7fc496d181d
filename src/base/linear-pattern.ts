import type { RE2JS } from 're2js'
import { lazyLibrary } from './memoize.ts'

/** A linear-time regular expression: the part between the slashes and the flags i, m, s, u. */
export interface Pattern {
  source: string
  flags: string
}

/** A pattern ready to match text. */
export type CompiledPattern = RE2JS

const patterns = lazyLibrary<typeof import('re2js')>('re2js')

/**
 * Compiles a user's pattern. Matching takes time linear in the length of the text, whatever the pattern.
 * @throws for a pattern that `explainPattern` refuses
 */
export function compilePattern({ source, flags }: Pattern): CompiledPattern {
  const { RE2JS } = patterns()
  let bits = 0
  if (flags.includes('i')) bits |= RE2JS.CASE_INSENSITIVE
  if (flags.includes('m')) bits |= RE2JS.MULTILINE
  if (flags.includes('s')) bits |= RE2JS.DOTALL
  return RE2JS.compile(RE2JS.translateRegExp(source), bits)
}

const compiled = new Map<string, CompiledPattern>()

/** A pattern, compiled on first use. @throws as `compilePattern` does */
export function recallPattern(pattern: Pattern): CompiledPattern {
  const key = `${pattern.flags}/${pattern.source}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  if (compiled.size > 1_000) compiled.clear()
  const made = compilePattern(pattern)
  compiled.set(key, made)
  return made
}

/**
 * The named groups of the first match, or null when nothing matches. A group that did not participate is left
 * out, so that it does not hide a known value of the same name.
 */
export function matchGroups(written: Pattern, text: string): Record<string, string> | null {
  const pattern = recallPattern(written)
  const matcher = pattern.matcher(text)
  if (!matcher.find()) return null
  return Object.fromEntries(
    Object.keys(pattern.namedGroups()).flatMap((name) => {
      const found = matcher.group(name)
      return found === null ? [] : [[name, found]]
    }),
  )
}

/** Why a pattern cannot be used, and what to write instead; null for a valid one. */
export function explainPattern({ source, flags }: Pattern): { reason: string; hint: string } | null {
  const strange = [...flags].find((flag) => !'imsu'.includes(flag))
  if (strange !== undefined)
    return {
      reason: `the flag "${strange}" is not known`,
      hint: 'the flags are i (ignore case), m (lines), s (dot takes newlines), u',
    }
  if (source === '')
    return { reason: 'an empty pattern matches every text', hint: 'write something between the slashes' }
  try {
    if (namedReference.test(source)) throw new Error('named backreference')
    compilePattern({ source, flags })
    return null
  } catch (error) {
    const known = unsupported.find(({ found }) => found.test(source))
    const told = (error as Error).message.split('\n', 1)[0]?.replace('error parsing regexp: ', '')
    return {
      reason: `the pattern cannot be used: ${known?.reason ?? told}`,
      hint: known?.hint ?? 'escape special characters with \\, or use contains for plain text',
    }
  }
}

/** Features that the engine lacks because they could take exponential time, and what to write instead. */
const unsupported: { found: RegExp; reason: string; hint: string }[] = [
  {
    found: /\(\?<?!/,
    reason: 'negative lookaround is not supported',
    hint: 'say it with two expectations: matches, and not: { matches: … }',
  },
  {
    found: /\(\?<?=/,
    reason: 'lookaround is not supported',
    hint: 'write what stands around it into the pattern, or say it with two expectations',
  },
  {
    found: /\\[1-9]|\\k</,
    reason: 'backreferences are not supported',
    hint: 'write what it stands for into the pattern, or say it with two expectations',
  },
  {
    found: /[*+?}]\+|\(\?>/,
    reason: 'possessive quantifiers and atomic groups are not supported',
    hint: 'leave the + or the ?> out: a pattern never backtracks here',
  },
  {
    found: /\{\d{4,}|,\d{4,}\}/,
    reason: 'more than 1000 repetitions, nested ones together, are not supported',
    hint: 'repeat at most 1000 times, or hold the length against a number',
  },
]

/** The engine would silently match `\\k<name>` as plain text. */
const namedReference = /(?<!\\)(?:\\\\)*\\k</
