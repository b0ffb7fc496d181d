import { isJsonObject, type JsonValue } from '../base/json.ts'
import { exactly, foldText } from './fold-text.ts'

/** The length of a value, or the words or sentences of a text in any language; null when the value has no such measure. */
export function measure(kind: 'length' | 'words' | 'sentences', value: JsonValue | undefined): number | null {
  if (typeof value === 'string') {
    const text = foldText(value, exactly)
    return kind === 'length' ? [...text].length : segments(text, kind === 'words' ? 'word' : 'sentence')
  }
  if (kind !== 'length') return null
  if (Array.isArray(value)) return value.length
  return isJsonObject(value) ? Object.keys(value).length : null
}

/** One fixed locale, so that a machine's own never changes a count; words of other scripts are found all the same. */
const segmenters = new Map<'word' | 'sentence', Intl.Segmenter>()

function segmenter(granularity: 'word' | 'sentence'): Intl.Segmenter {
  const known = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity })
  segmenters.set(granularity, known)
  return known
}

function segments(text: string, granularity: 'word' | 'sentence'): number {
  const found = [...segmenter(granularity).segment(text)]
  return found.filter(({ segment, isWordLike }) =>
    granularity === 'word' ? isWordLike === true : segment.trim() !== '',
  ).length
}
