import { type Child, element } from '../kit/element.ts'

/** A table with a caption; the first cell of a row is its heading. `numbers` are the right-aligned columns. */
export function dataTable(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Child[])[],
  { numbers = [], hideCaption = false }: { numbers?: readonly number[]; hideCaption?: boolean } = {},
): HTMLElement {
  const kind = (index: number): string | null => (numbers.includes(index) ? 'number' : null)
  return element(
    'div',
    { class: 'table-frame', role: 'group', 'aria-label': caption, tabindex: '0' },
    element(
      'table',
      {},
      element('caption', { class: hideCaption ? 'unseen' : null }, caption),
      element(
        'thead',
        {},
        element('tr', {}, ...heads.map((head, index) => element('th', { scope: 'col', class: kind(index) }, head))),
      ),
      element(
        'tbody',
        {},
        ...rows.map((cells) =>
          element(
            'tr',
            {},
            ...cells.map((cell, index) =>
              index === 0
                ? element('th', { scope: 'row' }, cell)
                : element('td', { class: kind(index), 'data-head': heads[index] ?? null }, cell),
            ),
          ),
        ),
      ),
    ),
  )
}

/** Details whose contents are drawn when they are first opened. */
export function unfolding(style: string, summary: readonly Child[], draw: () => readonly Node[]): HTMLDetailsElement {
  const details = element('details', style, element('summary', {}, ...summary)) as HTMLDetailsElement
  details.addEventListener('toggle', () => details.append(...draw()), { once: true })
  return details
}

export function part(title: string, ...children: Child[]): HTMLElement {
  return element('section', 'part', element('h4', {}, title), ...children)
}
