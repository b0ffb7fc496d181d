import { pattern } from '../../../suite/language/pattern.ts'
import type { Reading } from '../../../suite/yaml/shape.ts'

/** A regular expression as a suite writes it, or why its engine, which runs in linear time, refuses it. */
export type PatternRead = { ok: true; text: string } | { ok: false; why: string }

/** Reads the source and the flags of another engine's regular expression. */
export function readPattern(source: string, flags: string): PatternRead {
  const at = { line: 1, column: 1, length: 1 }
  const text = `/${source}/${flags}`
  const reading: Reading = { file: '', problems: [] }
  const read = pattern.read({ kind: 'scalar', value: text, source: text, plain: false, at }, reading)
  if (read !== undefined && read.source === source) return { ok: true, text }
  return { ok: false, why: reading.problems[0]?.message ?? 'the pattern cannot be used' }
}

/** A text as a pattern that matches itself; its variables stay variables. */
export function escapePattern(text: string): string {
  const pieces = text.split(/(\{\{[^{}]*\}\})/)
  return pieces
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')))
    .join('')
}
