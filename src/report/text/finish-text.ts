import { lineStart, unseal } from './paint.ts'

/** Controls except tabs and line ends, characters that show nothing, turn or break a line, and lone surrogates. */
const hidden = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
const command = new RegExp(`${lineStart}:(?=:)`, 'gm')

/** The last step to terminal or log: only our colours act, other controls show as codes, nothing commands a CI. */
export function finishText(text: string): string {
  const plain = text.replace(/\r\n/g, '\n').replace(hidden, showCode)
  return unseal(plain.replace(command, '$1: ').replace(/##(?=\[|vso\[|teamcity\[)/g, '# #'))
}

/** Shows the code of every character that shows nothing, or that turns or breaks a line. XML has a rule for controls. */
export function showUnseen(text: string): string {
  return text.replace(hidden, (character) => (/[\p{Cc}\p{Cs}]/u.test(character) ? character : showCode(character)))
}

/** JSON that has no effect on a terminal or on a CI that reads the log. It parses to the same value. */
export function formatJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent)
    .replace(hidden, (character) => (/[\u2028\u2029]/.test(character) ? character : escapeUnits(character)))
    .replace(/##(?=\[|vso\[|teamcity\[)/g, '#\\u0023')
}

/** `[U+202E]`. */
export function showCode(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** Each unit of a text as JSON escapes it. */
export function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')
}
