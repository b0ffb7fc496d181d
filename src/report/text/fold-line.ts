import { redactKeys } from '../../base/secret-keys.ts'

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
