import { describe, expect, it } from 'vitest'
import { called, gave } from '../../engine/transcript/entries.fixture.ts'
import type { ConversationResult } from '../../engine/verdict/conversation-result.ts'
import type { Message, TranscriptEntry } from '../../wire/api/transcript-entry.ts'
import { compareTranscripts } from '../compare-transcripts.ts'
import { findChanges } from '../find-changes.ts'
import type { TurnComparison } from '../model/turn-comparison.ts'
import { hasTrajectories, readTrajectories } from './trajectories.fixture.ts'

/** Both models on one task, or two trials of one model. */
function pairUp(): [ConversationResult, ConversationResult][] {
  const byTask = new Map<string, ConversationResult[]>()
  for (const { of, result } of readTrajectories()) {
    const task = `${of.id.split('/')[0]} ${of.domain} ${of.task_id}`
    byTask.set(task, [...(byTask.get(task) ?? []), result])
  }
  return [...byTask.values()].flatMap(([a, b]): [ConversationResult, ConversationResult][] =>
    a === undefined || b === undefined ? [] : [[a, b]],
  )
}

function textOf(entry: TranscriptEntry | undefined): string {
  const items = (entry as Message | undefined)?.content ?? []
  return items.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')
}

/** The indexes of one side's entries that rows account for; the output of a call is in the call's row. */
function placesOf(turn: TurnComparison, side: 'a' | 'b', entries: readonly TranscriptEntry[]): number[] {
  const rows = turn.rows.flatMap((row) => row[side] ?? [])
  const outputs = entries.flatMap((entry, index) =>
    entry.type === 'function_call_output' && !rows.includes(index) ? [index] : [],
  )
  return [...rows, ...outputs].sort((one, two) => one - two)
}

describe.skipIf(!hasTrajectories)('real transcripts of two models (skipped where ../shared/data is not there)', () => {
  const pairs = hasTrajectories ? pairUp() : []
  it('lose no entry, and give both texts back', { tags: 'stress' }, () => {
    expect(pairs.length).toBeGreaterThan(60)
    let messages = 0
    for (const [a, b] of pairs) {
      for (const turn of compareTranscripts(a, b)) {
        const entries = {
          a: turn.a === null ? [] : (a.turns[turn.a]?.entries ?? []),
          b: turn.b === null ? [] : (b.turns[turn.b]?.entries ?? []),
        }
        for (const side of ['a', 'b'] as const) {
          expect(placesOf(turn, side, entries[side])).toEqual([...entries[side].keys()])
          const still = turn.rows.flatMap((row) => (row.kind === 'call' && row.call.moved ? [] : (row[side] ?? [])))
          expect(still).toEqual(still.toSorted((one, two) => one - two))
        }
        for (const row of turn.rows) {
          if (row.kind !== 'message' || row.a === null || row.b === null) continue
          messages += 1
          const join = (without: string): string =>
            row.words.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('')
          expect([join('added'), join('removed')]).toEqual([textOf(entries.a[row.a]), textOf(entries.b[row.b])])
        }
      }
    }
    expect(messages).toBeGreaterThan(200)
  })
  it('are the same as themselves', { tags: 'stress' }, () => {
    for (const [a] of pairs) {
      const turns = compareTranscripts(a, a)
      expect(turns.every(({ verdict, rows }) => verdict === 'same' && rows.every(({ kind }) => kind === 'same'))).toBe(
        true,
      )
      expect(findChanges([a, a], [a])).toEqual([])
    }
  })
  it('differ in lines that a person can read, never too long', { tags: 'stress' }, () => {
    for (const [a, b] of pairs) {
      for (const { changes } of compareTranscripts(a, b))
        for (const { text } of changes) expect(text.length).toBeLessThan(400)
      for (const { text } of findChanges([a], [b])) expect(text.length).toBeLessThan(500)
    }
  })
  describe('of one model, its four trials dealt to two sides', () => {
    const deals = hasTrajectories ? dealTrials() : []
    it('seldom differ beyond noise (measured: 6 of 75 deals)', { tags: 'slow' }, () => {
      expect(deals.length).toBeGreaterThan(60)
      const changed = deals.filter(([a, b]) => findChanges(a, b).length > 0)
      expect(changed.length / deals.length).toBeLessThanOrEqual(0.1)
    })
    it('show a call that only one side always makes in the first turn', { tags: 'slow' }, () => {
      for (const [a, b] of deals) expect(findChanges(a, b.map(withAudit))[0]?.text).toBe('turn 1: audit is now called')
    })
  })
})

/** The four trials of each task, dealt to two sides in all three ways. */
function dealTrials(): [ConversationResult[], ConversationResult[]][] {
  const byTask = new Map<string, ConversationResult[]>()
  for (const { of, result } of readTrajectories()) {
    if (of.model === 'gpt-4o') byTask.set(of.task_id, [...(byTask.get(of.task_id) ?? []), result])
  }
  return [...byTask.values()].flatMap(([one, two, three, four]): [ConversationResult[], ConversationResult[]][] =>
    one === undefined || two === undefined || three === undefined || four === undefined
      ? []
      : [
          [
            [one, two],
            [three, four],
          ],
          [
            [one, three],
            [two, four],
          ],
          [
            [one, four],
            [two, three],
          ],
        ],
  )
}

function withAudit(run: ConversationResult): ConversationResult {
  const audit = [called('audit', 'audit-1'), gave('audit', 'audit-1')]
  const turns = run.turns.map((turn) => (turn.index === 0 ? { ...turn, entries: [...turn.entries, ...audit] } : turn))
  return { ...run, turns }
}
