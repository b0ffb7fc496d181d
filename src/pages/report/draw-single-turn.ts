import { pairCalls } from '../../engine/transcript/tool-call.ts'
import type { TurnResult } from '../../engine/verdict/turn-result.ts'
import type { TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { element } from '../kit/element.ts'
import { callsByEntry, drawEntry } from './draw-entry.ts'
import { drawNotes } from './draw-notes.ts'
import { drawTurnHead } from './draw-turn-head.ts'
import type { Note } from './report-document.ts'

/** What belongs to the turns of one conversation. */
export interface SingleContext {
  file: string
  agent: string
  notes: readonly Note[]
}

/** A turn of one run: its entries in order, and what was found about it. */
export function drawSingleTurn(turn: TurnResult, { file, agent, notes }: SingleContext): HTMLElement {
  const poor = turn.verdict !== 'passed'
  return element(
    'section',
    'turn',
    drawTurnHead(turn.index, turn.step ?? null, turn.verdict, [{ label: null, ms: turn.turnMs }]),
    said(turn),
    ...drawEntries(turn.entries, agent, poor),
    drawNotes(
      notes.filter((note) => note.turn === turn.index),
      file,
    ),
  )
}

/** Entries one below the other. */
export function drawEntries(entries: readonly TranscriptEntry[], agent: string, open: boolean): HTMLElement[] {
  const calls = callsByEntry(pairCalls(entries).calls)
  return entries.flatMap((entry, index) => drawEntry(entry, index, calls, { agent, words: null, open }) ?? [])
}

/** What the user said, where no entry shows it. */
export function said({ user, entries }: TurnResult): HTMLElement | null {
  if (user === null || entries.some((entry) => entry.type === 'message' && entry.role === 'user')) return null
  return element(
    'div',
    { class: 'message', 'data-role': 'user' },
    element('div', 'entry-head', element('span', 'role', 'user')),
    element('div', 'bubble', element('p', { class: 'text', dir: 'auto' }, user)),
  )
}
