import { groupBy } from '../../base/group-by.ts'
import { alignWords } from '../document/align-words.ts'
import { paintedText, plainText } from '../document/door.ts'
import {
  type Finding,
  type Gate,
  type List,
  mostItems,
  type ReportDocument,
  type Table,
} from '../document/report-document.ts'
import { joined, said, type Tone, toned, type Words } from '../document/words.ts'
import type { Paint } from '../text/paint.ts'

/** A report for a terminal: the findings, how it looks as a whole, and the gate last, where the eye is. */
export function formatDocument(document: ReportDocument, paint: Paint): string {
  const { findings, most, tables, lists, gate, footer } = document
  const more = findings.length - most
  const groups = groupBy(findings.slice(0, most), ({ group }) => plainText(group))
  const blocks: Words[][] = [
    ...groups.map((group) => [toned('strong', group[0].group), ...group.flatMap(linesOf)]),
    ...(more > 0 ? [[toned('dim', `${more} more: --json has all`)]] : []),
    ...tables.map(tableLines),
    ...lists.filter(({ items }) => items.length > 0).map(listLines),
    ...(gate === null ? [] : [[gateLine(gate)]]),
    ...(footer.length === 0 ? [] : [[toned('dim', joined(footer, '; '))]]),
  ]
  return blocks.map((lines) => lines.map((line) => paintedText(line, paint)).join('\n')).join('\n\n')
}

const marks = { failed: ['bad', '✗'], errored: ['warn', '!'], advice: ['good', '+'], sample: ['dim', '·'] } as const

function linesOf({ title, label, at, verdict, what, lines, evidence }: Finding): Words[] {
  const [tone, mark] = marks[verdict]
  const indented = [toned('dim', [said(at.file), `:${at.line}`]), what, ...lines, toned('dim', evidence)]
  return [
    [' ', toned(tone, mark), ' ', title, '  ', toned('dim', label)],
    ...indented.filter((line) => plainText(line) !== '').map((line): Words => ['   ', line]),
  ]
}

function tableLines({ columns, rows }: Table): Words[] {
  const head = columns.map(({ name }) => toned('dim', name))
  const right = columns.flatMap((column, at) => (column.right === true ? [at] : []))
  return alignWords([head, ...rows], right).map((line) => [' ', line])
}

function listLines({ title, items }: List): Words[] {
  const more = items.length - mostItems
  return [
    toned('strong', title),
    ...items.slice(0, mostItems).map((item) => toned('warn', [' ', item])),
    ...(more > 0 ? [toned('dim', ` and ${more} more`)] : []),
  ]
}

const gateWords: Record<Gate['verdict'], readonly [Tone, string]> = {
  open: ['good', 'gate open'],
  shut: ['bad', 'gate shut'],
  'not enough': ['warn', 'gate shut, not enough evidence'],
}

function gateLine({ verdict, reason }: Gate): Words {
  const [tone, word] = gateWords[verdict]
  return [toned(tone, word), ': ', reason]
}
