import { columnsOf } from '../../base/text/characters.ts'
import { cutToColumns, foldedText, plainText } from '../document/door.ts'
import { type Finding, placeOf, type ReportDocument, type Table } from '../document/report-document.ts'
import { joinWords, said, toned, type Words } from '../document/words.ts'
import type { Paint } from '../text/paint.ts'
import { findingMark, formatBlocks, gateBlocks, problemBlocks } from './document.ts'

/** The lines of the smallest terminal that is meant, and the least rows of findings, whatever else there is to say. */
const [screenLines, leastRows] = [24, 3]
/** How long a cause may be in a row, before it is cut where the terminal ends. */
const longest = 300

/** A report on one screen: its sentence, a row for each finding, the gate, and how to see the rest, as in its HTML page. */
export function formatScreen(document: ReportDocument, paint: Paint, columns: number, page?: string): string {
  const { findings, gate, headline, tables } = document
  const folded = (words: Words): string[] => foldedText(words, paint, columns, ' ')
  const rowOf = (words: Words): string => cutToColumns(words, paint, columns)
  const before = [...formatBlocks(problemBlocks(document), paint, columns), folded(headline).join('\n')]
  const facts = tables
    .filter(isFact)
    .flatMap(({ title = '', notes = [] }) => folded([' ', joinWords([title, ...notes], '; ')]))
  const rules = gate === null ? [] : formatBlocks(gateBlocks({ ...gate, reason: '' }), paint, columns)
  const aside = page === undefined ? 'in a page: --html report.html' : `in ${page}`
  const more = rowOf(toned('dim', ` in full: --all-failures; side by side ${aside}`))
  const after = [...facts, ...rules, more]
  const room = Math.max(leastRows, screenLines - [...before, ...after].join('\n').split('\n').length - 4)
  const examples = findings.slice(0, room).map(({ example = [] }) => example.map((words) => rowOf(['   ', words])))
  // The first example has its lines before the last findings have their rows: what was said explains more than they do.
  const exampleRows = examples[0]?.length ?? 0
  const most = room - (room - exampleRows < leastRows ? 0 : exampleRows)
  const visible = findings.length > most ? findings.slice(0, most - 1) : findings
  const restCount = findings.length - visible.length
  let free = room - visible.length - (restCount > 0 ? 1 : 0)
  const rows = [
    ...visible.flatMap((finding, index) => {
      const own = examples[index] ?? []
      free -= own.length
      return [findingRow(finding, paint, columns), ...(free < 0 ? [] : own)]
    }),
    ...(restCount > 0 ? [rowOf(toned('dim', ` and ${restCount} more`))] : []),
  ]
  return [...before, ...(rows.length === 0 ? [] : [rows.join('\n')]), after.join('\n')].join('\n\n')
}

/** A table that says how it looks as a whole, in sentences. */
const isFact = ({ columns, isDetail, title }: Table): boolean =>
  isDetail !== true && columns.length === 0 && title !== undefined

/** A finding in one row: its name, why it went as it did, as far as there is room, and where it stands. */
function findingRow(finding: Finding, paint: Paint, columns: number): string {
  const { title, at, word = '', what, runs, isDecided } = finding
  const why = runs.at(-1)?.cause?.why
  const reason = why === undefined ? what : said(why, longest)
  const cause = why === undefined || isDecided === true ? [word, ': ', reason] : reason
  const words = [' ', findingMark({ ...finding, word: '' }), toned('strong', title), ': ', cause]
  const place = foldedText(['  ', toned('dim', placeOf(at))], paint, columns, '')
  const room = columns - columnsOf(plainText(placeOf(at))) - 2
  const fits = place.length === 1 && room > columns / 2
  const row = cutToColumns(words, paint, fits ? room : columns)
  return fits ? `${row}${place[0]}` : row
}
