import type { Cell, SuggestionResult } from '../../engine/grid/suggestion-shape.ts'

const cell = (kind: Cell['kind'], name: string, more: Partial<Cell> = {}): Cell => ({
  ...{ id: `desk > default > ${kind} > ${name} > ${more.ending}`, agent: 'desk', version: 'default', kind, name },
  ...{ ending: null, phase: null, coveredBy: [], seen: 0, byHand: null, ...more },
})

/** A grid with a cell of each kind, covered and not. */
export function madeUpSuggestion(more: Partial<SuggestionResult> = {}): SuggestionResult {
  const place = (line: number) => ({ file: 'suites/desk.yaml', line, conversation: 'tracks an order' })
  return {
    ...{ schemaVersion: 1, kind: 'suggestion', tableread: '1.0.0', startedAt: '2026-11-20T09:03:00.000Z', ms: 12 },
    target: 'the workspace shop',
    cells: [
      cell('tool', 'find_order', { ending: 'succeeds', phase: 'during', coveredBy: [place(4), place(9)] }),
      cell('tool', 'find_order', { ending: 'fails', phase: 'during', seen: 2 }),
      cell('tool', 'keep_note', { ending: 'succeeds', phase: 'post', byHand: 'it runs when a session ends' }),
      cell('handoff', 'colleague'),
      cell('rule', 'Never promise a refund.', { coveredBy: [place(4)] }),
      cell('sentence', 'Stay polite.', { byHand: 'cannot be checked by itself: it needs a judge' }),
      cell('metadata', 'tier', { ending: 'missing' }),
      cell('content', 'button', { seen: 1, byHand: 'expect it where it is shown' }),
    ],
    unknown: [{ agent: 'airline-desk', reason: 'it replays recordings: import those' }],
    drafts: [
      {
        file: 'suites/drafts/desk.drafts.yaml',
        conversations: 4,
        leftOut: [{ name: 'keep_note succeeds', reason: 'it would say the same as find_order succeeds' }],
      },
    ],
    ...more,
  }
}
