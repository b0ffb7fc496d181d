import { plainText } from '../document/door.ts'
import { type Finding, type List, mostItems, type ReportDocument, type Table } from '../document/report-document.ts'
import { joined, said, type Words } from '../document/words.ts'
import { type Block, commentLimit, escapeText, fenceLines, fitBlocks, fixed, marker, tableRow } from './blocks.ts'

/** A report as Markdown for a pull request or a job: the gate first, and no longer than GitHub takes. */
export function formatDocumentMarkdown(document: ReportDocument): string {
  const { headline, findings, most, tables, lists, gate, footer } = document
  const facts = [...(gate === null ? [] : [[`Gate ${gate.verdict}: `, gate.reason]]), joined(footer, ', ')]
    .map(shownText)
    .filter((fact) => fact !== '')
  const shown = findings.slice(0, most)
  const blocks: Block[] = [
    fixed(`${marker}\n## ${shownText(headline)}\n`),
    fixed(facts.length === 0 ? '' : `\n${facts.map((fact) => `${fact}.`).join(' ')}\n`),
    ...tables.map(tableBlock),
    {
      head: '',
      items: shown.map(findingText),
      tail: findings.length > most ? `\nand ${findings.length - most} more\n` : '',
      left: (count) => `\nand ${count} more, for which there is no room\n`,
      share: 0.7,
    },
    ...lists.filter(({ items }) => items.length > 0).map(listBlock),
  ]
  return fitBlocks(blocks, commentLimit)
}

const shownText = (words: Words): string => escapeText(plainText(words))

/** A cell begins no line, so that what means something there alone stays as it is. */
const cellText = (words: Words): string => shownText(['x', words]).slice(1)

function tableBlock({ columns, rows }: Table): Block {
  const head = columns.map(({ name }) => name)
  return {
    head: `\n${tableRow(head)}${tableRow(columns.map(({ right }) => (right === true ? '---:' : '---')))}`,
    items: rows.map((row) => tableRow(row.map(cellText))),
    tail: '',
    left: (count) => `\nand ${count} more rows\n`,
    share: 0.2,
  }
}

function findingText({ group, title, at, label, what, evidence, lines }: Finding): string {
  const facts = [[said(at.file), `:${at.line} (`, label, ')'], what, evidence]
    .map(plainText)
    .filter((fact) => fact !== '')
  const fence = lines.length === 0 ? '' : `\n${fenceLines(lines.map(plainText))}\n`
  return `\n### ${shownText([group, ': ', title])}\n\n${escapeText(`${facts.join('. ')}.`)}\n${fence}`
}

function listBlock({ title, items }: List): Block {
  return {
    head: `\n### ${title.charAt(0).toUpperCase()}${title.slice(1)}\n\n`,
    items: items.slice(0, mostItems).map((item) => `- ${shownText(item)}\n`),
    tail: items.length > mostItems ? `\nand ${items.length - mostItems} more\n` : '',
    left: (count) => `\nand ${count} more, for which there is no room\n`,
    share: 0.1,
  }
}
