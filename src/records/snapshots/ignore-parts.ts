import { isJsonObject, type JsonValue } from '../../base/json/json.ts'
import { parseIfJson } from '../../base/json/json-text.ts'
import { compilePattern } from '../../base/patterns/linear-pattern.ts'
import type { IgnoredPart } from '../../suite/language/snapshot-settings.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import type { SnapshotLine } from './snapshot.ts'

/** Stands in a snapshot for what the suite leaves out. */
const ignored = '<ignored>'

/** Lines without what patterns of the suite match in them; a stored file may be from before they were written. */
export function withoutPatterns(lines: readonly SnapshotLine[], parts: readonly IgnoredPart[]): SnapshotLine[] {
  const patterns = parts.flatMap((part) => ('pattern' in part ? [compilePattern(part.pattern)] : []))
  if (patterns.length === 0) return [...lines]
  return lines.map(({ section, text }) => {
    let left = text
    for (const { findAll } of patterns)
      for (const found of new Set(left.split(ignored).flatMap(findAll)))
        if (found !== '')
          left = left
            .split(ignored)
            .map((part) => part.replaceAll(found, ignored))
            .join(ignored)
    return { section, text: left }
  })
}

/** An entry without the places that the suite leaves out. */
export function withoutPlaces(entry: TranscriptEntry, parts: readonly IgnoredPart[]): TranscriptEntry {
  let left = entry
  for (const part of parts) {
    if (!('place' in part)) continue
    if (part.place === 'reply') {
      if (left.type === 'message' && left.role === 'assistant')
        left = {
          ...left,
          content: left.content.map((item) => (item.type === 'text' ? { ...item, text: ignored } : item)),
        }
    } else if (left.type === 'function_call' && left.name === part.tool && part.place === 'arguments') {
      const given = ignoreAt(left.arguments, part.path)
      left = { ...left, arguments: isJsonObject(given) ? given : { [ignored]: true } }
    } else if (left.type === 'function_call_output' && left.name === part.tool && part.place === 'output') {
      const value = parseIfJson(left.output)
      left = { ...left, output: value === undefined ? ignored : JSON.stringify(ignoreAt(value, part.path)) }
    }
  }
  return left
}

/** A value without the member that a path leads to, through every item of a list on the way. */
function ignoreAt(value: JsonValue, [name, ...rest]: readonly string[]): JsonValue {
  if (name === undefined) return ignored
  if (Array.isArray(value)) return value.map((item) => ignoreAt(item, [name, ...rest]))
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: ignoreAt(value[name] ?? null, rest) }
}
