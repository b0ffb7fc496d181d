import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type {
  CallDifference,
  RowComparison,
  RowDifference,
  TurnComparison,
  ValueDifference,
} from '../../compare/model/turn-comparison.ts'
import { pairCalls, type ToolCall } from '../../engine/transcript/tool-call.ts'
import type { TurnResult } from '../../engine/verdict/conversation-result.ts'
import { type Child, element } from '../kit/element.ts'
import { dataTable } from './data-table.ts'
import { callsByEntry, drawEntry } from './draw-entry.ts'
import { drawNotes, drawTurnHead, drawUserMessage, spentOn } from './draw-turn.ts'
import { quotedOf } from './quotations.ts'
import { bothSides, type SideContext, sidePair, sideWords, wholePair } from './side-pair.ts'

export interface PairView {
  labels: readonly [string, string]
  file: string
  a: SideContext
  b: SideContext
}

interface SideTurn {
  turn: TurnResult | null
  calls: ReadonlyMap<number, ToolCall>
}

/** Two turns side by side, their entries aligned row by row, and under them the findings of each side. */
export function drawPairedTurn(compared: TurnComparison, context: PairView): HTMLElement {
  const a = turnOf(context.a, compared.a)
  const b = turnOf(context.b, compared.b)
  const { labels } = context
  const { changes } = compared
  const alone = reachedBy(compared, context)
  const spent = [spentOn(labels[0], a.turn), spentOn(labels[1], b.turn)]
  return element(
    'section',
    { class: 'turn', 'data-verdict': compared.verdict },
    drawTurnHead((a.turn ?? b.turn)?.index ?? null, a.turn?.step ?? b.turn?.step ?? null, compared.verdict, spent),
    changes.length === 0
      ? null
      : element('ul', 'turn-changes', ...changes.map(({ text }) => element('li', 'text', text))),
    alone === null ? null : element('p', 'muted', `Not sent on ${labels[alone === 'a' ? 1 : 0]}.`),
    sayUser(a, b),
    ...compared.rows.flatMap((row) => drawRow(row, a, b, context, alone !== null)),
    drawFound(compared, context),
  )
}

/** The only side that was sent a turn; null if both were, or neither. */
export function reachedBy(turn: TurnComparison, context: PairView): SideKey | null {
  const [a, b] = bothSides((side) => {
    const index = turn[side]
    const result = index === null ? undefined : context[side].result?.turns[index]
    return result !== undefined && result.verdict !== 'not reached'
  })
  return a === b ? null : a ? 'a' : 'b'
}

function turnOf({ result }: SideContext, index: number | null): SideTurn {
  const turn = index === null ? null : (result?.turns[index] ?? null)
  return { turn, calls: callsByEntry(pairCalls(turn?.entries ?? []).calls) }
}

/** Even a turn without an answer shows what the user said. */
function sayUser(a: SideTurn, b: SideTurn): HTMLElement | null {
  const silent = [a.turn, b.turn].filter((turn) => turn !== null)
  const [first] = silent
  if (first === undefined || silent.some((turn) => drawUserMessage(turn) === null)) return null
  return wholePair(drawUserMessage(first))
}

function drawRow(row: RowComparison, a: SideTurn, b: SideTurn, context: PairView, alone: boolean): HTMLElement[] {
  const draw = (side: 'a' | 'b', { turn, calls }: SideTurn): HTMLElement | null => {
    const index = row[side]
    const entry = index === null ? undefined : turn?.entries[index]
    if (index === null || entry === undefined) return null
    const words = 'words' in row && hasTwo(row) ? sideWords(row.words, side) : null
    return drawEntry(entry, index, calls, {
      agent: context[side].agent,
      words,
      open: row.kind !== 'same' && !alone,
      quoted: quotedOf(context[side].notes, turn?.index ?? null, index),
    })
  }
  const entry = row.a === null ? undefined : a.turn?.entries[row.a]
  if (row.kind === 'same' && entry?.type === 'message' && entry.role === 'user') return [wholePair(draw('a', a))]
  const difference = drawRowDifference(row, context.labels)
  return [
    sidePair(context.labels, draw('a', a), draw('b', b), alone ? 'alone' : row.kind),
    ...(difference === null ? [] : [difference]),
  ]
}

const hasTwo = ({ a, b }: RowComparison): boolean => a !== null && b !== null

function drawFound(compared: TurnComparison, context: PairView): HTMLElement | null {
  const [leftElement, right] = bothSides((side) => {
    const index = turnOf(context[side], compared[side]).turn?.index
    return index === undefined ? null : drawNotes(context[side].notes, index, context.file)
  })
  return leftElement === null && right === null ? null : sidePair(context.labels, leftElement, right, 'found')
}

/** Members of a call by path, content items, speakers. Null if there are none. */
function drawRowDifference(row: RowDifference, labels: readonly [string, string]): HTMLElement | null {
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
          { hideCaption: true },
        ),
  )
}

function callRows({ name, arguments: args, output, isError, phase }: CallDifference): Child[][] {
  return [
    ...(name === undefined ? [] : [pair('name', name)]),
    ...(phase === undefined ? [] : [pair('phase', phase)]),
    ...(isError === undefined ? [] : [pair('is_error', isError)]),
    ...(args ?? []).map((each) => valueRow('arguments', each)),
    ...(output ?? []).map((each) => valueRow('output', each)),
  ]
}

function messageRows({ items, agents }: Extract<RowDifference, { kind: 'message' }>): Child[][] {
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

/** A value that only this side has, as JSON; a one-line text as it is. */
function sideValue(value: unknown, side: 'a' | 'b'): Child {
  if (value === undefined || value === null) return element('span', 'muted', value === null ? 'none' : 'not there')
  return element(side === 'a' ? 'del' : 'ins', {}, typeof value === 'string' ? value : JSON.stringify(value))
}
