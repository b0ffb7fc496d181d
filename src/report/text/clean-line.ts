import { redactKeys } from '../../base/secret-keys.ts'
/**
 * Puts text on one line in which nothing is hidden or acts on a terminal or browser: white space becomes a space,
 * controls and bidirectional marks become their code in brackets, lone surrogates U+FFFD. Joined emoji stay.
 */
export function cleanLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0
      return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
    })
}

/** Truncates text longer than `most`, between characters, after removing keys: half a key could not be found. */
export function cutText(given: string, most: number): string {
  const text = redactKeys(given)
  const characters = [...text.slice(0, most * 2)]
  return characters.length > most || text.length > most * 2 ? `${characters.slice(0, most - 1).join('')}…` : text
}
