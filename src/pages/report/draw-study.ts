import { count } from '../../base/text/wording.ts'
import { type Child, element } from '../kit/element.ts'
import { factList } from '../kit/json-block.ts'
import { dataTable, part } from './data-table.ts'
import { drawBoth } from './draw-compared.ts'
import { drawTranscript } from './draw-run.ts'
import type { Body, PageSpan, Study } from './report-document.ts'
import { verdictWord } from './verdict-mark.ts'

const elements: Partial<Record<NonNullable<PageSpan['tone']>, string>> = {
  ...{ strong: 'strong', mark: 'mark', removed: 'del', added: 'ins' },
}

function drawSpans(spans: readonly PageSpan[]): Child[] {
  return spans.map(({ text, tone }) => {
    if (tone === null) return text
    return element(elements[tone] ?? 'span', { 'data-tone': tone }, text)
  })
}

const spanList = (style: string, items: readonly PageSpan[][]): HTMLElement =>
  element('ul', style, ...items.map((spans) => element('li', {}, ...drawSpans(spans))))

export const spanText = (spans: readonly PageSpan[]): string => spans.map(({ text }) => text).join('')

export function drawStudy({ gate, tables, lists, footer }: Study): HTMLElement[] {
  return [
    ...(gate === null
      ? []
      : [
          element(
            'section',
            'gate',
            element('h2', {}, 'Gate ', verdictWord(gate.verdict)),
            element('p', 'prose', ...drawSpans(gate.reason)),
          ),
        ]),
    ...tables.map(({ title, notes, lines, columns, rows }) => {
      const numbers = columns.flatMap(({ right }, at) => (right === true ? [at] : []))
      const cells = rows.map((row) => row.map((spans) => element('span', {}, ...drawSpans(spans))))
      const heads = columns.map(({ name }) => name)
      const caption = spanText(title) || `By ${heads[0] ?? ''}`
      return element(
        'section',
        'rates',
        columns.length === 0 ? element('h3', {}, caption) : dataTable(caption, heads, cells, { numbers }),
        ...(lines.length === 0 ? [] : [lineBlock(lines)]),
        ...(notes.length === 0 ? [] : [spanList('plain', notes)]),
      )
    }),
    ...lists
      .filter(({ items }) => items.length > 0)
      .map(({ title, items }) =>
        element(
          'details',
          'fold',
          element('summary', {}, element('h2', {}, title), element('span', 'about', count(items.length, 'item'))),
          spanList('plain fold-body', items),
        ),
      ),
    element('p', 'muted', footer.map(spanText).join(' · ')),
  ]
}

/** A finding: where and what it is, the lines that show it, and the conversations in full. */
export function drawFinding({ at, what, lines, evidence, shown }: Body & { kind: 'finding' }): HTMLElement[] {
  return [
    factList([
      ['at', at || null],
      ['what', spanText(what) || null],
      ['evidence', spanText(evidence) || null],
    ]),
    ...(lines.length === 0 ? [] : [lineBlock(lines)]),
    ...(shown === null
      ? []
      : shown.kind === 'run'
        ? [part('Transcript', element('div', 'transcript single', ...drawTranscript(shown.conversation, shown.notes)))]
        : [part('Transcripts', ...drawBoth(shown, shown.labels))]),
  ]
}

function lineBlock(lines: readonly PageSpan[][]): HTMLElement {
  const block = element('pre', { class: 'finding-lines', tabindex: '0' })
  for (const [index, line] of lines.entries()) block.append(...(index === 0 ? [] : ['\n']), ...nodes(drawSpans(line)))
  return block
}

/** Through an element, which shows hidden characters as their code. */
const nodes = (children: readonly Child[]): ChildNode[] => [...element('span', {}, ...children).childNodes]
