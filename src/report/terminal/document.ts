import { groupBy } from '../../base/group-by.ts'
import { columnsOf } from '../../base/text/characters.ts'
import { alignWords } from '../document/align-words.ts'
import { foldedText, paintedText, plainText } from '../document/door.ts'
import {
  type Finding,
  type FindingWeight,
  foldRules,
  type Gate,
  type GateFinding,
  gateWords,
  type List,
  mostItems,
  placeBeside,
  placeOf,
  type ReportDocument,
  type Table,
} from '../document/report-document.ts'
import { joinWords, said, type Tone, toned, verbatim, type Words } from '../document/words.ts'
import type { Paint } from '../text/paint.ts'

/** A line, which begins after `hang` spaces where it goes on; null if it is never folded. */
export interface TerminalLine {
  words: Words
  hang: number | null
}

/** A report for a terminal: findings, the whole, the gate last, where the eye is; `columns` null folds nothing. */
export function formatDocument(document: ReportDocument, paint: Paint, columns: number | null = null): string {
  const { tables, lists, gate, footer } = document
  const blocks: TerminalLine[][] = [
    ...problemBlocks(document),
    ...findingBlocks(document),
    ...tables.map(tableLines),
    ...lists.filter(({ items }) => items.length > 0).map(listLines),
    ...(gate === null ? [] : gateBlocks(gate)),
    ...(footer.length === 0 ? [] : [[folding(toned('dim', joinWords(footer, '; ')))]]),
  ]
  return formatBlocks(blocks, paint, columns).join('\n\n')
}

/** The text of each block. */
export function formatBlocks(
  blocks: readonly (readonly TerminalLine[])[],
  paint: Paint,
  columns: number | null,
): string[] {
  const show = ({ words, hang }: TerminalLine): string[] =>
    hang === null ? [paintedText(words, paint)] : foldedText(words, paint, columns, ' '.repeat(hang))
  return blocks.map((lines) => lines.flatMap(show).join('\n'))
}

export function problemBlocks({ problems = [] }: ReportDocument): TerminalLine[][] {
  return problems.map(({ lines }) => lines.map((line) => ({ words: verbatim(line), hang: null })))
}

export function gateBlocks(gate: Gate): TerminalLine[][] {
  return [...ruleBlocks(gate.rules ?? []), [folding(gateLine(gate))]]
}

/** The findings as compilers print them, which editors read: `file:line:column: message`, with what shows it below. */
export function formatListing({ findings }: ReportDocument, paint: Paint): string {
  return findings
    .map(({ at, word, title, label, what, lines }) => {
      const body: Words[] = [...lines, ...(plainText(what) === '' ? [] : [['   hint: ', what]])]
      const kind = plainText(label) === '' ? '' : [' [', label, ']']
      const head = [placeOf(at), at === null ? '' : ': ', word === undefined ? '' : `${word}: `, title, kind]
      return [head, ...body, ...(lines.length === 0 ? [] : [''])]
        .map((line) => `${paintedText(line, paint)}\n`)
        .join('')
    })
    .join('')
}

const folding = (words: Words, hang = 1): TerminalLine => ({ words, hang })

/** Findings under the headings of their groups, those that are alike as one. */
function findingBlocks({ findings, most, others = '--json has all' }: ReportDocument): TerminalLine[][] {
  const alike = groupBy([...findings.entries()], ([index, each]) => each.alike?.key ?? String(index))
  const blocks: TerminalLine[][] = []
  let heading: string | null = null
  for (const [[, first], ...same] of alike.slice(0, most)) {
    const group = plainText(first.group)
    if (group !== heading) blocks.push([{ words: toned('strong', first.group), hang: null }])
    heading = group
    blocks.at(-1)?.push(
      ...findingLines(first),
      ...alikeLines(
        first,
        same.map(([, each]) => each),
      ),
    )
  }
  const more = alike.slice(most).flat().length
  return more > 0 ? [...blocks, [folding(toned('dim', `and ${more} more: ${others}`))]] : blocks
}

const marks: Record<FindingWeight | Finding['verdict'], readonly [Tone, string]> = {
  ...{ failed: ['bad', '✗'], errored: ['warn', '!'], advice: ['good', '+'], sample: ['dim', '·'] },
  ...{ error: ['bad', '✗'], warning: ['warn', '!'], note: ['warn', '±'], good: ['good', '✓'] },
}

export function findingMark({ weight, verdict, word }: Finding): Words {
  const [tone, mark] = marks[weight ?? verdict]
  return toned(tone, word === undefined ? mark : `${mark} ${word}`)
}

function findingLines(finding: Finding): TerminalLine[] {
  const { title, label, at, word, what, lines, evidence } = finding
  const head = [' ', findingMark(finding), word === undefined ? ' ' : '  ', title]
  const indented = [toned('dim', placeOf(at)), what, ...lines, toned('dim', evidence)]
  return [
    { words: [head, plainText(label) === '' ? '' : ['  ', toned('dim', label)]], hang: null },
    ...indented.filter((line) => plainText(line) !== '').map((line) => folding(['   ', line], 5)),
  ]
}

/** The places of others that broke alike, and whether more is wrong in some of them. */
function alikeLines(first: Finding, others: readonly Finding[]): TerminalLine[] {
  if (others.length === 0) return []
  const worse = others.filter((each) => (each.alike?.count ?? 0) > (first.alike?.count ?? 0)).length
  const places = joinWords(
    others.map((each) => placeBeside(each, first)),
    '  ',
  )
  const more = `   ${worse} of them ${worse === 1 ? 'has' : 'have'} more findings: --all-failures`
  return [
    folding(toned('strong', `   and ${others.length} more that broke alike`), 5),
    folding(toned('dim', ['   ', places]), 3),
    ...(worse === 0 ? [] : [folding(toned('dim', more), 5)]),
  ]
}

function tableLines(table: Table): TerminalLine[] {
  const { title, notes = [], lines = [], most = Number.POSITIVE_INFINITY, columns, rows } = table
  const head = columns.map(({ name }) => toned('dim', said(name)))
  const right = columns.flatMap((column, at) => (column.right === true ? [at] : []))
  const restCount = rows.length - most
  const whole = rows.length === 0 ? [] : alignWords([head, ...rows.slice(0, most)], right)
  return [
    ...(title === undefined ? [] : [folding([' ', title], 3)]),
    ...whole.map((line) => folding([title === undefined ? ' ' : '   ', line], 9)),
    ...(restCount > 0 ? [folding(toned('dim', `   and ${restCount} more rows: --json has all`))] : []),
    ...lines.map((words): TerminalLine => ({ words: ['   ', words], hang: null })),
    ...notes.map((note) => folding(['   ', note], 5)),
  ]
}

function listLines({ title, items }: List): TerminalLine[] {
  const more = items.length - mostItems
  return [
    folding(toned('strong', title)),
    ...items.slice(0, mostItems).map((item) => folding(toned('warn', [' ', item]), 3)),
    ...(more > 0 ? [folding(toned('dim', ` and ${more} more`))] : []),
  ]
}

const ruleMarks: Record<GateFinding['verdict'], readonly [Tone, string]> = {
  ...{ held: ['good', '✓'], broken: ['bad', '✗'], 'not judged': ['warn', '?'] },
}

/** The rules of a gate, each with what was seen. */
function ruleBlocks(all: readonly GateFinding[]): TerminalLine[][] {
  const { told: rules, held } = foldRules(all)
  const widths = rules.map(({ name }) => columnsOf(plainText(name)))
  const widest = Math.max(0, ...widths)
  const lines = rules.map(({ name, verdict, wanted, seen }, at) => {
    const gap = ' '.repeat(widest - (widths[at] ?? 0) + 2)
    return folding([' ', toned(...ruleMarks[verdict]), ' ', name, gap, seen, ' (wanted: ', wanted, ')'], widest + 5)
  })
  const rest = held === null ? [] : [folding([' ', toned(...ruleMarks.held), ' ', held], 3)]
  return lines.length + rest.length === 0 ? [] : [[...lines, ...rest]]
}

const gateTones: Record<Gate['verdict'], Tone> = { open: 'good', shut: 'bad', 'not enough': 'warn' }

function gateLine({ verdict, reason }: Gate): Words {
  const verdictWords = toned(gateTones[verdict], `gate ${gateWords[verdict]}`)
  return plainText(reason) === '' ? verdictWords : [verdictWords, ': ', reason]
}
