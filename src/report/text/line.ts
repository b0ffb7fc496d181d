import { cutText } from '../../base/privacy/cut.ts'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { columnsOf } from '../../base/text/characters.ts'
import { showCode } from './finish-text.ts'

/** One line with nothing active in a terminal or browser: controls and bidirectional marks as codes; emoji stay. */
export function cleanLine(text: string): string {
  return cleanColumns(text.replace(/\s+/g, ' '))
}

/** The first `most` characters of what somebody else wrote, without keys, on one line. */
export const lineOf = (text: string, most: number): string => cleanLine(cutText(text, most))

/** The same with its spaces as they are, where columns matter. */
export function cleanColumns(text: string): string {
  return text
    .replace(/[\t\n\r]/g, ' ')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu, showCode)
}

/** The first `most` characters of what others wrote without keys, for a format that cleans each character itself. */
export const redactedText = (text: string, most: number = Number.POSITIVE_INFINITY): string =>
  redactKeys(text).slice(0, most)

/** A text in quotes, on one line, cut if it is long. */
export function quote(text: string, most = 240): string {
  return cutText(JSON.stringify(text.replace(/\s+/g, ' ')), most, '…"')
}

/** Wraps to `columns` (null: not) with `hang` before continuations; keys go first: broken, they could not be found. */
export function foldLine(original: string, columns: number | null, hang: string): string[] {
  const text = redactKeys(original)
  const most = columns === null ? Number.POSITIVE_INFINITY : Math.max(columns, hang.length + 8)
  const lines: string[] = []
  let [from, begin] = [0, '']
  for (;;) {
    const fits = fitting(text, from, most - begin.length)
    if (from + fits >= text.length) return [...lines, `${begin}${text.slice(from)}`]
    const space = text.slice(from, from + fits + 1).lastIndexOf(' ')
    const end = from + (begin.length + space > hang.length ? space : fits)
    lines.push(`${begin}${text.slice(from, end)}`.trimEnd())
    from = end
    while (/\s/.test(text.charAt(from))) from += 1
    begin = hang
  }
}

/** How many characters from a position fit into that many columns; wide letters take two. */
function fitting(text: string, from: number, room: number): number {
  if (room >= 2 * (text.length - from)) return text.length - from
  if (!/[^\x20-\x7e]/.test(text.slice(from, from + room))) return room
  let [length, remainder] = [0, room]
  for (const letter of text.slice(from, from + room + 1)) {
    remainder -= columnsOf(letter)
    if (remainder < 0) break
    length += letter.length
  }
  return Math.max(1, length)
}

/** Escapes text for an element of XML, or for an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
