import { type Child, element } from '../kit/element.ts'
import type { NoteQuotation, ReportNote } from './report-document.ts'

/** Words of one entry that a judge quotes, with the note about its finding. */
export interface QuotedWords {
  words: string
  note: ReportNote
}

/** The judges' quotations from one entry of a turn, whichever turn they were asked about. */
export function quotedOf(notes: readonly ReportNote[], turn: number | null, entry: number): QuotedWords[] {
  const isHere = (quote: NoteQuotation): boolean => quote.turn === turn && quote.entry === entry
  return notes.flatMap((note) => (note.quotes ?? []).filter(isHere).map(({ words }) => ({ words, note })))
}

/** A text with the quoted words marked; each quotation found in it is added to `found`. */
export function markQuoted(text: string, quoted: readonly QuotedWords[], quotes: Set<QuotedWords>): Child[] {
  const spans = quoted
    .flatMap((each) => {
      const at = findWords(text, each.words)
      if (at === null) return []
      quotes.add(each)
      return [{ ...at, each }]
    })
    .sort((one, other) => one.from - other.from || other.to - one.to)
  const children: Child[] = []
  let end = 0
  for (const { from, to, each } of spans) {
    if (to <= end) continue // already inside a marked passage
    const start = Math.max(from, end)
    children.push(text.slice(end, start), drawMark(text.slice(start, to), each))
    end = to
  }
  return [...children, text.slice(end)].filter((child) => child !== '')
}

/** They are not there verbatim: the entry was cut or redacted, or shows them in another form. */
export function drawElsewhere(quoted: readonly QuotedWords[], quotes: ReadonlySet<QuotedWords>): HTMLElement | null {
  const missing = quoted.filter((each) => !quotes.has(each))
  if (missing.length === 0) return null
  return element(
    'ul',
    'quoted-here',
    ...missing.map((each) => element('li', {}, 'quoted here: ', drawMark(each.words, each))),
  )
}

function drawMark(words: string, { note }: QuotedWords): HTMLElement {
  return element('mark', { class: 'quoted', 'data-tone': note.tone, title: note.text.split('\n')[0] ?? '' }, words)
}

/** The position of words in a text. Judges may quote with different white space and quotation marks. */
function findWords(text: string, words: string): { from: number; to: number } | null {
  const parts = words
    .trim()
    .split(/\s+/)
    .map((part) =>
      part
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/['\u2018\u2019]/g, "['\u2018\u2019]")
        .replace(/["\u201c\u201d]/g, '["\u201c\u201d]'),
    )
  if (parts[0] === '') return null
  const match = new RegExp(parts.join('\\s+')).exec(text)
  return match === null ? null : { from: match.index, to: match.index + match[0].length }
}
