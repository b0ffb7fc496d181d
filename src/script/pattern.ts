import type { RE2JS } from 're2js'
import { lazyLibrary } from '../base/lazy-library.ts'
import type { YamlNode } from '../grammar/node.ts'
import { type Reading, refuse, refuseType, type Shape } from '../grammar/shape.ts'

/** A linear-time regular expression: the part between the slashes and the flags i, m, s, u. */
export interface Pattern {
  source: string
  flags: string
}

/** Reads `/source/flags`, or bare text as a pattern without flags. Backreferences and lookaround are refused: they can take exponential time. */
export const pattern: Shape<Pattern> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || node.source === '')
      return refuseType(reading, node, 'a pattern', 'write it between slashes: /order \\d+/i')
    const slashed = /^\/(.*)\/([a-zA-Z]*)$/s.exec(node.source)
    const read: Pattern = { source: slashed?.[1] ?? node.source, flags: slashed?.[2] ?? '' }
    return isSound(read, node, reading) ? read : undefined
  },
  schema: () => ({ type: 'string' }),
}

const patterns = lazyLibrary<typeof import('re2js')>('re2js')

/** A pattern ready to be held against text. */
export type CompiledPattern = RE2JS

/** Compiles a pattern that was read; text is matched in time linear in its length. @throws when the pattern was never checked */
export function compilePattern({ source, flags }: Pattern): CompiledPattern {
  const { RE2JS } = patterns()
  let bits = 0
  if (flags.includes('i')) bits |= RE2JS.CASE_INSENSITIVE
  if (flags.includes('m')) bits |= RE2JS.MULTILINE
  if (flags.includes('s')) bits |= RE2JS.DOTALL
  return RE2JS.compile(RE2JS.translateRegExp(source), bits)
}

/** What other engines have and this one has not, since it could take exponential time, and how to say it instead. */
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

/** The engine would take `\\k<name>` for plain text. */
const namedReference = /(?<!\\)(?:\\\\)*\\k</

function isSound(read: Pattern, node: YamlNode, reading: Reading): boolean {
  const strange = [...read.flags].find((flag) => !'imsu'.includes(flag))
  if (strange !== undefined) {
    refuse(
      reading,
      'bad-pattern',
      node.at,
      `the flag "${strange}" is not known`,
      'the flags are i (ignore case), m (lines), s (dot takes newlines), u',
    )
    return false
  }
  if (read.source === '') {
    refuse(
      reading,
      'bad-pattern',
      node.at,
      'an empty pattern matches every text',
      'write something between the slashes',
    )
    return false
  }
  if (!fillsSoundly(read, node, reading)) return false
  try {
    if (namedReference.test(read.source)) throw new Error('named backreference')
    compilePattern(read)
    return true
  } catch (error) {
    const known = unsupported.find(({ found }) => found.test(read.source))
    const reason = known?.reason ?? (error as Error).message.split('\n', 1)[0]?.replace('error parsing regexp: ', '')
    const hint = known?.hint ?? 'escape special characters with \\, or use contains for plain text'
    refuse(reading, 'bad-pattern', node.at, `the pattern cannot be used: ${reason}`, hint)
    return false
  }
}

/** A value is filled in as a literal: a backslash before it would change what it begins with, and it is no count of repetitions. */
function fillsSoundly({ source }: Pattern, node: YamlNode, reading: Reading): boolean {
  const odd = /(?<!\\)(?:\\\\)*\\\{\{[^{}]*\}\}/.test(source)
    ? 'a backslash before {{…}} would be about the first letter of its value'
    : /\{\{\{[^{}]*\}\}|\{\d*,\{\{/.test(source)
      ? 'a variable cannot say how often something is repeated'
      : undefined
  if (odd === undefined) return true
  refuse(
    reading,
    'bad-pattern',
    node.at,
    `the pattern cannot be used: ${odd}`,
    'write \\{\\{ for braces, or write it out',
  )
  return false
}
