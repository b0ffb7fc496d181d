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
    let rest = text
    for (const { findAll } of patterns)
      for (const ignoredText of new Set(rest.split(ignored).flatMap(findAll)))
        if (ignoredText !== '')
          rest = rest
            .split(ignored)
            .map((part) => part.replaceAll(ignoredText, ignored))
            .join(ignored)
    return { section, text: rest }
  })
}

/** An entry without the places that the suite leaves out. */
export function withoutPlaces(entry: TranscriptEntry, parts: readonly IgnoredPart[]): TranscriptEntry {
  let rest = entry
  for (const part of parts) {
    if (!('place' in part)) continue
    if (part.place === 'reply') {
      if (rest.type === 'message' && rest.role === 'assistant')
        rest = {
          ...rest,
          content: rest.content.map((item) => (item.type === 'text' ? { ...item, text: ignored } : item)),
        }
    } else if (rest.type === 'function_call' && rest.name === part.tool && part.place === 'arguments') {
      const args = ignoreAt(rest.arguments, part.path)
      rest = { ...rest, arguments: isJsonObject(args) ? args : { [ignored]: true } }
    } else if (rest.type === 'function_call_output' && rest.name === part.tool && part.place === 'output') {
      const value = parseIfJson(rest.output)
      rest = { ...rest, output: value === undefined ? ignored : JSON.stringify(ignoreAt(value, part.path)) }
    }
  }
  return rest
}

/** A value without the member that a path leads to, through every item of a list on the way. */
function ignoreAt(value: JsonValue, [name, ...rest]: readonly string[]): JsonValue {
  if (name === undefined) return ignored
  if (Array.isArray(value)) return value.map((item) => ignoreAt(item, [name, ...rest]))
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: ignoreAt(value[name] ?? null, rest) }
}
