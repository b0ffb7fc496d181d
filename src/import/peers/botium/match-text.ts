import type { JsonObject, JsonValue } from '../../../base/json/json.ts'
import { escapeText } from '../../../suite/language/matchers/text-or-pattern.ts'
import { readPattern } from '../draft/conditions.ts'
import type { Condition } from '../draft/draft.ts'

/** Botium's default mode of comparing texts (SCRIPTING_MATCHING_MODE). */
export const defaultMode = 'includeIgnoreCase'

export type Matching = { ok: true; condition: Condition } | { ok: false; why: string }

/** An expected text as pieces, with anything allowed in between. */
export type Pieces = readonly string[]

/** Expects a reply to match any of several texts, in one of Botium's modes. */
export function matchAny(texts: readonly Pieces[], mode: string): Matching {
  const [kind, ignoreCase] = readMode(mode)
  const alternatives = texts.filter((pieces) => pieces.some((piece) => piece.trim() !== ''))
  if (alternatives.length < texts.length || texts.length === 0) return { ok: true, condition: { empty: false } }
  const folded: JsonObject = ignoreCase ? { 'ignore case': true } : {}
  if (kind === 'include') {
    const spoken = alternatives.map(trimPieces)
    const parts = spoken.map((pieces): JsonValue => (pieces.length === 1 ? (pieces[0] ?? '') : { all: pieces }))
    const [only = [], second] = spoken
    const contains: JsonValue = second !== undefined ? { 'one of': parts } : only.length === 1 ? (only[0] ?? '') : only
    return { ok: true, condition: { contains, ...folded } }
  }
  const patterns: JsonValue[] = []
  for (const pieces of alternatives) {
    if (kind === 'equals' && pieces.length === 1) {
      patterns.push({ equals: pieces[0] ?? '' })
      continue
    }
    const source = sourceOf(pieces, kind)
    if (source === null) return { ok: false, why: `the matching mode ${mode} is not known` }
    const read = readPattern(source, ignoreCase ? 'i' : '')
    if (!read.ok) return read
    patterns.push({ matches: read.text })
  }
  const [first] = patterns
  if (patterns.length > 1) return { ok: true, condition: { any: patterns, ...folded } }
  return { ok: true, condition: { ...(first as JsonObject), ...(kind === 'equals' ? folded : {}) } }
}

function trimPieces(pieces: Pieces): string[] {
  return pieces.length === 1 ? [...pieces] : pieces.map((piece) => piece.trim()).filter((piece) => piece !== '')
}

function readMode(mode: string): [kind: string, ignoreCase: boolean] {
  const [, kind = mode, folded] =
    /^(include|equals|regexp|wildcardExact|wildcard)(IgnoreCase|LowerCase|IC)?$/i.exec(mode) ?? []
  return [kind.toLowerCase(), folded !== undefined]
}

function sourceOf(pieces: Pieces, kind: string): string | null {
  if (kind === 'regexp') return pieces.join('.*')
  if (kind === 'equals') return `^${pieces.map(escapeText).join('.*')}$`
  if (kind !== 'wildcard' && kind !== 'wildcardexact') return null
  const source = pieces.join('*').split('*').map(escapeText).join('.*')
  return kind === 'wildcard' ? source : `^${source}$`
}
