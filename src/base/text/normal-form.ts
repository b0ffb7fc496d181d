/** More marks on one letter than any language writes: Unicode's stream-safe text format (UAX 15) allows 30. */
const mostMarks = 30
const pile = /\p{M}{30}(?=\p{M})/gu

/** Keeps marks apart, and shows as nothing: the combining grapheme joiner. */
const joiner = '\u034f'

/** A normal form in linear time: `String.normalize` takes hours for piles of marks, so those above 30 are parted. */
export function toNormalForm(text: string, form: 'NFC' | 'NFKC' | 'NFD' | 'NFKD'): string {
  if (!/[^\0-\x7f]/.test(text)) return text // ASCII has one form
  return (text.length <= mostMarks ? text : text.replace(pile, `$&${joiner}`)).normalize(form)
}
