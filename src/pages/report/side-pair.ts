import type { SideKey } from '../../compare/model/conversation-comparison.ts'
import type { TextDifference } from '../../compare/model/turn-comparison.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { element } from '../kit/element.ts'
import type { ReportNote } from './report-document.ts'

export interface SideContext {
  result: ConversationResult | null
  agent: string
  notes: readonly ReportNote[]
}

export function bothSides<T>(make: (side: SideKey) => T): [T, T] {
  return [make('a'), make('b')]
}

/** Two things side by side. The name of each side shows only where they are stacked on a narrow screen. */
export function sidePair(
  labels: readonly [string, string],
  a: HTMLElement | null,
  b: HTMLElement | null,
  kind: string,
): HTMLElement {
  return element(
    'div',
    { class: 'pair', 'data-kind': kind },
    cell('a', labels[0], a, kind),
    cell('b', labels[1], b, kind),
  )
}

export function wholePair(shared: HTMLElement | null): HTMLElement {
  return element('div', 'pair whole', shared)
}

function cell(side: SideKey, label: string, content: HTMLElement | null, kind: string): HTMLElement {
  const nothing =
    kind === 'found' || kind === 'alone' || kind === 'session' ? null : element('p', 'nothing', 'nothing here')
  return element(
    'div',
    { class: 'side', 'data-side': side, 'data-empty': content === null ? 'true' : null },
    element('span', 'side-name', label),
    content ?? nothing,
  )
}

/** Marked by underline or strike-through as well as by colour. */
export function sideWords(words: TextDifference, side: 'a' | 'b'): HTMLElement[] {
  const other = side === 'a' ? 'added' : 'removed'
  return drawPieces(words.filter(({ kind }) => kind !== other))
}

export function bothWords(words: TextDifference): HTMLElement[] {
  return drawPieces(words)
}

const tags = { same: 'span', removed: 'del', added: 'ins' }

const drawPieces = (words: TextDifference): HTMLElement[] =>
  words.map(({ kind, text }) => element(tags[kind], {}, text))
