import type {
  CallDifference,
  ItemDifference,
  RowDifference,
  ValueDifference,
} from '../../compare/model/turn-comparison.ts'
import { type Child, element } from '../kit/element.ts'
import { dataTable } from './data-table.ts'
import { sideWords } from './draw-words.ts'

/** What differs in a row beside its texts: members of a call by path, content items, speakers. Null where nothing else does. */
export function drawRowDifference(row: RowDifference, labels: readonly [string, string]): HTMLElement | null {
  const rows = row.kind === 'call' ? callRows(row.call) : row.kind === 'message' ? messageRows(row) : []
  const moved = row.kind === 'call' && row.call.moved === true
  if (rows.length === 0 && !moved) return null
  return element(
    'div',
    'differences',
    moved ? element('p', 'muted', 'This call comes at another place among the others.') : null,
    rows.length === 0
      ? null
      : dataTable(
          row.kind === 'call' ? 'What differs in this call' : 'What differs in this message',
          ['where', ...labels],
          rows,
          {
            hideCaption: true,
          },
        ),
  )
}

function callRows({ name, arguments: given, output, isError, phase }: CallDifference): Child[][] {
  return [
    ...(name === undefined ? [] : [pair('name', name)]),
    ...(phase === undefined ? [] : [pair('phase', phase)]),
    ...(isError === undefined ? [] : [pair('is_error', isError)]),
    ...(given ?? []).map((each) => valueRow('arguments', each)),
    ...(output ?? []).map((each) => valueRow('output', each)),
  ]
}

function messageRows({
  items,
  agents,
}: {
  items: readonly ItemDifference[]
  agents: [string | null, string | null] | null
}): Child[][] {
  return [
    ...(agents === null ? [] : [pair('agentName', agents)]),
    ...items.map(({ a, b }, index) => pair(items.length === 1 ? 'item' : `item ${index + 1}`, [a, b])),
  ]
}

function pair(where: string, [a, b]: readonly [unknown, unknown]): Child[] {
  return [element('code', {}, where), sideValue(a, 'a'), sideValue(b, 'b')]
}

function valueRow(root: string, difference: ValueDifference): Child[] {
  const { path, words } = difference
  const where = path === '' ? root : path.startsWith('[') ? `${root}${path}` : `${root}.${path}`
  if (words !== undefined) {
    const side = (key: 'a' | 'b'): Child => element('span', 'text', ...sideWords(words, key))
    return [element('code', {}, where), side('a'), side('b')]
  }
  return [element('code', {}, where), sideValue(difference.a, 'a'), sideValue(difference.b, 'b')]
}

/** A value that only this side has, as it stands in JSON; a text of one line as it is. */
function sideValue(value: unknown, side: 'a' | 'b'): Child {
  if (value === undefined || value === null) return element('span', 'muted', value === null ? 'none' : 'not there')
  return element(side === 'a' ? 'del' : 'ins', {}, typeof value === 'string' ? value : JSON.stringify(value))
}
