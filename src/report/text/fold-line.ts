import { redactKeys } from '../../base/secret-keys.ts'

/** Breaks plain text between words, or inside one that is longer than a line, into lines of at most `columns`; `hang` begins what follows, and `null` breaks nothing. A key is taken out first: over two lines it could not be found. */
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

/** So many characters that no letter of two halves is broken. */
function wholeLetters(text: string, from: number, room: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(from + room)) ? room - 1 : room
}
