import { isJsonObject, type JsonValue } from '../base/json.ts'

/** The length of a value, or the words or sentences of a text in any language; null when the value has no such measure. */
export function measure(kind: 'length' | 'words' | 'sentences', value: JsonValue | undefined): number | null {
  if (typeof value === 'string')
    return kind === 'length' ? [...value].length : segments(value, kind === 'words' ? 'word' : 'sentence')
  if (kind !== 'length') return null
  if (Array.isArray(value)) return value.length
  return isJsonObject(value) ? Object.keys(value).length : null
}

function segments(text: string, granularity: 'word' | 'sentence'): number {
  const found = [...new Intl.Segmenter(undefined, { granularity }).segment(text)]
  return found.filter(({ segment, isWordLike }) =>
    granularity === 'word' ? isWordLike === true : segment.trim() !== '',
  ).length
}
