import { count } from '../../base/wording.ts'
import { type Child, element } from '../kit/element.ts'
import { dataTable, factList, part } from './data-table.ts'
import { drawBoth } from './draw-compared.ts'
import { drawTranscript } from './draw-run.ts'
import type { Body, Span, Study } from './report-document.ts'
import { verdictWord } from './verdict-mark.ts'

const elements: Partial<Record<NonNullable<Span['tone']>, string>> = {
  ...{ strong: 'strong', mark: 'mark', removed: 'del', added: 'ins' },
}

/** Text with what its pieces mean. */
function drawSpans(spans: readonly Span[]): Child[] {
  return spans.map(({ text, tone }) => {
    if (tone === null) return text
    return element(elements[tone] ?? 'span', { 'data-tone': tone }, text)
  })
}

/** Text without what it means. */
export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')

/** The gate of a study, its tables and what else there is to know. */
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
    ...tables.map(({ columns, rows }) => {
      const numbers = columns.flatMap(({ right }, at) => (right === true ? [at] : []))
      const cells = rows.map((row) => row.map((spans) => element('span', {}, ...drawSpans(spans))))
      const [first] = columns
      const heads = columns.map(({ name }) => name)
      return element('section', 'rates', dataTable(`By ${first?.name ?? ''}`, heads, cells, { numbers }))
    }),
    ...lists
      .filter(({ items }) => items.length > 0)
      .map(({ title, items }) =>
        element(
          'details',
          'fold',
          element('summary', {}, element('h2', {}, title), element('span', 'about', count(items.length, 'item'))),
          element('ul', 'plain fold-body', ...items.map((spans) => element('li', {}, ...drawSpans(spans)))),
        ),
      ),
    element('p', 'muted', footer.map(textOf).join(' · ')),
  ]
}

/** A finding: where and what it is, the lines that show it, and the conversations in full. */
export function drawFinding({ at, what, lines, evidence, shown }: Body & { kind: 'finding' }): HTMLElement[] {
  const block = element('pre', { class: 'finding-lines', tabindex: '0' })
  for (const [index, line] of lines.entries()) block.append(...(index === 0 ? [] : ['\n']), ...nodes(drawSpans(line)))
  return [
    factList([
      ['at', at],
      ['what', textOf(what) || null],
      ['evidence', textOf(evidence) || null],
    ]),
    ...(lines.length === 0 ? [] : [block]),
    ...(shown === null
      ? []
      : shown.kind === 'run'
        ? [part('Transcript', element('div', 'transcript single', ...drawTranscript(shown.conversation, shown.notes)))]
        : [part('Transcripts', ...drawBoth(shown, shown.labels))]),
  ]
}

/** Through an element, which shows hidden characters as their code. */
const nodes = (children: readonly Child[]): ChildNode[] => [...element('span', {}, ...children).childNodes]
