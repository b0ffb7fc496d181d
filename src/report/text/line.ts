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

/**
 * Wraps plain text to `columns`, between words, or inside a word longer than a line; continuation lines start with
 * `hang`, and `null` columns wrap nothing. Keys are removed first: broken over two lines, they could not be found.
 */
export function foldLine(given: string, columns: number | null, hang: string): string[] {
  const text = redactKeys(given)
  const most = columns === null ? Number.POSITIVE_INFINITY : Math.max(columns, hang.length + 8)
  const lines: string[] = []
  let [from, begin] = [0, '']
  while (begin.length + text.length - from > most) {
    const room = most - begin.length
    const space = text.slice(from, from + room + 1).lastIndexOf(' ')
    const end = from + (begin.length + space > hang.length ? space : wholeLetters(text, from, room))
    lines.push(`${begin}${text.slice(from, end)}`.trimEnd())
    from = end
    while (/\s/.test(text.charAt(from))) from += 1
    begin = hang
  }
  return [...lines, `${begin}${text.slice(from)}`]
}

/** Shortens the line so as not to split a surrogate pair. */
function wholeLetters(text: string, from: number, room: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(from + room)) ? room - 1 : room
}

/** Escapes text for an element of XML, or for an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
