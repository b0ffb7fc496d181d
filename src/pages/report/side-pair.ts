import type { SideKey } from '../../compare/model/side.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import { element } from '../kit/element.ts'
import type { Note } from './report-document.ts'

/** What is shown of one side. */
export interface SideContext {
  result: ConversationResult | null
  agent: string
  notes: readonly Note[]
}

/** The same for both sides. */
export function bothSides<T>(make: (side: SideKey) => T): [T, T] {
  return [make('a'), make('b')]
}

/** Two things side by side, each under the name of its side, which is seen where they stand one below the other. */
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

/** One thing that both sides share. */
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
