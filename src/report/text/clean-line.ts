import { redactKeys } from '../../base/secret-keys.ts'
/**
 * A text on one line in which nothing is hidden or acts on a terminal or a browser: white space becomes a space, controls
 * and marks that turn the direction of text their code in brackets, half a character U+FFFD. Joined emoji stay.
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

/** Cuts a text that is longer than `most`, between two characters, once it is without keys: half of one could not be found. */
export function cutText(given: string, most: number): string {
  const text = redactKeys(given)
  const characters = [...text.slice(0, most * 2)]
  return characters.length > most || text.length > most * 2 ? `${characters.slice(0, most - 1).join('')}…` : text
}
