import { lineStart, unseal } from './paint.ts'

/** Controls but for tabs and ends of lines, marks that turn the direction of text or have no width, halves of characters. */
const hidden = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/u
const everyHidden = new RegExp(hidden, 'gu')
const command = new RegExp(`${lineStart}:(?=:)`, 'gm')

/**
 * The last step of every text on its way to a terminal or a log: of all controls only our own colours act, all else stands
 * as its code in brackets; and nothing is a command to the CI that reads along (`::error::`, `##[group]`, `##vso[…]`).
 */
export function finishText(text: string): string {
  const plain = hidden.test(text) ? text.replace(/\r\n/g, '\n').replace(everyHidden, showCode) : text
  return unseal(plain.replace(command, '$1: ').replace(/##(?=\[|vso\[|teamcity\[)/g, '# #'))
}

/** A value as JSON, in which nothing acts on a terminal or a CI that reads along. It parses to the same value. */
export function formatJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent)
    .replace(everyHidden, escapeUnits)
    .replace(/##(?=\[|vso\[|teamcity\[)/g, '#\\u0023')
}

function showCode(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')
}
