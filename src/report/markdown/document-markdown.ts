import { isGone } from '../../engine/verdict/part-of-run.ts'
import { plainText } from '../document/door.ts'
import {
  type Finding,
  type FindingWeight,
  foldRules,
  type Gate,
  type GateFinding,
  gateWords,
  type List,
  mostItems,
  placeOf,
  type ReportDocument,
  type Table,
} from '../document/report-document.ts'
import { joinWords, said, verbatim, type Words } from '../document/words.ts'
import {
  commentLimit,
  details,
  escapeText,
  fenceLines,
  fitBlocks,
  fixedBlock,
  type MarkdownBlock,
  marker,
  tableHead,
  tableRow,
} from './blocks.ts'

/** A report for a pull request or job: findings collapsed, gravest first, then the gate; at most `limit` characters. */
export function formatDocumentMarkdown(
  document: ReportDocument,
  limit: number = commentLimit,
  reportUrl?: string,
): string {
  const { headline, findings, most, tables, lists, gate, footer, problems = [], tableread, target, next } = document
  const outcome = gate?.verdict ?? document.outcome
  // An open gate that leaves something open, or that nobody asks any more, is no green tick.
  const { warnings = [] } = document
  const isLeft =
    gate?.verdict === 'open' && (warnings.some(isGone) || findings.some(({ verdict }) => verdict === 'advice'))
  const mark = outcome === undefined ? '' : `${isLeft ? '⚠️' : gateMarks[outcome]} `
  const facts = [...(gate === null ? [] : [gateFact(gate, headline)]), joinWords(footer, ', ')]
    .map(shownText)
    .filter((fact) => fact !== '')
  // Where a gate has rules, what broke comes before them and before all figures.
  const rules = gate?.rules ?? []
  const isRuled = rules.length > 0
  const sums = [
    ...(isRuled ? [rulesBlock(rules)] : []),
    ...tables.filter((table) => table.isDetail !== true).map(tableBlock),
  ]
  const blocks: MarkdownBlock[] = [
    fixedBlock(`${marker}\n## ${mark}${shownText(headline)}\n`),
    fixedBlock(facts.length === 0 ? '' : `\n${facts.map((fact) => `${fact}.`).join(' ')}\n`),
    ...(isRuled ? [] : sums),
    {
      ...{ head: '\n', tail: '', share: 0.1, describeLeft: (count) => `\n❌ ${count} more broken files\n` },
      items: problems.map(({ lines }) => `${fenceLines(lines.map((line) => plainText(verbatim(line))))}\n`),
    },
    {
      ...{ head: '\n', tail: '', share: 0.7 },
      items: findings.slice(0, most).map((finding) => findingText(finding, reportUrl)),
      describeLeft: (count) => `\nand ${count} more, for which there is no room\n`,
    },
    {
      ...{ head: '\n', tail: '', share: 0.2 },
      items: findings.slice(most).map((finding) => `- ${findingLine(finding, reportUrl)}\n`),
      describeLeft: (count) => `\nand ${count} more\n`,
    },
    fixedBlock(next === undefined ? '' : `\n${shownText(next)}\n`),
    ...(isRuled ? sums : []),
    ...lists.filter(({ items }) => items.length > 0).map(listBlock),
    {
      ...{ head: '\n', tail: '', share: 1 },
      items: tables.filter(({ isDetail }) => isDetail === true).map(tableDetails),
      describeLeft: (count) => `\nand ${count} more tables, for which there is no room\n`,
    },
    fixedBlock(
      `\n<sub>${[`Tableread ${shownText(said(tableread))}`, shownText(said(target))].filter((part) => part !== '').join(' · ')}</sub>\n`,
    ),
  ]
  return fitBlocks(
    blocks.filter(({ head, items }) => items.length > 0 || head !== '\n'),
    limit,
  )
}

const gateMarks = { open: '✅', shut: '❌', 'not enough': '⚠️' } as const
const ruleMarks = { held: '✅', broken: '❌', 'not judged': '⚠️' } as const
const findingMarks: Record<FindingWeight | Finding['verdict'], string> = {
  ...{ failed: '❌', errored: '⚠️', advice: '💡', sample: '' },
  ...{ error: '❌', warning: '⚠️', note: '✏️', good: '💚' },
}

function gateFact({ verdict, reason }: Gate, headline: Words): Words {
  const isSaid = plainText(reason) === plainText(headline)
  return [`Gate ${gateWords[verdict]}`, isSaid ? '' : [': ', reason]]
}

const shownText = (words: Words): string => escapeText(plainText(words))

/** A cell begins no line, so that what means something there alone stays as it is. */
const cellText = (words: Words): string => shownText(['x', words]).slice(1)

function rulesBlock(all: readonly GateFinding[]): MarkdownBlock {
  const { told, held } = foldRules(all)
  const rest: GateFinding[] = held === null ? [] : [{ name: held, verdict: 'held', wanted: '', seen: '' }]
  const rules = [...told, ...rest]
  return {
    head: `\n${tableHead(['', 'rule', 'seen', 'wanted'])}`,
    items: rules.map(({ name, verdict, seen, wanted }) =>
      tableRow([ruleMarks[verdict], ...[name, seen, wanted].map(cellText)]),
    ),
    tail: '',
    describeLeft: (count) => `\nand ${count} more rules\n`,
    share: 0.15,
  }
}

/** The most notes of a table, and lines of a finding. */
const [mostNotes, mostLines] = [40, 80]

function tableBlock(table: Table): MarkdownBlock {
  const { title, columns, rows } = table
  const heading = title === undefined ? '' : `\n<strong>${cellText(title)}</strong>\n`
  const notes = notesText(table)
  if (rows.length === 0) return fixedBlock(`${heading}${notes}`)
  const right = columns.map((column) => (column.right === true ? '---:' : '---'))
  return {
    head: `${heading}\n${tableRow(columns.map(({ name }) => cellText(said(name))))}${tableRow(right)}`,
    items: rows.map((row) => tableRow(row.map(cellText))),
    tail: notes,
    describeLeft: (count) => `\nand ${count} more rows\n`,
    share: 0.2,
  }
}

function notesText({ notes = [], lines: laidOut = [] }: Table): string {
  const restCount = notes.length - mostNotes
  const lines = notes.slice(0, mostNotes).map((note) => `- ${cellText(note)}\n`)
  const noteList = lines.length === 0 ? '' : `\n${lines.join('')}${restCount > 0 ? `- and ${restCount} more\n` : ''}`
  return laidOut.length === 0 ? noteList : `${noteList}\n${fenceLines(laidOut.map(plainText))}\n`
}

function tableDetails(table: Table): string {
  const { title, ...rest } = table
  const { head, items, tail } = tableBlock(rest)
  const name = cellText(title ?? said(table.columns[0]?.name ?? ''))
  const body = `${head}${items.join('')}${tail}`.trim()
  return body === '' ? `- ${name}\n\n` : details(name, body)
}

/** One line: how grave, what it is called, where it stands, and why. */
function findingLine(finding: Finding, reportUrl: string | undefined): string {
  const { group, title, at, label, what, word, weight, verdict } = finding
  const [own, name, place, family, why] = [group, title, placeOf(at), label, what].map(cellText)
  const head = `${findingMarks[weight ?? verdict]} ${word === undefined ? '' : `${word}: `}`.trimStart()
  const placeNote = `${place === '' ? '' : ` <code>${place}</code>`}${family === '' ? '' : ` (${family})`}`
  const link = reportUrl === undefined ? null : linkTo(reportUrl, finding.case)
  const nameHtml = link === null ? `<strong>${name}</strong>` : `<a href="${link}"><strong>${name}</strong></a>`
  return `${head}${own} › ${nameHtml}${placeNote}${why === '' ? '' : `: ${why}`}`
}

/** The address of a conversation in the page; null for what is no address of a page. */
function linkTo(reportUrl: string, id: string): string | null {
  if (!/^https?:/.test(reportUrl) || !URL.canParse(reportUrl)) return null
  return `${new URL(reportUrl)}#${encodeURIComponent(id)}`.replace(/['&]/g, encodeURIComponent)
}

function findingText(finding: Finding, reportUrl: string | undefined): string {
  const { lines, evidence } = finding
  const [line, sure] = [findingLine(finding, reportUrl), cellText(evidence)]
  if (lines.length === 0) return `${line}${sure === '' ? '' : `<br><sub>${sure}</sub>`}\n\n`
  const texts = [...lines, ...(sure === '' ? [] : [evidence])].map(plainText)
  const restCount = texts.length - mostLines
  const visible = restCount > 0 ? [...texts.slice(0, mostLines), `… ${restCount} more lines`] : texts
  return details(line, fenceLines(visible[0] === '' ? visible.slice(1) : visible))
}

function listBlock({ title, items }: List): MarkdownBlock {
  return {
    head: `\n### ${title.charAt(0).toUpperCase()}${title.slice(1)}\n\n`,
    items: items.slice(0, mostItems).map((item) => `- ${shownText(item)}\n`),
    tail: items.length > mostItems ? `\nand ${items.length - mostItems} more\n` : '',
    describeLeft: (count) => `\nand ${count} more, for which there is no room\n`,
    share: 0.1,
  }
}
