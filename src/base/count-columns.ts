/** Characters that are two columns wide: East Asian scripts and emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u

/** How many columns of a monospaced font a character takes, combining marks and all: 0, 1 or 2. */
export function countColumns(character: string): number {
  if (character.length === 1 && character < '\u0300') return 1
  if (/^[\p{M}\u200c\u200d]+$/u.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** How many columns a text takes. */
export function columnsOf(text: string): number {
  if (!/[^\0-\x7f]/.test(text)) return text.length
  return Array.from(graphemes.segment(text), ({ segment }) => countColumns(segment)).reduce(
    (sum, each) => sum + each,
    0,
  )
}
