import { isJsonObject, type JsonValue } from '../../base/json.ts'
import { splitSentences } from '../../base/split-sentences.ts'
import { exactly, foldText } from './fold-text.ts'

/** The length of a value, or the words or sentences of a text in any language; null when the value has no such measure. */
export function measure(kind: 'length' | 'words' | 'sentences', value: JsonValue | undefined): number | null {
  if (typeof value === 'string') {
    const text = foldText(value, exactly)
    if (kind === 'sentences') return splitSentences(text).filter((each) => each.trim() !== '').length
    return kind === 'length' ? countGraphemes(text) : [...words.segment(text)].filter((each) => each.isWordLike).length
  }
  if (kind !== 'length') return null
  if (Array.isArray(value)) return value.length
  return isJsonObject(value) ? Object.keys(value).length : null
}

/** One fixed locale, so that a machine's own never changes a count; words of other scripts are found all the same. */
const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as a reader sees them: an emoji of several people, or a letter with its accents, is one. */
function countGraphemes(text: string): number {
  return /[^\0-\x7f]/.test(text) ? [...graphemes.segment(text)].length : text.length
}
