import { plainText } from '../document/door.ts'
import { type Finding, placeOf, type ReportDocument, type Table } from '../document/report-document.ts'
import { joinWords, said, verbatim, type Words } from '../document/words.ts'

/** The most findings, lines of one, rows of a table and broken files, and the most characters of all findings. */
const [mostFindings, mostLines, mostRows, mostProblems, mostText] = [50, 24, 20, 10, 40_000]

/** What a report says at least, as HTML without script: how it went and what failed; what has no room is counted. */
export function plainPage(document: ReportDocument): string {
  const { headline, findings, gate, tables, problems = [], footer, target, tableread } = document
  const facts = [...(gate === null ? [] : [[`gate ${gate.verdict}: `, gate.reason]]), joinWords(footer, ', ')]
  const items = fitting(findings.slice(0, mostFindings).map(findingRow))
  const restCount = problems.length - mostProblems
  return [
    `<h1>${htmlOf(headline)}</h1>`,
    ...facts.map(htmlOf).flatMap((fact) => (fact === '' ? [] : [`<p>${fact}</p>`])),
    ...tables.flatMap((table) => (table.isDetail === true ? [] : [plainTable(table)])),
    ...problems.slice(0, mostProblems).map(({ lines }) => preformatted(lines.map((line) => verbatim(line)))),
    restCount > 0 ? `<p>and ${restCount} more broken files</p>` : '',
    items.length === 0 ? '' : tableOf(['verdict', 'name', 'place', 'what was found'], items),
    items.length < findings.length ? `<p>and ${findings.length - items.length} more</p>` : '',
    `<p>All of it, conversation by conversation, is inside this file and needs JavaScript to be shown: nothing is loaded. Tableread ${htmlOf(said(tableread))} · ${htmlOf(said(target))}</p>`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const htmlOf = (words: Words): string =>
  plainText(words).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const preformatted = (lines: readonly Words[]): string => `<pre>${lines.map(htmlOf).join('\n')}</pre>`

const tableOf = (columns: readonly Words[], rows: readonly string[]): string =>
  `<table><thead>${rowOf(columns.map(htmlOf), 'th')}</thead><tbody>${rows.join('\n')}</tbody></table>`

const rowOf = (cells: readonly string[], tag = 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

function plainTable({ title = '', columns, rows, notes = [] }: Table): string {
  const rowLines = rows.slice(0, mostRows).map((row) => rowOf(row.map(htmlOf)))
  const names = columns.map(({ name }) => said(name))
  const lines = [...notes, ...(rows.length > mostRows ? [`and ${rows.length - mostRows} more rows`] : [])]
  return [
    ...[title, ...(rowLines.length === 0 ? lines : [])]
      .map(htmlOf)
      .flatMap((line) => (line === '' ? [] : [`<p>${line}</p>`])),
    ...(rowLines.length === 0 ? [] : [tableOf(names, rowLines), ...lines.map((line) => `<p>${htmlOf(line)}</p>`)]),
  ].join('\n')
}

function findingRow({ group, title, at, what, word, verdict, lines, evidence }: Finding): string {
  const restCount = lines.length - mostLines
  const more = restCount > 0 ? [`… ${restCount} more lines`] : []
  const block = lines.length === 0 ? '' : preformatted([...lines.slice(0, mostLines), ...more])
  const texts = [what, evidence].map(htmlOf).filter((text) => text !== '')
  return rowOf([
    ...[word ?? verdict, joinWords([group, title], ' › '), placeOf(at)].map(htmlOf),
    `${texts.join('<br>')}${block}`,
  ])
}

/** The first of these texts for which there is room, at least one of them. */
function fitting(texts: readonly string[]): string[] {
  let room = mostText
  return texts.filter((text, index) => {
    room -= text.length
    return index === 0 || room >= 0
  })
}
