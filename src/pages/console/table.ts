import { type Child, element } from '../kit/element.ts'

/** A column: its heading, how its cells are built, and its kind if it needs less room than others. */
export interface ConsoleColumn<Row> {
  label: string
  cell(row: Row): Child | Child[]
  kind?: 'number' | 'short' | 'time'
}

/** A list of labelled lines on narrow screens; that layout drops implicit roles, so they are stated. */
export function table<Row>(
  label: string,
  columns: readonly ConsoleColumn<Row>[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): HTMLElement {
  const heads = columns.map(({ label: name, kind }) =>
    element('th', { scope: 'col', role: 'columnheader', class: kind ?? null }, name),
  )
  return element(
    'table',
    { 'aria-label': label, role: 'table', 'data-key': label },
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...heads)),
    element(
      'tbody',
      { role: 'rowgroup' },
      ...rows.map((row) =>
        element('tr', { role: 'row', 'data-key': keyOf(row) }, ...columns.map((each) => cellOf(each, row))),
      ),
    ),
  )
}

function cellOf<Row>({ label, cell, kind }: ConsoleColumn<Row>, row: Row): HTMLElement {
  return element(
    'td',
    { role: 'cell', class: kind ?? null, 'data-label': label },
    element('div', 'cell', ...[cell(row)].flat()),
  )
}

/** A placeholder for an empty part: what is missing, and what to do about it. */
export function empty(title: string, ...advice: Child[]): HTMLElement {
  return element('div', { class: 'empty', 'data-key': title }, element('p', {}, title), element('p', {}, ...advice))
}
