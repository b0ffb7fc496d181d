import { lineStart, unseal } from './paint.ts'

/** Control characters except tabs and line ends, bidirectional marks, zero-width characters, lone surrogates. */
const hidden = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/u
const everyHidden = new RegExp(hidden, 'gu')
const command = new RegExp(`${lineStart}:(?=:)`, 'gm')

/**
 * The last step for every text that goes to a terminal or log: only our own colour codes take effect, all
 * other control characters are shown as their code in brackets; and nothing acts as a command to a CI that
 * reads the log (`::error::`, `##[group]`, `##vso[…]`).
 */
export function finishText(text: string): string {
  const plain = hidden.test(text) ? text.replace(/\r\n/g, '\n').replace(everyHidden, showCode) : text
  return unseal(plain.replace(command, '$1: ').replace(/##(?=\[|vso\[|teamcity\[)/g, '# #'))
}

/** JSON that has no effect on a terminal or on a CI that reads the log. It parses to the same value. */
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
