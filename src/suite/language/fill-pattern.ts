import type { Pattern } from '../../base/linear-pattern.ts'
import { type Filling, fillText } from './fill-text.ts'
import { matchesEveryText } from './pattern.ts'

/** A pattern with its variables filled in, each as the literal text that it is; null when that is no pattern any more, or matches every text. */
export function fillPattern(pattern: Pattern, { variables, numerals }: Filling): Pattern | null {
  const { source } = pattern
  if (!source.includes('{{')) return pattern
  const filled = {
    ...pattern,
    source: fillText(source, variables, numerals, (value, at) => asLiteral(value, source, at)),
  }
  if (filled.source === source) return pattern
  try {
    return matchesEveryText(filled) ? null : filled
  } catch {
    return null // told as a condition that cannot be judged
  }
}

/** A value as a pattern of itself. As a group, so that a `?` or `+` behind it is about all of it, but not among `[…]`. */
function asLiteral(value: string, source: string, at: number): string {
  const escaped = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('-', '\\x2d')
  return isInClass(source, at) ? escaped : `(?:${escaped})`
}

/** Whether a place in a pattern is among the characters of a `[…]`. */
function isInClass(source: string, end: number): boolean {
  let inside = false
  for (let at = 0; at < end; at += 1) {
    const character = source[at]
    if (character === '\\') at += 1
    else if (character === '[') inside = true
    else if (character === ']') inside = false
  }
  return inside
}
