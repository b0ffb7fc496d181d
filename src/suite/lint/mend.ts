import { isTypo } from '../../base/is-typo.ts'
import type { JsonValue } from '../../base/json.ts'
import { suiteSchema } from '../language/export-schema.ts'
import type { Problem } from '../yaml/problem.ts'

/** A text with one word of it written anew: where that stands, and by how many letters the line grew. */
export interface Mend {
  content: string
  line: number
  column: number
  by: number
}

let words: ReadonlySet<string> | undefined

/** Whether a word is a key or a value of the suite language, at whatever place. */
function isLanguageWord(word: string): boolean {
  words ??= new Set(wordsIn(suiteSchema()))
  return words.has(word)
}

function wordsIn(schema: JsonValue): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(wordsIn)
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...(key === 'enum' && Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []),
    ...(key === 'const' && typeof value === 'string' ? [value] : []),
    ...wordsIn(value),
  ])
}

/** Problems whose hint can name the one word that was meant. */
const misspelt: readonly Problem['code'][] = [
  'unknown-key',
  'wrong-value',
  'unknown-agent',
  'unknown-tool',
  'unknown-variable',
]

/**
 * The text without a slip, or null where mending could change what is meant: where a warning says so (the file runs as it
 * is), where more than one word is near, where the two differ by more than a slip of the keyboard, and where the word
 * that was written is one of the language, only in the wrong place.
 */
export function mendOf({ code, severity, at, message, hint = '' }: Problem, content: string): Mend | null {
  if (severity === 'warning' || !misspelt.includes(code)) return null
  const meant = meantBy(hint)
  const [start, text] = lineAt(content, at.line)
  const written = text.slice(at.column - 1, at.column - 1 + at.length)
  const wrong = meant === null ? undefined : named(message).find((word) => written.includes(word))
  if (meant === null || wrong === undefined || !isTypo(wrong, meant)) return null
  if ((code === 'unknown-key' || code === 'wrong-value') && isLanguageWord(wrong)) return null
  const mended = rewrite(code, written, wrong, meant)
  if (mended === null) return null
  const from = start + at.column - 1
  const whole = content.slice(0, from) + mended + content.slice(from + written.length)
  return { content: whole, line: at.line, column: at.column, by: mended.length - written.length }
}

/** The only word that a hint asks for; null when it names several, or says more. */
function meantBy(hint: string): string | null {
  const [, variable, quoted, plain] = /^did you mean (?:\{\{([^{}]+)\}\}|"([^"]+)"|([^"{}?]+))\?$/.exec(hint) ?? []
  const meant = variable ?? quoted ?? plain
  return meant === undefined || / or /.test(meant) ? null : meant
}

/** What stands at the place with the word exchanged: the whole of it, a name in braces, or the tool in a path. */
function rewrite(code: Problem['code'], written: string, wrong: string, meant: string): string | null {
  if (written.includes('\\')) return null
  if (code === 'unknown-variable') {
    const pieces = written.split(/(\{\{[^{}]*\}\})/)
    const exchanged = pieces.map((piece) =>
      piece.startsWith('{{') && piece.slice(2, -2).trim() === wrong ? piece.replace(wrong, () => meant) : piece,
    )
    return exchanged.join('') === written ? null : exchanged.join('')
  }
  const [, open = '', inner = '', close = ''] = /^(["']?)(.*)(\1)$/s.exec(written) ?? []
  if (inner === wrong) return `${open}${meant}${close}`
  const [calls, tool, ...path] = inner.split('.')
  if (code !== 'unknown-tool' || calls !== 'calls' || tool !== wrong) return null
  return `${open}${[calls, meant, ...path].join('.')}${close}`
}

/** What a message may be about: names in quotes or braces, and functions. The one that stands at the place is the wrong one. */
function named(message: string): string[] {
  return [...message.matchAll(/"([^"]+)"|\{\{([^}]+)\}\}|no function ([^\s,]+)/g)].map(
    ([, quoted, variable, tool]) => quoted ?? variable ?? tool ?? '',
  )
}

/** Where a line begins, and what stands on it. */
function lineAt(content: string, line: number): [number, string] {
  const before = content.split('\n').slice(0, line - 1)
  const start = before.reduce((sum, { length }) => sum + length + 1, 0)
  return [start, content.slice(start).split('\n', 1)[0] ?? '']
}
